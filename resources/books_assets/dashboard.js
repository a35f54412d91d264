// The first view: what is owed and since when, what was sold, who owes most, the tax of the month.
import { get } from "./api.js";
import { month, monthsAgo, today } from "./format.js";
import { readTax, taxTable } from "./gst.js";
import { html } from "./lit-html/lit-html.js";
import { facts, given, heading, link, rupees, section, settled, table } from "./parts.js";

const OWING = 10;
const AGES = { Current: "Not due", "1-30d": "1–30 days", "31-60d": "31–60 days", "61-90d": "61–90 days", "90+d": "Over 90 days" };
const SHORT_AGES = { Current: "Not due", "1-30d": "1–30", "31-60d": "31–60", "61-90d": "61–90", "90+d": "90+" };

const bars = (title, points, columns, rows) => html`
  <bar-plot role="img" aria-label=${`${title}, as bars. The figures follow.`} .points=${points}></bar-plot>
  <details><summary>The figures</summary>${table({ caption: title, columns, rows })}</details>`;

const OWED = [rupees("totalOutstanding", "Customers owe"), rupees("overdueAmount", "Of it overdue")];
const owed = ({ totalOutstanding, overdueAmount, aging }) => html`
  ${facts(OWED, { totalOutstanding, overdueAmount }, "figures")}
  ${bars(
    "Receivables by days overdue",
    aging.map(({ bucket, amount }) => ({ label: SHORT_AGES[bucket] ?? bucket, value: amount })),
    [{ label: "Days overdue", cell: ({ bucket }) => AGES[bucket] ?? bucket }, rupees("amount")],
    aging,
  )}`;

const sold = ({ rows, totals }) => html`
  ${facts([rupees("total", "Of twelve months, with tax"), rupees("taxableValue", "Without tax")], totals, "figures")}
  ${bars(
    "Sales by month",
    rows.map((row) => ({ label: month(row.month).slice(0, 3), value: row.total })),
    [{ label: "Month", cell: (row) => month(row.month) }, rupees("taxableValue"), rupees("total")],
    rows,
  )}`;

const OWERS = [
  { label: "Customer", cell: ({ customerId, name }) => link(`customers/${customerId}/ledger`, name) },
  rupees("overdue"),
  rupees("outstanding", "Owes"),
];

const owers = ({ rows }) =>
  table({ caption: "Who owes most", columns: OWERS, rows: rows.slice(0, OWING), empty: "Nobody owes anything." });

const payable = (data) => html`<p>Of the registration ${data.document.gstin}. ${link("gst", "All of the month")}</p>
  ${taxTable(data)}`;

export const dashboard = async () => {
  const year = { from: monthsAgo(11), to: today() };
  const period = today().slice(0, 7);
  const [receivables, sales, most, tax] = await settled(
    get("/dashboard/receivables"),
    get("/reports/sales", { query: { ...year, by: "month" } }),
    get("/reports/receivables"),
    readTax({ period }),
  );
  const draw = () => html`${heading("Dashboard")}
    <div class="panels">
      ${section("Receivables by days overdue", given(receivables, owed))} ${section("Sales by month", given(sales, sold))}
      ${section("Who owes most", given(most, owers))}
      ${section(`GST of ${month(period)}`, given(tax, payable))}
    </div>`;
  return { title: "Dashboard", draw };
};
