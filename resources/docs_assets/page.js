"use strict";

// The first steps: each sends a request for real, and hands the id of its answer to the next one.
const one = (selector) => document.querySelector(selector);

const make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};

const pretty = (value) => JSON.stringify(value, null, 2);

const send = async (method, path, body) => {
  const headers = { Authorization: `Bearer ${one("#token").value.trim()}` };
  if (body) headers["Content-Type"] = "application/json";
  return fetch(path, { method, headers, body });
};

const fault = async (answer) => {
  const { error } = await answer.json();
  return `${answer.status} ${error.code}: ${error.message}`;
};

const exampleOf = (operation) => operation.requestBody?.content["application/json"].example;

const steps = [];

class Step {
  constructor(item, operation) {
    this.operation = operation;
    this.takes = item.dataset.takes;
    this.address = make("code");
    this.body = exampleOf(operation) && make("textarea", { spellcheck: false });
    this.button = make("button", { type: "button", textContent: "Send" });
    this.answer = make("output", { className: "answer" });
    this.button.addEventListener("click", () => this.run());
    const title = make("h2", {}, make("a", { href: Reference.link(operation), textContent: item.textContent }));
    const label = this.body && make("label", {}, make("small", { textContent: "Request body" }), this.body);
    this.form = make("div", { hidden: true }, ...[label].filter(Boolean), this.button);
    item.replaceChildren(title, make("p", {}, this.address), this.form, this.answer);
    this.fill("");
  }

  // What it needs is known now.
  open() {
    this.form.hidden = false;
  }

  fill(id) {
    this.id = id;
    this.address.textContent = `${this.operation.method} ${this.operation.path.replace("{id}", id || "{id}")}`;
    if (this.body) this.body.value = pretty({ ...exampleOf(this.operation), ...(this.takes ? { [this.takes]: id } : {}) });
  }

  async run() {
    this.button.disabled = true;
    try {
      const path = this.operation.path.replace("{id}", this.id);
      const answer = await send(this.operation.method, path, this.body?.value);
      this.answer.dataset.good = answer.ok;
      await (answer.ok ? this.done(answer) : this.tell(await fault(answer)));
    } catch (error) {
      this.answer.dataset.good = false;
      this.tell(`The service did not answer: ${error.message}`);
    }
    this.button.disabled = false;
  }

  tell(...what) {
    this.answer.replaceChildren(...what);
  }

  async done(answer) {
    if (answer.headers.get("Content-Type").startsWith("application/pdf")) return this.showPaper(await answer.blob());
    const { data } = await answer.json();
    const found = [data.invoiceNumber ?? data.id, data.status].filter(Boolean).join(", ");
    this.tell(`${answer.status}: ${found}`, make("pre", { textContent: pretty(data), tabIndex: 0 }));
    const next = steps[steps.indexOf(this) + 1];
    if (!next) return;
    next.fill(data.id);
    next.open();
    next.button.focus();
  }

  showPaper(blob) {
    const href = URL.createObjectURL(blob);
    const name = "invoice.pdf";
    this.tell("200: ", make("a", { href, target: "_blank", textContent: "Open the PDF" }), " ",
      make("a", { href, download: name, textContent: "Keep it" }));
    one("#paper")?.remove();
    one("#first-steps").append(make("iframe", { id: "paper", src: `${href}#navpanes=0&view=FitH`, title: "The invoice" }));
  }
}

const authorize = async () => {
  const told = one("#caller");
  told.textContent = "";
  const answer = await send("GET", "/api/v1/me");
  if (!answer.ok) {
    told.textContent = await fault(answer);
    return;
  }
  const { data } = await answer.json();
  told.textContent = `${data.organization.name}, as ${data.role}. What you send is done for real.`;
  Reference.authorize(one("#token").value.trim());
  steps[0].open();
};

// A client without a secret names itself in the body (RFC 6749, section 2.3.1).
const logIn = async (form) => {
  const told = form.querySelector("output");
  told.textContent = "";
  const body = new URLSearchParams({ grant_type: "password", scope: "full", ...Object.fromEntries(new FormData(form)) });
  const answer = await fetch("/api/v1/oauth/token", { method: "POST", body });
  const login = await answer.json();
  form.elements.password.value = "";
  told.textContent = answer.ok ? "Logged in for an hour." : `${answer.status} ${login.error}: ${login.error_description}`;
  if (!answer.ok) return;
  one("#token").value = login.access_token;
  await authorize();
};

const onSubmit = (form, work) =>
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    work(form);
  });

const start = async () => {
  const operations = await Reference.show();
  for (const item of document.querySelectorAll("#steps > li"))
    steps.push(new Step(item, operations.get(item.dataset.operation)));
  onSubmit(one("#authorize"), authorize);
  onSubmit(one("#login form"), logIn);
  if (one("#token").value) authorize();
};

start();
