// One whole sale by a client that @hey-api/openapi-ts makes of the document; prints what came of it as JSON.
import { createCustomer, createInvoice, getInvoice, recordPaymentReceived, sendInvoice, type InvoiceInput } from "./client";
import { client } from "./client/client.gen";

const [, , baseUrl, token] = process.argv;
client.setConfig({ baseUrl: baseUrl as never, auth: token, throwOnError: true });

const sale = async () => {
  const customer = await createCustomer({ body: { displayName: "Sahil Travels" }, throwOnError: true });
  const body: InvoiceInput = {
    customerId: customer.data.data.id,
    invoiceDate: new Date().toISOString().slice(0, 10),
    lines: [{ description: "Coffee", hsnOrSac: "9963", quantity: 2, rate: 20, taxRatePercent: 5 }],
  };
  const draft = (await createInvoice({ body, throwOnError: true })).data.data;
  const path = { id: draft.id };
  const sent = (await sendInvoice({ path, throwOnError: true })).data.data;
  await recordPaymentReceived({
    body: {
      customerId: body.customerId,
      paymentDate: body.invoiceDate,
      amount: draft.total,
      mode: "UPI",
      allocations: [{ invoiceId: draft.id, amount: draft.total }],
    },
    throwOnError: true,
  });
  const invoice = (await getInvoice({ path, throwOnError: true })).data.data;
  const total: number = invoice.total;
  console.log(JSON.stringify({ number: sent.invoiceNumber, status: invoice.status, total }));
};

sale().catch((error) => {
  console.error(error);
  process.exit(1);
});
