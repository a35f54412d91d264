// Asks what an act needs, sends it under a key of its own, and tells what came of it.
import { newKey, post, session } from "./api.js";
import { html, nothing, render } from "./lit-html/lit-html.js";
import { refused } from "./parts.js";

const dialog = document.createElement("dialog");
dialog.className = "act";
dialog.setAttribute("aria-labelledby", "act-title");
document.body.append(dialog);

const valueOf = ({ name, type }, form) => {
  const field = form.elements[name];
  if (type === "checkbox") return field.checked;
  return type === "number" ? (field.value === "" ? null : field.valueAsNumber) : field.value;
};

const valuesOf = (act, form) => Object.fromEntries((act.fields ?? []).map((field) => [field.name, valueOf(field, form)]));

const isOf = (name) => ({ field }) => field === name || field.startsWith(`${name}.`);
const errorsOf = (state, name) => state.errors.filter(isOf(name)).map(({ message }) => message).join(" ");
// The message tells the first of all; of what has no field here the others are told below it.
const unplaced = ({ fields = [] }, { errors }) => errors.slice(1).filter((each) => !fields.some(({ name }) => isOf(name)(each)));

const control = (field, state) => {
  const { name, type = "text", value = "", options = [], required = false, autocomplete = "off" } = field;
  const told = errorsOf(state, name) ? `error-${name}` : nothing;
  const described = [told, field.hint ? `hint-${name}` : nothing].filter((each) => each !== nothing).join(" ") || nothing;
  const invalid = told === nothing ? nothing : "true";
  if (type === "select")
    return html`<select id=${name} name=${name} aria-invalid=${invalid} aria-describedby=${described}>
      ${options.map(([word, shown]) => html`<option value=${word}>${shown}</option>`)}</select>`;
  if (type === "textarea")
    return html`<textarea id=${name} name=${name} rows="4" aria-invalid=${invalid} aria-describedby=${described}></textarea>`;
  if (type === "checkbox")
    return html`<input id=${name} name=${name} type="checkbox" aria-invalid=${invalid} aria-describedby=${described}>`;
  return html`<input id=${name} name=${name} type=${type} step=${type === "number" ? "any" : nothing} autocomplete=${autocomplete}
    value=${value} ?required=${required} aria-invalid=${invalid} aria-describedby=${described}>`;
};

const field = (each, state) => html`${each.group ? html`<h3>${each.group}</h3>` : nothing}
  <div class="field ${each.type === "checkbox" ? "checkbox" : ""}">
    <label for=${each.name}>${each.label}</label>${control(each, state)}
    ${each.hint ? html`<small id=${`hint-${each.name}`}>${each.hint}</small>` : nothing}
    ${errorsOf(state, each.name) ? html`<small class="error" id=${`error-${each.name}`}>${errorsOf(state, each.name)}</small>` : nothing}
  </div>`;

const shown = (act, state, submit) => html`<form @submit=${submit} novalidate>
  <h2 id="act-title">${act.title}</h2>
  ${act.says ? html`<p>${act.says}</p>` : nothing}
  ${state.refusal ? refused(state.refusal) : nothing}
  <ul>${unplaced(act, state).map(({ field: path, message }) => html`<li>${path}: ${message}</li>`)}</ul>
  ${(act.fields ?? []).map((each) => field(each, state))}
  ${act.sure ? html`<label class="sure"><input type="checkbox" name="sure"> ${act.sure}</label>` : nothing}
  <div class="acts">
    <button class=${act.tone ?? "first"} ?disabled=${state.isBusy}>${state.isBusy ? "A moment…" : act.label}</button>
    <button type="button" class="quiet" @click=${() => dialog.close()}>Cancel</button>
  </div>
</form>`;

const UNSURE = { message: "Tick the box if that is what you want.", details: [] };
// Who closes the dialog while something is sent may open another one, which is left alone then.
let latest = null;

// Context: `tell` a message with warnings, `reload` the view.
export const openAct = (act, context) => {
  const state = { errors: [], refusal: null, isBusy: false };
  // One for all tries: without an answer it may have been done, and what was refused is not remembered.
  const key = newKey();
  const draw = () => latest === state && render(shown(act, state, submit), dialog);
  const close = () => latest === state && dialog.close();

  const refuse = (refusal, values) => {
    const named = act.fieldOf ?? ((path) => path);
    state.refusal = refusal;
    state.errors = (refusal.details ?? []).map(({ field: path, message }) => ({ field: named(path, values), message }));
  };

  const send = async (values) => {
    const { data, warnings = [] } = await post(act.post, { ids: act.ids, key, body: act.build?.(values) });
    close();
    context.tell(act.told(data), warnings);
    const next = act.then?.(data);
    if (next) location.hash = next;
    else await context.reload();
  };

  const submit = async (event) => {
    event.preventDefault();
    const form = event.target;
    const values = valuesOf(act, form);
    state.isBusy = true;
    state.refusal = null;
    state.errors = [];
    draw();
    try {
      if (act.sure && !form.elements.sure.checked) refuse(UNSURE, values);
      else await send(values);
    } catch (refusal) {
      refuse(refusal, values);
      if (!session.kept) {
        close();
        await context.reload();
      }
    }
    state.isBusy = false;
    draw();
    if (latest === state) dialog.querySelector("[aria-invalid=true]")?.focus();
  };

  latest = state;
  render(nothing, dialog);
  draw();
  dialog.showModal();
};
