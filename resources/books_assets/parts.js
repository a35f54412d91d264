// What views are made of: tables, facts, messages. Columns and facts are {label, cell, number}.
import { caller } from "./api.js";
import { amount, badge, day, label, moment, quantity, words } from "./format.js";
import { html, nothing } from "./lit-html/lit-html.js";
import { nameOf } from "./names.js";

export const link = (path, text) => html`<a href="#/${path}">${text}</a>`;

const column = (show, number = false) => (key, title = label(key)) => ({
  label: title,
  number,
  cell: (record) => show(record[key], record),
});

// The code of a currency stands where it is not the organization's own.
const inCurrency = (value, { currencyCode }) =>
  value == null || !currencyCode || currencyCode === caller.organization.currency
    ? amount(value)
    : `${currencyCode} ${amount(value)}`;

export const text = column((value) => value ?? "");
export const days = column(day);
export const moments = column(moment);
export const money = column(inCurrency, true);
export const rupees = column(amount, true);
export const count = column(quantity, true);
export const status = column(badge);
export const word = column((value) => (value ? words(value) : ""));
export const yes = column((value) => (value == null ? "" : value ? "Yes" : "No"));
export const onlyYes = column((value) => (value ? "Yes" : ""));
export const party = (kind, key, title) =>
  column((id) => (id ? link(`${kind}/${encodeURIComponent(id)}`, nameOf(id)) : ""))(key, title);
export const linked = (kind, key, title, shown = key) => ({
  label: title,
  cell: (record) => (record[key] ? link(`${kind}/${encodeURIComponent(record[key])}`, record[shown] ?? record[key]) : ""),
});
export const opening = (kind, key, title = "Number") => ({
  label: title,
  cell: (record) => link(`${kind}/${encodeURIComponent(record.id)}`, record[key] ?? record.id),
});

const isShown = (value) => value !== nothing && value !== "";
const kindOf = ({ number, strong }) => [number ? "number" : "", strong ? "strong" : ""].join(" ").trim() || nothing;

// One element in each cell: on a telephone it stands across from its label.
const cell = (each, record) => {
  const value = each.cell(record);
  const kind = [each.number ? "number" : "", isShown(value) ? "" : "bare"].join(" ").trim() || nothing;
  return html`<td role="cell" data-label=${each.label} class=${kind}><span>${value}</span></td>`;
};

const row = ([first, ...others], record) => html`<tr role="row">
  <th role="rowheader" scope="row">${first.cell(record)}</th>${others.map((each) => cell(each, record))}
</tr>`;

const columnHead = (each) => html`<th role="columnheader" scope="col" class=${kindOf(each)}>${each.label}</th>`;

// On a telephone each row is a card of its own, which the roles keep a row; `last` stands below as a total.
export const table = ({ caption, columns, rows, last, empty = "There are none." }) =>
  rows.length === 0
    ? html`<p class="empty">${empty}</p>`
    : html`<div class="scroll"><table role="table" aria-label=${caption}>
        <thead role="rowgroup">
          <tr role="row">${columns.map(columnHead)}</tr>
        </thead>
        <tbody role="rowgroup">${rows.map((record) => row(columns, record))}</tbody>
        ${last ? html`<tfoot role="rowgroup">${row(columns, last)}</tfoot>` : nothing}
      </table></div>`;

export const facts = (columns, record, kind = "facts") => {
  const shown = columns.map((each) => [each, each.cell(record)]).filter(([, value]) => isShown(value));
  return html`<dl class=${kind}>
    ${shown.map(([each, value]) => html`<div><dt>${each.label}</dt><dd class=${kindOf(each)}>${value}</dd></div>`)}
  </dl>`;
};

export const heading = (title, beside = nothing) =>
  html`<div class="heading"><h1 tabindex="-1">${title}</h1>${beside}</div>`;

export const section = (title, ...content) => html`<section><h2>${title}</h2>${content}</section>`;

export const acts = (offered, { open }) =>
  offered.length
    ? html`<div class="acts">
        ${offered.map((act) => html`<button class=${act.tone ?? "quiet"} @click=${() => open(act)}>${act.label}</button>`)}
      </div>`
    : nothing;

const meaning = (help) => (help ? html` <a href=${help}>What this means</a>` : nothing);
export const refused = ({ message, help }) => html`<p class="refused" role="alert">${message}${meaning(help)}</p>`;

// What may be kept from a caller stands in a section of its own, which says so.
export const settled = async (...promises) =>
  (await Promise.allSettled(promises)).map(({ value, reason }) => (reason ? { refusal: reason } : value));

export const given = (answer, show) => (answer.refusal ? refused(answer.refusal) : show(answer.data, answer.meta));

// A form whose fields are the query of the address, so that back and reload keep them.
const ask = (path) => (event) => {
  event.preventDefault();
  const asked = [...new FormData(event.target)].filter(([, value]) => value !== "");
  location.hash = `#/${path}?${new URLSearchParams(asked)}`;
};

const again = ({ target }) => target.type !== "search" && target.form.requestSubmit();

export const filters = (path, ...fields) =>
  html`<form class="filters" role="search" @submit=${ask(path)} @change=${again}>${fields}<button>Show</button></form>`;

export const field = (name, title, value, type = "text") =>
  html`<label>${title} <input name=${name} type=${type} .value=${value ?? ""}></label>`;

export const choice = (name, title, value, options) => html`<label>${title}
  <select name=${name}>
    ${options.map(([word, told]) => html`<option value=${word} .selected=${word === (value ?? "")}>${told}</option>`)}
  </select></label>`;

const pageLink = (path, query, page, told) => {
  const asked = new URLSearchParams(query);
  asked.set("page", page);
  return html`<a href="#/${path}?${asked}">${told}</a>`;
};

export const pages = (path, query, meta) => html`<nav class="pages" aria-label="Pages">
  ${meta.page > 1 ? pageLink(path, query, meta.page - 1, "Previous page") : nothing}
  <span role="status">${quantity(meta.total)} in all, page ${quantity(meta.page)}</span>
  ${meta.hasMore ? pageLink(path, query, meta.page + 1, "Next page") : nothing}
</nav>`;
