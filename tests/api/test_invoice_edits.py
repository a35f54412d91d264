"""PATCH of an invoice: what is left out stays, lines are replaced, numbers are kept."""

from typing import Any

import pytest

from tests.refusals import refused
from tests.selling import (
    DAY,
    Books,
    body,
    customer,
    edited,
    goods,
    invoice,
    item,
    line,
    move,
    patch,
    sent,
)
from tests.service import Client, Service


def full(service: Service, org: Client) -> Any:
    """A draft with every optional field."""
    books = Books(service, org)
    return invoice(
        org,
        customer(org),
        line(taxRatePercent=18),
        salespersonId=org.user_id,
        sellerRegistrationId=books.registration("29"),
        currencyCode="USD",
        exchangeRate=83.5,
        placeOfSupplyStateCode="KA",
        warehouseId=books.warehouse("A"),
        notes="Thanks",
        termsAndConditions="Net",
        applyCustomerCredit=True,
        schemeIds=["diwali"],
        dueDate="2026-06-30",
        adjustments={
            "documentDiscount": 10,
            "documentDiscountIsPercent": True,
            "adjustmentAmount": 5,
            "adjustmentLabel": "Packing",
        },
    )


def without_moved(record: Any) -> Any:
    """The invoice without what every edit moves: who and when, and the ids of its lines."""
    lines = [{key: value for key, value in row.items() if key != "id"} for row in record["lines"]]
    return {key: value for key, value in record.items() if key not in ("updatedAt", "updatedBy")} | {
        "lines": lines
    }


def test_an_edit_keeps_everything_that_it_leaves_out(service: Service, org: Client) -> None:
    made = full(service, org)
    now = edited(org, made)
    assert without_moved(now) == without_moved(made)
    assert (made["updatedBy"], now["updatedBy"]) == (None, org.user_id)
    assert now["updatedAt"] > made["updatedAt"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("invoiceDate", "2026-05-06"),
        ("dueDate", "2026-07-01"),
        ("exchangeRate", 90),
        ("placeOfSupplyStateCode", "27"),
        ("notes", "Other"),
        ("termsAndConditions", "Other"),
        ("schemeIds", ["holi", "eid"]),
        ("schemeIds", []),
    ],
)
def test_what_is_sent_is_changed_and_nothing_else(
    service: Service, org: Client, field: str, value: Any
) -> None:
    made = full(service, org)
    now = edited(org, made, **{field: value})
    shown = f"{value}T00:00:00Z" if field.endswith("Date") else value
    assert now[field] == shown
    tax = {"cgstTotal", "sgstTotal", "igstTotal", "lines"} if field == "placeOfSupplyStateCode" else set()
    moved = {key for key, old in without_moved(made).items() if without_moved(now)[key] != old}
    assert moved <= {field} | tax


@pytest.mark.parametrize("field", ["notes", "termsAndConditions", "salespersonId", "warehouseId"])
def test_null_clears_a_nullable_field(service: Service, org: Client, field: str) -> None:
    assert edited(org, full(service, org), **{field: None})[field] is None


def test_null_for_the_registration_goes_back_to_the_default_one(service: Service, org: Client) -> None:
    now = edited(org, full(service, org), sellerRegistrationId=None)
    (default,) = Books(service, org).rows("default_registration")
    assert (now["sellerRegistrationId"], now["sellerStateCode"]) == (default["id"], "27")


def test_null_for_the_due_date_works_it_out_anew(org: Client) -> None:
    term = org.make("/payment-terms", {"name": "Net 10", "days": 10})["id"]
    made = invoice(org, customer(org, paymentTermId=term), dueDate="2026-06-30")
    now = edited(org, made, invoiceDate="2026-05-10")
    assert now["dueDate"] == "2026-06-30T00:00:00Z"
    assert edited(org, now, invoiceDate="2026-05-10", dueDate=None)["dueDate"] == "2026-05-20T00:00:00Z"


def test_an_invoice_date_after_the_due_date_that_is_kept_is_refused(org: Client) -> None:
    made = invoice(org, customer(org), dueDate="2026-06-30")
    assert refused(patch(org, made, invoiceDate="2026-07-01")) == {"dueDate"}


def test_lines_are_replaced_as_a_whole(org: Client) -> None:
    made = invoice(org, customer(org), line(description="a"), line(description="b"), line(description="c"))
    now = edited(org, made, line(description="d", quantity=5))
    assert [(row["description"], row["sortOrder"]) for row in now["lines"]] == [("d", 0)]
    assert (now["subTotal"], now["total"], now["balanceDue"]) == (500, 500, 500)


def test_a_line_of_an_edit_takes_its_defaults_from_the_item_as_it_is_now(org: Client) -> None:
    bolt = item(org, sellingPrice=10)
    made = invoice(org, customer(org), {"itemId": bolt["id"], "quantity": 1})
    org.patch(f"/items/{bolt['id']}", {"name": "Bolt", "sellingPrice": 12})
    assert edited(org, made, {"itemId": bolt["id"], "quantity": 1})["total"] == 12


def test_adjustments_stay_when_left_out_and_are_replaced_as_a_whole_when_sent(
    service: Service, org: Client
) -> None:
    made = full(service, org)
    names = ("documentDiscount", "documentDiscountIsPercent", "adjustmentAmount", "adjustmentLabel")
    assert [edited(org, made)[name] for name in names] == [10, True, 5, "Packing"]
    now = edited(org, made, adjustments={"adjustmentAmount": 7})
    assert [now[name] for name in names] == [0, False, 7, None]
    assert [edited(org, made, adjustments={})[name] for name in names] == [0, False, 0, None]


def test_a_document_discount_that_is_kept_must_fit_the_new_lines(org: Client) -> None:
    made = invoice(org, customer(org), adjustments={"documentDiscount": 90})
    assert refused(patch(org, made, line(rate=50))) == {"adjustments.documentDiscount"}
    assert edited(org, made, line(rate=90))["total"] == 0


# Rate of exchange


def test_another_currency_does_not_keep_the_rate_of_the_one_before(org: Client) -> None:
    made = sent(org, customer(org), line(taxRatePercent=18), currencyCode="USD", exchangeRate=83)
    now = edited(org, made, currencyCode="INR")
    assert (now["currencyCode"], now["exchangeRate"], now["total"]) == ("INR", 1, 118)
    assert org.read("/dashboard/receivables")["totalOutstanding"] == 118


def test_another_currency_has_the_rate_that_is_sent_with_it(org: Client) -> None:
    made = invoice(org, customer(org), currencyCode="USD", exchangeRate=83)
    now = edited(org, made, currencyCode="EUR", exchangeRate=90)
    assert (now["currencyCode"], now["exchangeRate"]) == ("EUR", 90)


@pytest.mark.parametrize("same", ["USD", "usd"])
def test_the_same_currency_named_again_keeps_its_rate(org: Client, same: str) -> None:
    made = invoice(org, customer(org), currencyCode="USD", exchangeRate=83)
    assert edited(org, made, currencyCode=same)["exchangeRate"] == 83


# Numbers


def test_a_draft_edited_into_sent_takes_its_number(org: Client) -> None:
    now = edited(org, invoice(org, customer(org)), status="SENT")
    assert (now["status"], now["invoiceNumber"]) == ("SENT", "INV-00001")


def test_an_edit_keeps_the_number_of_a_draft_and_of_a_sent_invoice(org: Client) -> None:
    draft, made = invoice(org, customer(org)), sent(org, customer(org))
    assert edited(org, draft, line(rate=1))["invoiceNumber"] == draft["invoiceNumber"]
    assert edited(org, made, line(rate=1))["invoiceNumber"] == made["invoiceNumber"] == "INV-00001"


def test_back_to_draft_and_sent_again_keeps_the_number(org: Client) -> None:
    made = sent(org, customer(org))
    draft = edited(org, made, status="DRAFT")
    assert (draft["status"], draft["invoiceNumber"]) == ("DRAFT", "INV-00001")
    assert move(org, made["id"], "send")["invoiceNumber"] == "INV-00001"
    draft = edited(org, made, status="DRAFT")
    assert edited(org, draft, status="SENT")["invoiceNumber"] == "INV-00001"
    assert sent(org, customer(org))["invoiceNumber"] == "INV-00002"


# Bodies


def test_a_record_that_was_read_can_be_sent_back_as_it_is(org: Client) -> None:
    bolt = goods(org)
    made = sent(org, customer(org), {"itemId": bolt["id"], "quantity": 2}, line(taxRatePercent=18))
    answer = org.patch(f"/invoices/{made['id']}", made)
    assert answer.status_int == 200, answer.text
    assert without_moved(org.read(f"/invoices/{made['id']}")) == without_moved(made)


def test_a_refused_edit_changes_nothing(org: Client) -> None:
    made = sent(org, customer(org))
    assert refused(patch(org, made, line(), line(discount=101), notes="x")) == {"lines.1.discount"}
    assert org.read(f"/invoices/{made['id']}") == made


def test_a_body_that_is_no_json_is_refused_before_the_id_is_looked_up(org: Client) -> None:
    answer = org.web.patch(
        "/api/v1/invoices/inv_x",
        "{",
        headers={"Authorization": f"Bearer {org.token}", "Content-Type": "application/json"},
        expect_errors=True,
    )
    assert (answer.status_int, answer.json["error"]["code"]) == (400, "invalid_request")


def test_a_conflict_is_told_before_the_faults_of_the_references(org: Client) -> None:
    made = sent(org, customer(org))
    move(org, made["id"], "void")
    assert org.patch(f"/invoices/{made['id']}", body("cus_x", invoiceDate=DAY)).status_int == 409


def test_a_customer_deleted_since_cannot_be_named_by_an_edit(org: Client) -> None:
    made, gone = invoice(org, customer(org)), customer(org)
    org.delete(f"/customers/{gone}")
    assert refused(patch(org, made, customerId=gone)) == {"customerId"}
