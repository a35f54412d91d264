// GSTR-1 compared with the books, and the tax of GSTR-3B, of a month.
import { get } from "./api.js";
import { amount, month, today } from "./format.js";
import { html, nothing } from "./lit-html/lit-html.js";
import { choice, count, facts, field, filters, given, heading, rupees, section, settled, table, text } from "./parts.js";

const SECTIONS = {
  b2b: "b2b: registered buyers",
  b2cl: "b2cl: large, to other states",
  b2cs: "b2cs: other consumers",
  exp: "exp: exports",
  cdnr: "cdnr: notes, registered",
  cdnur: "cdnur: notes, unregistered",
  nil: "nil: nil rated, exempt",
};
const FIGURES = [count("documents"), rupees("taxableValue"), rupees("igst", "IGST"), rupees("cgst", "CGST"),
  rupees("sgst", "SGST"), rupees("cess")];
const SUMMARY = [{ label: "Section", cell: (row) => SECTIONS[row.section] ?? row.section ?? "Books" }, ...FIGURES];
const PROBLEMS = [text("message", "What cannot be filed"), text("field"), text("recordId", "Record")];
const TAX = [text("row", ""), rupees("iamt", "IGST"), rupees("camt", "CGST"), rupees("samt", "SGST"), rupees("csamt", "Cess")];
TAX[0].label = "GSTR-3B";

// The rows of GSTR-3B, whose keys are the portal's.
export const taxTable = ({ document }) =>
  table({
    caption: "Tax of the month",
    columns: TAX,
    rows: document ? [
      { row: "Payable on supplies, 3.1(a)", ...document.sup_details.osup_det },
      { row: "Payable on zero rated supplies, 3.1(b)", ...document.sup_details.osup_zero },
      { row: "Payable under reverse charge, 3.1(d)", ...document.sup_details.isup_rev },
      { row: "Input tax credit, 4(C)", ...document.itc_elg.itc_net },
    ] : [],
  });

export const readTax = (query) => get("/gst/gstr-3b", { query });

const summaryOf = ({ sections, books, difference, problems }) => html`
  ${table({ caption: "GSTR-1", columns: SUMMARY, rows: sections, last: { ...books, section: null } })}
  ${facts([{ label: "Difference between both", number: true, cell: () => amount(difference) }], {}, "totals")}
  ${table({ caption: "What cannot be filed", columns: PROBLEMS, rows: problems, empty: "Everything of the month can be filed." })}`;

const registrationChoice = ({ data = [] }, query) =>
  data.length > 1
    ? choice("registrationId", "Registration", query.get("registrationId") ?? data.find(({ isDefault }) => isDefault)?.id,
        data.map(({ id, gstin, stateCode }) => [id, gstin ?? stateCode]))
    : nothing;

export const gst = async ({ query }) => {
  const asked = { period: today().slice(0, 7), ...Object.fromEntries(query) };
  const [registrations, summary, tax] = await settled(
    get("/registrations"),
    get("/gst/gstr-1/summary", { query: asked }),
    readTax(asked),
  );
  const draw = () => html`${heading("GST returns")}
    ${filters("gst", field("period", "Month", asked.period, "month"), registrationChoice(registrations, query))}
    ${section(`GSTR-1 of ${month(asked.period)}`, given(summary, summaryOf))}
    ${section(`Tax of ${month(asked.period)}`, given(tax, taxTable))}`;
  return { title: `GST returns of ${month(asked.period)}`, draw };
};
