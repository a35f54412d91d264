"""Moves of documents from state to state, and the state that each begins with."""

#: Operation -> the status with which POST makes a document that can be moved so.
MOVES = {
    "POST /invoices/{id}/send": "DRAFT",
    "POST /invoices/{id}/void": "SENT",
    "POST /quotes/{id}/send": "DRAFT",
    "POST /quotes/{id}/accept": "SENT",
    "POST /quotes/{id}/decline": "SENT",
    "POST /quotes/{id}/convert": "SENT",
    "POST /sales-orders/{id}/convert": "CONFIRMED",
    "POST /purchase-orders/{id}/convert": "ISSUED",
    "POST /sales-orders/{id}/confirm": "DRAFT",
    "POST /sales-orders/{id}/close": "CONFIRMED",
    "POST /sales-orders/{id}/void": "CONFIRMED",
    "POST /credit-notes/{id}/open": "DRAFT",
    "POST /credit-notes/{id}/void": "OPEN",
    "POST /credit-notes/{id}/allocations": "OPEN",
    "POST /debit-notes/{id}/open": "DRAFT",
    "POST /debit-notes/{id}/void": "OPEN",
    "POST /debit-notes/{id}/allocations": "OPEN",
    "POST /payments-received/{id}/allocations": "",
    "POST /bills/{id}/open": "DRAFT",
    "POST /bills/{id}/void": "OPEN",
    "POST /purchase-orders/{id}/issue": "DRAFT",
    "POST /purchase-orders/{id}/close": "ISSUED",
    "POST /purchase-orders/{id}/void": "ISSUED",
}
