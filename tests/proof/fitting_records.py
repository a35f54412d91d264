"""Records that fit the requests of schemathesis: by the field that names one, the path, and the operation."""

# Which kind of record a field names; below, a path or an operation where it is not the path's own.
KIND_OF_FIELD = {
    "customerId": "customers",
    "groupId": "item-groups",
    "billId": "bills OPEN",
    "advancePlaceOfSupplyStateCode": "places",
    "invoiceId": "invoices SENT",
    "itemId": "items",
    "parentGroupId": "item-groups",
    "paymentTermId": "payment-terms",
    "purchaseOrderId": "purchase-orders",
    "quoteId": "quotes",
    "priceListId": "price-lists",
    "primaryVendorId": "vendors",
    "salesOrderId": "sales-orders",
    "salespersonId": "users",
    "sellerRegistrationId": "registrations",
    "taxRateId": "tax-rates",
    "vendorId": "vendors",
    "warehouseId": "warehouses",
}
# Days in bodies. Answers tell them as moments.
DAYS = (
    *("invoiceDate", "dueDate", "paymentDate", "expenseDate", "effectiveFrom", "effectiveTo"),
    *("startDate", "endDate"),
)
IN_ORDER = (("invoiceDate", "dueDate"), ("billDate", "dueDate"), ("effectiveFrom", "effectiveTo"))
KIND_OF_PATH = {"customer-ledger": "customers", "vendor-ledger": "vendors"}
# Documents by the noun of their operations -> the word of their path, what a draft is issued by, and its state then.
_DOCUMENTS = {
    "Invoice": ("invoices", "send", "SENT"),
    "Quote": ("quotes", "send", "SENT"),
    "SalesOrder": ("sales-orders", "confirm", "CONFIRMED"),
    "PurchaseOrder": ("purchase-orders", "issue", "ISSUED"),
    "Bill": ("bills", "open", "OPEN"),
    "CreditNote": ("credit-notes", "open", "OPEN"),
    "DebitNote": ("debit-notes", "open", "OPEN"),
}
_LATER = ("accept", "decline", "convert", "close", "void", "allocations")
# These end what they work on, or change what it can be used for.
USED_UP_BY = {
    f"{word}{noun}" for noun, (_, issue, _) in _DOCUMENTS.items() for word in ("delete", issue, *_LATER)
} | {"cancelInvoiceEInvoice", "cancelCreditNoteEInvoice"}
# Documents of one kind and state: `quotes DRAFT`.
KIND_OF_OPERATION = {
    f"{word}{noun}": f"{kind} {'DRAFT' if word in ('update', 'delete', issue) else issued}"
    for noun, (kind, issue, issued) in _DOCUMENTS.items()
    for word in ("update", "delete", issue, *_LATER)
} | {
    "allocatePaymentReceived": "payments-received UNAPPLIED",
    "setInvoiceEInvoice": "invoices SENT",
    "setCreditNoteEInvoice": "credit-notes OPEN",
    "cancelInvoiceEInvoice": "invoices REGISTERED",
    "cancelCreditNoteEInvoice": "credit-notes REGISTERED",
}
# What names a document and its party: these are of one party each, so that they fit.
OF_ONE_PARTY = {
    f"{word}{noun}" for noun in ("CreditNote", "DebitNote") for word in ("create", "update", "allocations")
} | {"allocatePaymentReceived"}
