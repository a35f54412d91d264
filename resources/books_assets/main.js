// The page: what the fragment of the address names is shown, with the way to everything else around it.
import { caller, get, logOut, session } from "./api.js";
import { dashboard } from "./dashboard.js";
import { openAct } from "./dialog.js";
import { gst } from "./gst.js";
import { GROUPS, KINDS } from "./kinds.js";
import { ledger } from "./ledger.js";
import { list } from "./list.js";
import { html, nothing, render } from "./lit-html/lit-html.js";
import { login } from "./login.js";
import { forgetNames } from "./names.js";
import "./paper.js";
import { heading, link, refused } from "./parts.js";
import "./plot.js";
import { record } from "./record.js";
import { trail } from "./trail.js";
import { deliveries, webhooks } from "./webhooks.js";

const FRESH = 60_000; // milliseconds, for which who is logged in and which day it is need not be asked again
const SLOW = 200; // milliseconds, after which it is said that something is being loaded
const page = document.getElementById("page");
const state = { view: null, path: null, turn: 0, isBusy: false, hasMenu: false, notice: null };

const nowhere = () => ({
  title: "There is nothing here",
  draw: () => html`${heading("There is nothing here")}<p>The address names no view. ${link("", "Dashboard")}</p>`,
});

const viewOf = ({ params }) => {
  const [first = "", second, third] = params;
  if (third === "ledger" && ["customers", "vendors"].includes(first)) return ledger;
  if (third !== undefined) return nowhere;
  const kind = Object.hasOwn(KINDS, first) ? KINDS[first] : null;
  if (kind) return second === undefined ? (context) => list(kind, context) : (context) => record(kind, context);
  if (first === "webhooks") return second === undefined ? webhooks : deliveries;
  return (second === undefined && { "": dashboard, gst, trail }[first]) || nowhere;
};

const failed = (refusal) => {
  const title = refusal.status === 404 ? "There is nothing here" : "That did not work";
  if (refusal.status === undefined) console.error(refusal);
  return { title, refusal, draw: () => html`${heading(title)}${refused(refusal)}` };
};

const groups = [["Overview", [["", "Dashboard"], ["gst", "GST returns"]]],
  ...GROUPS.map(([title, names]) => [title, names.map((name) => [name, KINDS[name].title])]),
  ["What happened", [["trail", "Trail"], ["webhooks", "Webhooks"]]]];

const here = () => {
  const [path, asked] = location.hash.replace(/^#\/?/, "").split("?");
  return { path, params: path.split("/"), query: new URLSearchParams(asked) };
};

const place = ([path, title]) =>
  html`<li><a href="#/${path}" aria-current=${state.path?.split("/")[0] === path ? "page" : nothing}>${title}</a></li>`;

const menu = () => html`<nav id="menu" class=${state.hasMenu ? "open" : ""} aria-label="The books">
  ${groups.map(([title, places]) => html`<h2>${title}</h2><ul>${places.map(place)}</ul>`)}
</nav>`;

const notice = ({ text, warnings }) => html`<div class="notice" role="status">
  <p>${text}</p>
  ${warnings.length ? html`<p>It looks wrong in part:</p>` : nothing}
  <ul>${warnings.map(({ message, field }) => html`<li>${message} <small>${field}</small></li>`)}</ul>
</div>`;

const top = () => html`<header class="top">
  <a href="#/" class="brand">The books</a>
  <span class="who">${caller.organization.name}, as ${caller.me.role}</span>
  <button class="quiet menu" aria-expanded=${String(state.hasMenu)} aria-controls="menu" @click=${toggle}>Menu</button>
  <button class="quiet" @click=${leave}>Log out</button>
</header>`;

const draw = () => {
  const isIn = caller.me !== null;
  render(
    html`<a class="skip" href="#main" @click=${skip}>Skip to the content</a>
      ${isIn ? top() : nothing}
      <div class=${isIn ? "body" : ""}>
        ${isIn ? menu() : nothing}
        <main id="main" aria-busy=${String(state.isBusy)}>
          <p id="loading" role="status">${state.isBusy ? "Loading…" : ""}</p>
          ${state.notice ? notice(state.notice) : nothing} ${state.view?.draw()}
        </main>
      </div>`,
    page,
  );
};

const focusHeading = () => {
  window.scrollTo(0, 0);
  page.querySelector("h1")?.focus();
};

const skip = (event) => {
  event.preventDefault();
  focusHeading();
};

const toggle = () => {
  state.hasMenu = !state.hasMenu;
  draw();
};

const put = (view, path, organization) => {
  const isElsewhere = state.path !== path;
  const isFirst = state.path === null;
  Object.assign(state, { view, path, isBusy: false, hasMenu: false });
  document.title = [view.title, organization, "The books"].filter(Boolean).join(" · ");
  draw();
  if (isElsewhere && !isFirst) focusHeading();
};

const askIn = (refusal = null) => {
  Object.assign(caller, { me: null, organization: null });
  forgetNames();
  put(login({ demonstration: document.body.dataset.demonstration, refusal, redraw: draw, enter: show }), "log in");
};

const identify = async () => {
  const [me, organization] = await Promise.all([get("/me"), get("/me/organization")]);
  Object.assign(caller, { me: me.data, organization: organization.data, since: Date.now() });
};

const load = async (context) => {
  try {
    if (!caller.me || Date.now() - caller.since > FRESH) await identify();
    return await viewOf(context)(context);
  } catch (refusal) {
    return failed(refusal);
  }
};

const show = async () => {
  const turn = ++state.turn;
  if (state.notice?.turn !== turn) state.notice = null;
  if (!session.kept) return askIn();
  const { path, ...where } = here();
  const context = { ...where, reload: show, tell, open: (act) => openAct(act, context) };
  const slow = setTimeout(() => {
    state.isBusy = turn === state.turn;
    draw();
  }, SLOW);
  const view = await load(context);
  clearTimeout(slow);
  if (turn !== state.turn) return undefined;
  return session.kept ? put(view, path, caller.organization?.name) : askIn(view.refusal);
};

// A message stands above the next view, and goes with it.
const tell = (text, warnings) => {
  state.notice = { text, warnings, turn: state.turn + 1 };
};

const leave = async () => {
  await logOut().catch(() => {});
  location.hash = "#/";
  await show();
};

page.replaceChildren();
window.addEventListener("hashchange", show);
show();
