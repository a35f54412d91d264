"""The report of dues to micro and small enterprises."""

from tests.api.reporting import LINES, Body, report
from tests.service import Client


def dues(org: Client, as_of: str) -> dict[str, Body]:
    told = report(org, f"msme-dues?asOf={as_of}&bankRatePercent=6.5")
    assert told["totals"]["interest"] == round(sum(row["interest"] for row in told["rows"]), 2)
    return {row["vendorName"]: row for row in told["rows"]}


def test_dues_are_those_of_micro_and_small_vendors_by_their_statutory_day(owing: Client) -> None:
    told = dues(owing, "2026-06-16")
    assert told.keys() == {"Micro", "Small"}
    assert (told["Micro"]["statutoryDay"], told["Small"]["statutoryDay"]) == (
        "2026-05-16T00:00:00Z",
        "2026-06-15T00:00:00Z",
    )
    assert (told["Micro"]["agreedDays"], told["Small"]["agreedDays"]) == (None, 45)
    assert (told["Micro"]["daysOver"], told["Small"]["daysOver"]) == (31, 1)
    assert told["Micro"]["outstanding"] == told["Micro"]["disallowed"] == 2000
    # A month at three times 6.5 % a year: 2,000 × 1.625 %.
    assert told["Micro"]["interest"] == 32.5
    assert dues(owing, "2026-05-16")["Micro"]["disallowed"] == 0
    assert dues(owing, "2026-04-30") == {}


def test_what_was_paid_after_the_day_is_open_on_it(owing: Client) -> None:
    bill = next(row for row in owing.read("/bills") if row["vendorBillNumber"] == "Micro")
    paid = {"vendorId": bill["vendorId"], "paymentDate": "2026-06-10", "amount": 2000}
    owing.make("/payments-made", paid | {"allocations": [{"billId": bill["id"], "amount": 2000}]})
    assert dues(owing, "2026-06-09")["Micro"]["outstanding"] == 2000
    assert "Micro" not in dues(owing, "2026-06-10")


def test_what_a_later_debit_note_took_off_is_open_before_its_day(owing: Client) -> None:
    bill = next(row for row in owing.read("/bills") if row["vendorBillNumber"] == "Micro")
    (line,) = owing.read(f"/bills/{bill['id']}")["items"]
    facts = {
        "vendorId": bill["vendorId"],
        "billId": bill["id"],
        "debitNoteDate": "2026-06-10",
        "status": "OPEN",
    }
    note = owing.make("/debit-notes", facts | {"lines": [{"originalBillItemId": line["id"], "quantity": 1}]})
    taken = {"allocations": [{"billId": bill["id"], "amount": 1000}]}
    assert owing.post(f"/debit-notes/{note['id']}/allocations", taken).status_int == 200
    assert dues(owing, "2026-06-09")["Micro"]["outstanding"] == 2000
    assert dues(owing, "2026-06-10")["Micro"]["outstanding"] == 1000


def test_dues_in_another_currency_are_told_in_rupees(org: Client) -> None:
    registered = {"udyamNumber": "UDYAM-MH-16-0000001", "leadTimeDays": 1, "msmeAgreedCreditDays": None}
    named = {"displayName": "Small", "placeOfSupplyStateCode": "27", "msmeType": "SMALL"}
    vendor = org.make("/vendors", named | registered | {"msmeHasAgreement": False})["id"]
    body = {"vendorId": vendor, "billDate": "2026-05-01", "status": "OPEN", "lines": LINES[:1]}
    org.make("/bills", body | {"currencyCode": "USD", "exchangeRate": 83.335})
    assert dues(org, "2026-06-16")["Small"]["outstanding"] == 166670
