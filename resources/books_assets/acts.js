// The few acts of a back office. An act is sent by dialog.js: `post` is its path, `build` makes the body of what was written.
import { today, words } from "./format.js";

const MODES = ["BANK_TRANSFER", "UPI", "CASH", "CHEQUE", "CARD", "GATEWAY", "OTHER"].map((mode) => [mode, words(mode)]);
const LEFT_OVER = "What is left over is the customer's credit.";
const UNPAID = ["SENT", "OVERDUE", "PARTIALLY_PAID"];

// What is left empty is left out.
const written = (values) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== "" && value != null));
const addresses = (value = "") => value.split(",").map((each) => each.trim()).filter(Boolean);

const send = () => ({
  label: "Send",
  title: "Send this invoice",
  says: "It takes the next number of its series and is owed from now on.",
  post: "/invoices/{id}/send",
  tone: "first",
  told: ({ invoiceNumber }) => `The invoice is sent: its number is ${invoiceNumber}.`,
});

const voiding = ({ number, says, post }) => ({
  label: "Void",
  title: `Void ${number}`,
  says: `${says} It stays void, and its number stays taken.`,
  post,
  tone: "danger",
  sure: `I want ${number} to be void`,
  told: () => `${number} is void.`,
});

const voidInvoice = ({ invoiceNumber: number }) =>
  voiding({ number, says: "A void invoice is owed no more, and its goods come back.", post: "/invoices/{id}/void" });

const voidNote = ({ creditNoteNumber: number }) =>
  voiding({ number, says: "A void credit note gives nothing back.", post: "/credit-notes/{id}/void" });

const openNote = () => ({
  label: "Open",
  title: "Open this credit note",
  says: "It takes the next number of its series, and the customer may use it from now on.",
  post: "/credit-notes/{id}/open",
  tone: "first",
  told: ({ creditNoteNumber }) => `The credit note is open: its number is ${creditNoteNumber}.`,
});

const paid = (invoice, { "allocations.0.amount": settled, amount, tdsAmount, ...others }) => ({
  ...written({ ...others, amount, tdsAmount }),
  customerId: invoice.customerId,
  currencyCode: invoice.currencyCode,
  exchangeRate: invoice.exchangeRate,
  allocations: settled == null ? [] : [{ invoiceId: invoice.id, amount: settled }],
});

const recordPayment = (invoice) => ({
  label: "Record a payment",
  title: `Record a payment of ${invoice.invoiceNumber}`,
  post: "/payments-received",
  tone: "first",
  fields: [
    { name: "paymentDate", label: "Date", type: "date", value: today(), required: true },
    { name: "amount", label: `Amount received, ${invoice.currencyCode}`, type: "number", value: invoice.balanceDue, required: true },
    { name: "allocations.0.amount", label: "Of it for this invoice", type: "number", value: invoice.balanceDue, hint: LEFT_OVER },
    { name: "mode", label: "Paid by", type: "select", options: MODES },
    { name: "referenceNumber", label: "Reference" },
    { name: "tdsAmount", label: "Tax that the customer deducted", type: "number", hint: "It settles the invoice like money." },
    { name: "tdsSectionCode", label: "Section it was deducted under" },
  ],
  build: (values) => paid(invoice, values),
  told: () => "The payment is recorded.",
});

const creditFields = (line, place) => [
  {
    name: `quantity-${place}`,
    group: line.description,
    label: "Quantity",
    type: "number",
    hint: `The invoice has ${line.quantity} ${line.unit ?? ""}. Empty: none of it.`,
  },
  { name: `restock-${place}`, label: "The goods come back", type: "checkbox" },
];

const credited = (invoice, values) =>
  invoice.lines
    .map(({ id }, place) => ({ place, id, quantity: values[`quantity-${place}`], restock: values[`restock-${place}`] === true }))
    .filter(({ quantity }) => quantity != null);

const makeCreditNote = (invoice) => ({
  label: "Make a credit note",
  title: `Make a credit note about ${invoice.invoiceNumber}`,
  says: "It is a draft until it is opened.",
  post: "/credit-notes",
  fields: [
    { name: "creditNoteDate", label: "Date", type: "date", value: today(), required: true },
    { name: "reason", label: "Reason" },
    ...invoice.lines.flatMap(creditFields),
  ],
  build: ({ creditNoteDate, reason, ...values }) => ({
    ...written({ creditNoteDate, reason }),
    customerId: invoice.customerId,
    invoiceId: invoice.id,
    lines: credited(invoice, values).map(({ id, quantity, restock }) => ({ originalInvoiceItemId: id, quantity, restock })),
  }),
  // An error tells the place of a line in what was sent.
  fieldOf: (path, values) => {
    const [, place, name] = path.match(/^lines\.(\d+)\.(\w+)/) ?? [];
    const line = credited(invoice, values)[place];
    return line ? `${name === "restock" ? name : "quantity"}-${line.place}` : path;
  },
  told: () => "The credit note is a draft. Open it to give it to the customer.",
  then: ({ id }) => `#/credit-notes/${id}`,
});

const mail = (post) => ({
  label: "Mail",
  title: "Mail it with its PDF",
  post,
  fields: [
    { name: "to", label: "To", type: "text", required: true, hint: "Addresses, with commas between them.", autocomplete: "email" },
    { name: "cc", label: "Copy to" },
    { name: "subject", label: "Subject", hint: "Empty: the organization's own." },
    { name: "message", label: "Message", type: "textarea", hint: "Empty: the organization's own." },
  ],
  build: ({ to, cc, ...values }) => ({ ...written(values), to: addresses(to), cc: addresses(cc) }),
  told: () => "The mail waits to be sent.",
});

export const mailStatement = () => mail("/customers/{id}/statement/email");

const ofInvoices = (invoice) => {
  if (invoice.status === "DRAFT") return [send()];
  if (invoice.status === "VOID") return [];
  const payment = UNPAID.includes(invoice.status) ? [recordPayment(invoice)] : [];
  return [...payment, makeCreditNote(invoice), mail("/invoices/{id}/email"), voidInvoice(invoice)];
};

const ofCreditNotes = (note) => {
  if (note.status === "DRAFT") return [openNote()];
  const ending = note.status === "OPEN" ? [voidNote(note)] : [];
  return note.status === "VOID" ? [] : [mail("/credit-notes/{id}/email"), ...ending];
};

const ACTS = {
  invoices: ofInvoices,
  "credit-notes": ofCreditNotes,
  quotes: ({ status }) => (status === "DRAFT" ? [] : [mail("/quotes/{id}/email")]),
  "payments-received": () => [mail("/payments-received/{id}/email")],
};

export const actsOf = (kind, record) =>
  (ACTS[kind.name]?.(record) ?? []).map((act) => ({ ...act, ids: { id: record.id } }));
