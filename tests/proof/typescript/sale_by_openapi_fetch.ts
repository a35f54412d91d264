// One whole sale by a client that openapi-typescript makes of the document; prints what came of it as JSON.
import createClient from "openapi-fetch";
import type { components, paths } from "./document.js";

type Body = components["schemas"]["InvoiceInput"];

const [, , baseUrl, token] = process.argv;
const api = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token}` } });

// Fails at compile time where data may be missing, at run time where it is.
const dataOf = <Answer extends { data: unknown }>(answer: { data?: Answer; error?: unknown }): Answer["data"] => {
  if (!answer.data) throw new Error(JSON.stringify(answer.error));
  return answer.data.data;
};

const customer = dataOf(await api.POST("/api/v1/customers", { body: { displayName: "Sahil Travels" } }));
const body: Body = {
  customerId: customer.id,
  invoiceDate: new Date().toISOString().slice(0, 10),
  lines: [{ description: "Coffee", hsnOrSac: "9963", quantity: 2, rate: 20, taxRatePercent: 5 }],
};
const draft = dataOf(await api.POST("/api/v1/invoices", { body }));
const params = { path: { id: draft.id } };
const sent = dataOf(await api.POST("/api/v1/invoices/{id}/send", { params }));
await api.POST("/api/v1/payments-received", {
  body: {
    customerId: customer.id,
    paymentDate: body.invoiceDate,
    amount: draft.total,
    mode: "UPI",
    allocations: [{ invoiceId: draft.id, amount: draft.total }],
  },
});
const invoice = dataOf(await api.GET("/api/v1/invoices/{id}", { params }));
const total: number = invoice.total;
console.log(JSON.stringify({ number: sent.invoiceNumber, status: invoice.status, total }));
