"""Notes to customers and vendors in the same words, with the documents that they are about."""

from dataclasses import dataclass
from typing import Any

from webtest import TestResponse

from tests.api.references import load_documents
from tests.selling import DAY, LATER, customer, sent, vendor
from tests.service import Client

Body = dict[str, Any]
WORK = {"description": "Work", "quantity": 3, "rate": 100, "taxRatePercent": 18}
GSTIN = "27AAPFU0939F1ZV"


@dataclass(frozen=True)
class Side:
    """Credit notes about invoices, or debit notes about bills."""

    path: str
    number: str
    day: str
    party: str
    claim: str
    original: str
    first: str

    def new_party(self, org: Client) -> str:
        return customer(org) if self.party == "customerId" else vendor(org, gstin=GSTIN)

    def claims(self, org: Client, party: str, *lines: Body, **fields: Any) -> Body:
        """A new invoice or bill in force, as it reads, with its `lines`."""
        if self.claim == "invoiceId":
            return sent(org, party, *(lines or (WORK,)), **fields)
        facts = {"vendorId": party, "billDate": DAY, "dueDate": LATER, "status": "OPEN"}
        (id,) = load_documents(org, "bills", facts | {"lines": list(lines) or [WORK]} | fields)
        record: Body = org.read(f"/bills/{id}")
        return record | {"lines": record["items"]}

    def body(self, party: str, *lines: Body, **fields: Any) -> Body:
        return {self.party: party, self.day: DAY, "lines": list(lines) or [WORK]} | fields

    def part(self, claim: Body, place: int = 0, **fields: Any) -> Body:
        """A line that gives back one of a line."""
        return {self.original: claim["lines"][place]["id"], "quantity": 1} | fields

    def make(self, org: Client, party: str, *lines: Body, **fields: Any) -> Body:
        """A new note, as it reads."""
        made = org.make(self.path, self.body(party, *lines, **fields))
        return self.read(org, made["id"])

    def read(self, org: Client, id: str) -> Body:
        record: Body = org.read(f"{self.path}/{id}")
        return record

    def move(self, org: Client, id: str, word: str, body: Body | None = None, **headers: str) -> TestResponse:
        return org.post(f"{self.path}/{id}/{word}", body, **headers)

    def settle(self, org: Client, id: str, *allocations: tuple[Body, float]) -> TestResponse:
        rows = [{self.claim: claim["id"], "amount": amount} for claim, amount in allocations]
        return self.move(org, id, "allocations", {"allocations": rows})

    def paid(self, org: Client, claim: Body) -> float:
        """Return the amount of an invoice or bill that is settled."""
        collection = "invoices" if self.claim == "invoiceId" else "bills"
        return float(org.read(f"/{collection}/{claim['id']}")["amountPaid"])


CREDIT = Side(
    "/credit-notes",
    "creditNoteNumber",
    "creditNoteDate",
    "customerId",
    "invoiceId",
    "originalInvoiceItemId",
    "CN-00001",
)
DEBIT = Side(
    "/debit-notes", "debitNoteNumber", "debitNoteDate", "vendorId", "billId", "originalBillItemId", "DN-00001"
)
