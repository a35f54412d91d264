"""Bodies to begin with, by operation; ids are made up. Every one is valid by its schema."""

from typing import Any

_CUSTOMER = "cus_01M7Y0HZB0QBJX557JXPEM5GCS"
_INVOICE = "inv_01M7Y0HZB0QBJX557JXPEM5GCS"

_ADDRESS = {
    "line1": "1 Main Road",
    "city": "Mumbai",
    "state": "Maharashtra",
    "stateCode": "27",
    "pincode": "400001",
}
_BUYER = {
    "displayName": "Acme Traders",
    "email": "accounts@acme.example",
    "gstin": "27AAPFU0939F1ZV",
    "placeOfSupplyStateCode": "27",
    "billingAddress": _ADDRESS,
}
_SELLER = {
    "displayName": "Supplies LLP",
    "leadTimeDays": 7,
    "msmeType": "MICRO",
    "udyamNumber": "UDYAM-MH-00-0000001",
    "msmeAgreedCreditDays": 30,
    "msmeHasAgreement": True,
}
_SHIRT = {"name": "Shirt", "hsnOrSac": "6105", "unit": "PCS", "sellingPrice": 500, "trackInventory": True}
_GROUP = {"name": "Shirts", "description": "All of them"}
_PRICE_LIST = {"name": "Wholesale", "type": "SELLING", "effectiveFrom": "2026-04-01"}
_TAX_RATE = {"name": "GST 18%", "ratePercent": 18}
_CURRENCY = {"code": "USD", "name": "US Dollar", "symbol": "$", "exchangeRate": 83.25}
_TERM = {"name": "Net 30", "days": 30}
_ACCOUNT = {
    "accountName": "Current account",
    "accountType": "BANK",
    "bankName": "Example Bank",
    "accountNumber": "000123456789",
    "ifscCode": "EXMP0000001",
}
_EXPENSE = {"category": "Travel", "expenseDate": "2026-11-21", "amount": 1250.5, "notes": "To the fair"}
_BILLED = {
    "customerId": _CUSTOMER,
    "invoiceDate": "2026-11-21",
    "lines": [{"description": "Shirt, made to measure", "quantity": 2, "rate": 500, "taxRatePercent": 18}],
}
_PAID = {
    "customerId": _CUSTOMER,
    "paymentDate": "2026-11-21",
    "amount": 1180,
    "mode": "UPI",
    "allocations": [{"invoiceId": _INVOICE, "amount": 1180}],
}
_CONTACT = {"name": "Asha", "email": "asha@acme.example", "phone": "+91 22 1234 5678", "roleLabel": "Buyer"}

EXAMPLES: dict[str, dict[str, Any]] = {
    "issueToken": {
        "grant_type": "password",
        "client_id": "mobile",
        "username": "a@example.com",
        "password": "correct horse battery staple",
    },
    "revokeToken": {"token": "ort_…"},
    "createCustomer": _BUYER,
    "updateCustomer": _BUYER,
    "createCustomerContact": {"customerId": _CUSTOMER, **_CONTACT},
    "updateCustomerContact": {"phone": _CONTACT["phone"]},
    "createVendor": _SELLER,
    "updateVendor": _SELLER,
    "createItem": _SHIRT | {"variants": [{"size": "M"}, {"size": "L", "sellingPrice": 520}]},
    "updateItem": _SHIRT,
    "updateItemCore": _SHIRT,
    "createItemGroup": _GROUP,
    "updateItemGroup": _GROUP,
    "createPriceList": _PRICE_LIST,
    "updatePriceList": _PRICE_LIST,
    "createTaxRate": _TAX_RATE,
    "updateTaxRate": _TAX_RATE,
    "createCurrency": _CURRENCY,
    "updateCurrency": _CURRENCY,
    "createPaymentTerm": _TERM,
    "updatePaymentTerm": _TERM,
    "createAccount": _ACCOUNT,
    "updateAccount": _ACCOUNT,
    "createNumberSeries": {"docType": "QUOTE", "prefix": "QT-{FY}-"},
    "updateNumberSeries": {"prefix": "QT-{FY}-", "padding": 4},
    "createExpense": _EXPENSE,
    "updateExpense": _EXPENSE,
    "createInvoice": _BILLED,
    "calculateInvoice": _BILLED,
    "updateInvoice": _BILLED,
    "recordPaymentReceived": _PAID,
}
