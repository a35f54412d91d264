"""Where bodies name other records."""

#: Where a body names another record: its place, and the collection that record is of. PATCH takes what POST
#: of the collection takes, and where it has a line of its own that too.
REFERENCES: dict[str, dict[str, str]] = {
    "/customers": {
        "paymentTermId": "/payment-terms",
        "priceListId": "/price-lists",
        "salespersonId": "users",
    },
    "/customer-contacts": {"customerId": "/customers"},
    "/items": {
        "groupId": "/item-groups",
        "taxRateId": "/tax-rates",
        "primaryVendorId": "/vendors",
    },
    "/items/{id}": {"variants.0.id": "variants"},
    "/item-groups": {"parentGroupId": "/item-groups"},
    "/price-lists": {"entries.0.itemId": "/items", "entries.0.itemVariantId": "variants"},
    "/expenses": {"vendorId": "/vendors"},
    "/invoices": {
        "customerId": "/customers",
        "salespersonId": "users",
        "sellerRegistrationId": "registrations",
        "warehouseId": "warehouses",
        "lines.0.itemId": "/items",
        "lines.0.itemVariantId": "variants",
    },
    "/payments-received": {"customerId": "/customers", "allocations.0.invoiceId": "/invoices"},
}
