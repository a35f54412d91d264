// The kinds of records: where each is read, and what is shown of it. What is done to it is in acts.js.
import { caller } from "./api.js";
import { count, days, linked, money, moments, onlyYes, opening, party, status, text, word, yes } from "./parts.js";

const customer = party("customers", "customerId", "Customer");
const vendor = party("vendors", "vendorId", "Vendor");
const BETWEEN = ["from", "to"];
const TAXED = [text("placeOfSupplyStateCode", "Place of supply"), word("gstCategory", "GST category"), onlyYes("reverseCharge")];
// What is in the organization's own currency does not say so.
const foreign = (each) => ({
  ...each,
  cell: (record) => (record.currencyCode === caller.organization.currency ? "" : each.cell(record)),
});
const MONEY_FACTS = [foreign(text("currencyCode", "Currency")), foreign(count("exchangeRate"))];
const PAID_BY = word("mode", "Paid by");
const TDS = money("tdsAmount", "Tax deducted");
const MAILED = moments("emailSentAt", "Mailed");
const SAID = [text("externalReference"), text("notes"), text("termsAndConditions", "Terms")];

const documents = {
  invoices: {
    title: "Invoices",
    one: "Invoice",
    read: "/invoices/{id}",
    pdf: "/invoices/{id}/pdf",
    mails: "/invoices/{id}/email",
    payments: "/invoices/{id}/payments",
    number: "invoiceNumber",
    statuses: ["DRAFT", "SENT", "OVERDUE", "PARTIALLY_PAID", "PAID", "VOID"],
    columns: [days("invoiceDate", "Date"), customer, status("status"), days("dueDate", "Due"), money("total"), money("balanceDue", "Open")],
    facts: [customer, days("invoiceDate", "Date"), days("dueDate", "Due"), ...TAXED, ...MONEY_FACTS, text("irn", "IRN"),
      linked("quotes", "quoteId", "Quote"), linked("sales-orders", "salesOrderId", "Sales order"), MAILED, ...SAID],
  },
  quotes: {
    title: "Quotes",
    one: "Quote",
    read: "/quotes/{id}",
    pdf: "/quotes/{id}/pdf",
    mails: "/quotes/{id}/email",
    number: "quoteNumber",
    statuses: ["DRAFT", "SENT", "ACCEPTED", "DECLINED", "EXPIRED"],
    columns: [days("quoteDate", "Date"), customer, status("status"), days("expiryDate", "Valid until"), money("total")],
    facts: [customer, days("quoteDate", "Date"), days("expiryDate", "Valid until"), ...TAXED, ...MONEY_FACTS, ...SAID],
  },
  "sales-orders": {
    title: "Sales orders",
    one: "Sales order",
    read: "/sales-orders/{id}",
    pdf: "/sales-orders/{id}/pdf",
    number: "salesOrderNumber",
    statuses: ["DRAFT", "CONFIRMED", "CLOSED", "VOID"],
    columns: [days("orderDate", "Date"), customer, status("status"), days("expectedShipmentDate", "Shipment"), money("total")],
    facts: [customer, days("orderDate", "Date"), days("expectedShipmentDate", "Shipment"), linked("quotes", "quoteId", "Quote"),
      ...TAXED, ...MONEY_FACTS, ...SAID],
  },
  "credit-notes": {
    title: "Credit notes",
    one: "Credit note",
    read: "/credit-notes/{id}",
    pdf: "/credit-notes/{id}/pdf",
    mails: "/credit-notes/{id}/email",
    number: "creditNoteNumber",
    statuses: ["DRAFT", "OPEN", "CLOSED", "VOID"],
    columns: [days("creditNoteDate", "Date"), customer, status("status"), money("total"), money("balanceUnallocated", "Unused")],
    facts: [customer, days("creditNoteDate", "Date"), text("reason"), linked("invoices", "invoiceId", "Invoice", "originalInvoiceNumber"),
      ...TAXED, ...MONEY_FACTS, text("irn", "IRN"), MAILED, ...SAID],
  },
  "payments-received": {
    title: "Payments received",
    one: "Payment received",
    read: "/payments-received/{id}",
    pdf: "/payments-received/{id}/pdf",
    mails: "/payments-received/{id}/email",
    number: "paymentNumber",
    columns: [days("paymentDate", "Date"), customer, PAID_BY, money("amount"), TDS, money("allocated")],
    facts: [customer, days("paymentDate", "Date"), PAID_BY, text("referenceNumber", "Reference"), money("amount"),
      TDS, text("tdsSectionCode", "Section"), money("allocated"), ...MONEY_FACTS, MAILED, ...SAID],
  },
  bills: {
    title: "Bills",
    one: "Bill",
    read: "/bills/{id}",
    number: "billNumber",
    statuses: ["DRAFT", "OPEN", "OVERDUE", "PARTIALLY_PAID", "PAID", "VOID"],
    columns: [days("billDate", "Date"), vendor, status("status"), days("dueDate", "Due"), money("total"), money("balanceDue", "Open")],
    facts: [vendor, days("billDate", "Date"), days("dueDate", "Due"), text("vendorBillNumber", "Vendor's number"),
      linked("purchase-orders", "purchaseOrderId", "Purchase order"), yes("itcEligible", "Input tax credit"),
      ...TAXED, ...MONEY_FACTS, ...SAID],
  },
  "purchase-orders": {
    title: "Purchase orders",
    one: "Purchase order",
    read: "/purchase-orders/{id}",
    pdf: "/purchase-orders/{id}/pdf",
    number: "purchaseOrderNumber",
    statuses: ["DRAFT", "ISSUED", "CLOSED", "VOID"],
    columns: [days("orderDate", "Date"), vendor, status("status"), days("expectedDate", "Expected"), money("total")],
    facts: [vendor, days("orderDate", "Date"), days("expectedDate", "Expected"), ...TAXED, ...MONEY_FACTS, ...SAID],
  },
  "debit-notes": {
    title: "Debit notes",
    one: "Debit note",
    read: "/debit-notes/{id}",
    number: "debitNoteNumber",
    statuses: ["DRAFT", "OPEN", "CLOSED", "VOID"],
    columns: [days("debitNoteDate", "Date"), vendor, status("status"), money("total"), money("balanceUnallocated", "Unused")],
    facts: [vendor, days("debitNoteDate", "Date"), text("reason"), linked("bills", "billId", "Bill"), ...TAXED, ...MONEY_FACTS, ...SAID],
  },
  "payments-made": {
    title: "Payments made",
    one: "Payment made",
    read: "/payments-made/{id}",
    number: "paymentNumber",
    columns: [days("paymentDate", "Date"), vendor, PAID_BY, money("amount"), money("allocated")],
    facts: [vendor, days("paymentDate", "Date"), PAID_BY, text("referenceNumber", "Reference"), money("amount"), money("allocated"),
      ...MONEY_FACTS, ...SAID],
  },
  expenses: {
    title: "Expenses",
    one: "Expense",
    read: "/expenses/{id}",
    number: "expenseNumber",
    columns: [days("expenseDate", "Date"), text("category"), vendor, money("amount"), money("taxAmount", "Tax")],
    facts: [vendor, days("expenseDate", "Date"), text("category"), money("amount"), money("taxAmount", "Tax"),
      count("taxRatePercent", "Rate %"), yes("itcEligible", "Input tax credit"), ...MONEY_FACTS, ...SAID],
  },
};

const address = (key, title) => ({
  label: title,
  cell: ({ [key]: it }) => (it ? [it.line1, it.line2, it.city, it.pincode, it.state, it.country].filter(Boolean).join(", ") : ""),
});
const REGISTERED = [text("gstin", "GSTIN"), text("placeOfSupplyStateCode", "State")];
const REACHED = [text("legalName"), text("gstin", "GSTIN"), text("pan", "PAN"), word("gstCategory", "GST category"), text("email"),
  text("phone"), address("billingAddress", "Billing address"), address("shippingAddress", "Shipping address"),
  count("paymentTermsDays", "Days to pay"), money("openingBalance"), text("currencyCode", "Currency"), yes("isActive", "Active"), ...SAID];

const PRICES = [money("sellingPrice"), money("purchasePrice")];

const masters = {
  customers: {
    title: "Customers",
    one: "Customer",
    read: "/customers/{id}",
    number: "displayName",
    columns: [...REGISTERED, text("email"), text("phone"), yes("isActive", "Active")],
    facts: REACHED,
  },
  vendors: {
    title: "Vendors",
    one: "Vendor",
    read: "/vendors/{id}",
    number: "displayName",
    columns: [text("vendorCode", "Code"), ...REGISTERED, text("email"), yes("isActive", "Active")],
    facts: [text("vendorCode", "Code"), ...REACHED, word("msmeType", "MSME"), text("udyamNumber", "Udyam number")],
  },
  items: {
    title: "Items",
    one: "Item",
    read: "/items/{id}",
    number: "name",
    columns: [text("sku", "SKU"), text("hsnOrSac", "HSN or SAC"), text("unit"), ...PRICES, yes("isActive", "Active")],
    facts: [text("sku", "SKU"), word("type"), text("hsnOrSac", "HSN or SAC"), text("unit"), ...PRICES,
      word("taxability"), yes("trackInventory", "Stock is kept"), yes("isActive", "Active"), text("description"),
      text("externalReference")],
  },
};

const complete = ([name, kind]) => [
  name,
  {
    ...kind,
    name,
    list: kind.read.replace("/{id}", ""),
    between: name in documents ? BETWEEN : [],
    hasActive: name in masters,
    columns: [opening(name, kind.number, name in documents ? "Number" : "Name"), ...kind.columns],
  },
];

export const KINDS = Object.fromEntries(Object.entries({ ...documents, ...masters }).map(complete));

export const GROUPS = [
  ["Sales", ["invoices", "quotes", "sales-orders", "credit-notes", "payments-received", "customers"]],
  ["Purchases", ["bills", "purchase-orders", "debit-notes", "payments-made", "expenses", "vendors"]],
  ["Goods", ["items"]],
];
