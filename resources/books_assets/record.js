// One record: its facts, lines and totals, what belongs to it, its PDF, and its trail.
import { actsOf } from "./acts.js";
import { get } from "./api.js";
import { badge, quantity } from "./format.js";
import { html, nothing } from "./lit-html/lit-html.js";
import { learn, nameOf } from "./names.js";
import { acts, count, days, facts, given, heading, link, moments, money } from "./parts.js";
import { section, settled, status, table, text, word, yes } from "./parts.js";
import { trailOf, trailTable } from "./trail.js";

const described = {
  label: "Description",
  cell: ({ description, hsnOrSac }) => html`${description}${hsnOrSac ? html` <small>${hsnOrSac}</small>` : nothing}`,
};
const measured = {
  label: "Quantity",
  number: true,
  cell: (line) => html`${quantity(line.quantity)} <small>${line.unit ?? ""}</small>`,
};
const LINES = [described, measured, money("rate"), money("discount"), money("taxableAmount", "Taxable"),
  count("taxRatePercent", "Tax %"), money("total")];
const TOTALS = [money("subTotal"), money("discountTotal", "Discount"), money("cgstTotal", "CGST"),
  money("sgstTotal", "SGST"), money("igstTotal", "IGST"), money("cessTotal", "Cess"), money("adjustmentAmount", "Adjustment"),
  money("roundOff"), { ...money("total"), strong: true }, money("amountPaid", "Settled"),
  money("balanceDue", "Open"), money("allocatedAmount", "Used"), money("balanceUnallocated", "Unused")];
const ALWAYS = ["Total", "Open", "Sub total"];
const VARIANTS = [text("size"), text("sku", "SKU"), money("sellingPrice"), money("purchasePrice"), yes("isActive", "Active")];
const PAID = [
  { label: "Payment", cell: ({ paymentId, paymentNumber }) => link(`payments-received/${paymentId}`, paymentNumber) },
  days("paymentDate", "Date"), word("mode", "Paid by"), money("amount"),
];
const ALLOCATED = [
  {
    label: "Of",
    cell: ({ invoiceId, billId }) => (invoiceId ? link(`invoices/${invoiceId}`, invoiceId) : link(`bills/${billId}`, billId)),
  },
  money("amount"),
];
const MAILED = [moments("createdAt", "Asked for"), { label: "To", cell: ({ to }) => to.join(", ") }, status("status"),
  moments("sentAt", "Sent"), text("failure")];

// What is nothing says nothing, but for the figures that everybody looks for.
const worthTelling = (record) =>
  TOTALS.filter(({ label, cell }) => ALWAYS.includes(label) || !["0.00", ""].includes(cell({ ...record, currencyCode: null })));

const linesOf = (record) => record.lines ?? record.items ?? record.lineItems;

const tableOf = (caption, columns, empty) => (rows) => table({ caption, columns, rows, empty });

const body = (kind, record, currencyCode) => html`
  ${facts(kind.facts, record)}
  ${linesOf(record)
    ? section("Lines", table({ caption: "Lines", columns: LINES, rows: linesOf(record).map((line) => ({ ...line, currencyCode })) }),
        facts(worthTelling(record), record, "totals"))
    : nothing}
  ${record.variants ? section("Variants", table({ caption: "Variants", columns: VARIANTS, rows: record.variants })) : nothing}
  ${record.allocations
    ? section("Settles", tableOf("Settles", ALLOCATED, "Nothing is settled with it yet.")(record.allocations))
    : nothing}`;

const paperOf = (kind, record, title) =>
  kind.pdf
    ? html`<section class="paper"><h2>PDF</h2>
        <paper-view .source=${{ path: kind.pdf, ids: { id: record.id }, version: record.updatedAt, title }}></paper-view></section>`
    : nothing;

const ledgerLink = ({ name }, { id }) =>
  ["customers", "vendors"].includes(name) ? html`<p>${link(`${name}/${id}/ledger`, "Ledger")}</p>` : nothing;

export const record = async (kind, context) => {
  const ids = { id: context.params[1] };
  const { data } = await get(kind.read, { ids });
  const none = Promise.resolve({ data: [] });
  const [payments, mails, trail] = await settled(
    kind.payments ? get(kind.payments, { ids }) : none,
    kind.mails ? get(kind.mails, { ids }) : none,
    trailOf(ids.id),
    learn("customers", [data.customerId]),
    learn("vendors", [data.vendorId]),
  );
  const name = data[kind.number] ?? data.id;
  const title = kind.hasActive ? name : `${kind.one} ${name}`;
  const draw = () => html`
    <p class="above">${link(kind.name, kind.title)}</p>
    ${heading(title, data.status ? badge(data.status) : nothing)}
    ${ledgerLink(kind, data)} ${acts(actsOf(kind, data), context)}
    <div class=${kind.pdf ? "beside" : ""}>
      <div>
        ${body(kind, data, data.currencyCode)}
        ${kind.payments ? section("Payments", given(payments, tableOf("Payments", PAID, "Nothing is paid yet."))) : nothing}
        ${kind.mails ? section("Mails", given(mails, tableOf("Mails", MAILED, "It was not mailed."))) : nothing}
      </div>
      ${paperOf(kind, data, title)}
    </div>
    ${section("Trail", given(trail, trailTable))}`;
  return { title: data.customerId ? `${title}, ${nameOf(data.customerId)}` : title, draw };
};
