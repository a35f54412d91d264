// The ledger of a customer or a vendor, and a customer's statement.
import { mailStatement } from "./acts.js";
import { get } from "./api.js";
import { badge, day, words } from "./format.js";
import { html, nothing } from "./lit-html/lit-html.js";
import { acts, days, facts, field, filters, heading, link, money, section, table, word } from "./parts.js";

const LEDGERS = {
  customers: { read: "/customer-ledger/{id}", who: "customer", title: "Customers", outstanding: "They owe" },
  vendors: { read: "/vendor-ledger/{id}", who: "vendor", title: "Vendors", outstanding: "We owe" },
};
// An entry names its document by its number.
const KIND = {
  customers: { invoice: "invoices", payment: "payments-received", credit_note: "credit-notes" },
  vendors: { bill: "bills", payment: "payments-made", debit_note: "debit-notes" },
};

const columns = (name) => [
  { label: "Number", cell: ({ type, number }) => link(`${KIND[name][type]}?q=${encodeURIComponent(number)}`, number) },
  days("date"),
  word("type"),
  { label: "Status", cell: ({ type, status: told }) => (type === "payment" ? words(told) : badge(told)) },
  money("debit"),
  money("credit"),
  money("balance"),
];

// It is printed when somebody wants to see it.
const statement = (id, { from, to }, name) => html`<details class="paper">
  <summary>The statement as a PDF</summary>
  <paper-view waits
    .source=${{ path: "/customers/{id}/ledger-pdf", ids: { id }, query: { from, to }, title: `Statement of ${name}` }}></paper-view>
</details>`;

export const ledger = async ({ params: [kind, id], query, open }) => {
  const { read, who, title, outstanding } = LEDGERS[kind];
  const asked = Object.fromEntries(query);
  const { data } = await get(read, { ids: { id }, query: asked });
  const { displayName, currencyCode } = data[who];
  const inCurrency = (rows) => rows.map((each) => ({ ...each, currencyCode }));
  const mail = { ...mailStatement(), label: "Mail the statement", ids: { id } };
  const draw = () => html`
    <p class="above">${link(kind, title)} / ${link(`${kind}/${id}`, displayName)}</p>
    ${heading(`Ledger of ${displayName}`)}
    ${facts([money("outstanding", outstanding), money("openingBalance")], { ...data, currencyCode }, "figures")}
    ${kind === "customers" ? acts([mail], { open }) : nothing}
    ${filters(`${kind}/${id}/ledger`, field("from", "From", query.get("from"), "date"), field("to", "To", query.get("to"), "date"))}
    ${kind === "customers" ? statement(id, asked, displayName) : nothing}
    ${section(
      "Entries",
      query.get("from") ? html`<p>The balance counts what lies before ${day(query.get("from"))} too.</p>` : nothing,
      table({ caption: "Entries", columns: columns(kind), rows: inCurrency(data.entries), empty: "Nothing happened on these days." }),
    )}`;
  return { title: `Ledger of ${displayName}`, draw };
};
