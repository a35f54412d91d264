// Who did what: of one record, and of all.
import { caller, get } from "./api.js";
import { label, moment, words } from "./format.js";
import { html, nothing } from "./lit-html/lit-html.js";
import { choice, field, filters, heading, link, pages, section, table } from "./parts.js";

const DONE = { INSERT: "Made", UPDATE: "Changed", DELETE: "Removed" };
const SILENT = ["updatedAt", "updatedBy"];

const shown = (value) => (value == null || value === "" ? "nothing" : typeof value === "object" ? JSON.stringify(value) : String(value));

const changes = ({ action, before, after }) =>
  action === "UPDATE"
    ? html`<ul class="changes">
        ${Object.keys(after)
          .filter((name) => !SILENT.includes(name))
          .map((name) => html`<li>${label(name)}: <del>${shown(before?.[name])}</del> → <ins>${shown(after[name])}</ins></li>`)}
      </ul>`
    : html`<details><summary>The whole record</summary><pre tabindex="0">${JSON.stringify(after ?? before, null, 2)}</pre></details>`;

const nameOf = (userId) => (userId === caller.me.user.id ? "You" : (userId ?? "An operator"));
const by = ({ userId, requestId }) => html`${nameOf(userId)}<br><small>${requestId}</small>`;

const COLUMNS = [
  { label: "When", cell: ({ at }) => moment(at) },
  { label: "What", cell: ({ action }) => DONE[action] },
  { label: "By", cell: by },
  { label: "Changes", cell: changes },
];

export const trailOf = (id) => get("/audit", { query: { recordId: id, limit: 25 } });

export const trailTable = (data, meta) => html`${table({ caption: "Trail", columns: COLUMNS, rows: data, empty: "Nothing is on record." })}
  ${meta.hasMore ? link(`trail?recordId=${encodeURIComponent(data[0].recordId)}&page=2`, "Earlier changes") : nothing}`;

const told = (kind) => words(kind.replaceAll("-", " "));
const TABLES = ["invoices", "quotes", "sales-orders", "credit-notes", "payments-received", "customers", "bills", "purchase-orders",
  "debit-notes", "payments-made", "expenses", "vendors", "items", "mails", "tokens", "webhook-endpoints"];

export const trail = async ({ query }) => {
  const { data, meta } = await get("/audit", { query: { ...Object.fromEntries(query), limit: 25 } });
  const record = {
    label: "Record",
    cell: ({ table: kind, recordId }) => html`${told(kind)}<br>${link(`trail?recordId=${encodeURIComponent(recordId)}`, recordId)}`,
  };
  const [when, ...others] = COLUMNS;
  const draw = () => html`${heading("Trail")}
    ${filters(
      "trail",
      field("q", "Search", query.get("q"), "search"),
      choice("table", "Kind", query.get("table"), [["", "All"], ...TABLES.map((kind) => [kind, told(kind)])]),
      field("from", "From", query.get("from"), "date"),
      field("to", "To", query.get("to"), "date"),
      query.get("recordId") ? field("recordId", "Record", query.get("recordId")) : nothing,
    )}
    ${section("Newest first", table({ caption: "Trail", columns: [when, record, ...others], rows: data, empty: "Nothing is found." }))}
    ${pages("trail", query, meta)}`;
  return { title: "Trail", draw };
};
