"""Invoices: what they keep, what they refuse, how they are listed (spec 2.14, 4.6)."""

import re
from typing import Any

import pytest

from tests.refusals import refused
from tests.selling import DAY, LATER, Books, body, customer, goods, invoice, item, line, pay, read, sent
from tests.service import Client, Service

FIELDS = {
    "id",
    "organizationId",
    "invoiceNumber",
    "customerId",
    "salesOrderId",
    "salespersonId",
    "status",
    "invoiceDate",
    "dueDate",
    "sellerLegalName",
    "sellerGstin",
    "sellerStateCode",
    "placeOfSupplyStateCode",
    "currencyCode",
    "exchangeRate",
    "subTotal",
    "discountTotal",
    "documentDiscount",
    "documentDiscountIsPercent",
    "cgstTotal",
    "sgstTotal",
    "igstTotal",
    "adjustmentLabel",
    "adjustmentAmount",
    "roundOff",
    "total",
    "amountPaid",
    "balanceDue",
    "warehouseId",
    "ewayBillStatus",
    "ewayBillId",
    "emailSentAt",
    "pdfTemplateId",
    "notes",
    "termsAndConditions",
    "createdBy",
    "updatedBy",
    "createdAt",
    "updatedAt",
}
LINE_FIELDS = {
    "id",
    "organizationId",
    "invoiceId",
    "itemId",
    "itemVariantId",
    "description",
    "hsnOrSac",
    "quantity",
    "unit",
    "rate",
    "discount",
    "taxRatePercent",
    "taxableAmount",
    "cgstAmount",
    "sgstAmount",
    "igstAmount",
    "total",
    "sortOrder",
    "width",
    "height",
    "lengthUnit",
    "qtyCount",
}

DEFAULTS = {
    "salesOrderId": None,
    "salespersonId": None,
    "status": "DRAFT",
    "currencyCode": "INR",
    "exchangeRate": 1,
    "discountTotal": 0,
    "documentDiscount": 0,
    "documentDiscountIsPercent": False,
    "adjustmentLabel": None,
    "adjustmentAmount": 0,
    "roundOff": 0,
    "amountPaid": 0,
    "warehouseId": None,
    "ewayBillStatus": "NOT_REQUIRED",
    "ewayBillId": None,
    "emailSentAt": None,
    "pdfTemplateId": None,
    "schemeIds": [],
    "notes": None,
    "termsAndConditions": None,
    "updatedBy": None,
}


@pytest.fixture
def org(service: Service) -> Client:
    return service.organization()


def test_creating_answers_id_status_and_total_and_nothing_else(org: Client) -> None:
    answer = org.post("/invoices", body(customer(org), line(quantity=3)))
    assert answer.status_int == 201
    assert answer.json["success"] is True
    data = answer.json["data"]
    assert data == {"id": data["id"], "status": "DRAFT", "total": 300}
    assert data["id"].startswith("inv_")
    assert len(data["id"]) <= 30


def test_creating_as_sent_answers_sent(org: Client) -> None:
    data = org.make("/invoices", body(customer(org), status="SENT"))
    assert data == {"id": data["id"], "status": "SENT", "total": 100}


def test_a_minimal_invoice_reads_with_its_defaults(org: Client) -> None:
    customer_id = customer(org)
    made = org.make(
        "/invoices", {"customerId": customer_id, "invoiceDate": DAY, "lines": [line(taxRatePercent=18)]}
    )
    record = read(org, made["id"])
    assert record.keys() >= FIELDS
    assert DEFAULTS.items() <= record.items()
    assert record["organizationId"] == org.organization_id
    assert record["customerId"] == customer_id
    assert record["invoiceDate"] == record["dueDate"] == "2026-05-04T00:00:00Z"
    assert record["sellerGstin"] == "27AAPFU0939F1ZV"
    assert record["sellerStateCode"] == record["placeOfSupplyStateCode"] == "27"
    assert record["sellerLegalName"].endswith("Private Limited")
    assert (record["subTotal"], record["cgstTotal"], record["sgstTotal"], record["igstTotal"]) == (
        100,
        9,
        9,
        0,
    )
    assert record["total"] == record["balanceDue"] == 118
    assert record["createdBy"] == org.user_id
    assert re.fullmatch(r"20\d\d-\d\d-\d\dT[\d:.]+Z", record["createdAt"])
    assert record["updatedAt"] == record["createdAt"]
    assert re.fullmatch(r"DRAFT-[0-9A-Z]{8}", record["invoiceNumber"])


def test_a_read_adds_the_lines_in_their_order(org: Client) -> None:
    made = invoice(org, customer(org), line(description="b"), line(description="a", discount=10), line())
    assert [row["description"] for row in made["lines"]] == ["b", "a", "Work"]
    assert [row["sortOrder"] for row in made["lines"]] == [0, 1, 2]
    for row in made["lines"]:
        assert row.keys() >= LINE_FIELDS
        assert row["organizationId"] == org.organization_id
        assert row["invoiceId"] == made["id"]
    nothing = ("itemId", "itemVariantId", "hsnOrSac", "width", "height", "lengthUnit", "qtyCount")
    assert [made["lines"][1][name] for name in nothing] == [None] * 7
    figures = ("quantity", "rate", "discount", "taxRatePercent", "taxableAmount", "total")
    assert [made["lines"][1][name] for name in figures] == [1, 100, 10, 0, 90, 90]


def test_every_field_of_an_invoice_is_kept(service: Service, org: Client) -> None:
    books = Books(service, org)
    header = {
        "salespersonId": org.user_id,
        "sellerRegistrationId": books.registration("29"),
        "currencyCode": "USD",
        "exchangeRate": 83.123456,
        "placeOfSupplyStateCode": "KA",
        "warehouseId": books.warehouse("A"),
        "notes": "Thanks ₹",
        "termsAndConditions": "Net",
        "schemeIds": ["diwali", "loyal"],
        "applyCustomerCredit": True,
    }
    adjustments = {
        "documentDiscount": 2.5,
        "documentDiscountIsPercent": True,
        "adjustmentAmount": -1.25,
        "adjustmentLabel": "Goodwill",
    }
    made = invoice(org, customer(org), **header, adjustments=adjustments, dueDate="2026-06-03")
    assert (header | adjustments).items() <= made.items()
    assert made["dueDate"] == "2026-06-03T00:00:00Z"


def test_any_fields_take_numbers_as_their_text(org: Client) -> None:
    made = invoice(
        org, customer(org), line(hsnOrSac=7318), notes=12, termsAndConditions=True, placeOfSupplyStateCode=27
    )
    assert (made["notes"], made["termsAndConditions"], made["placeOfSupplyStateCode"]) == ("12", "true", "27")
    assert made["lines"][0]["hsnOrSac"] == "7318"


def test_what_only_the_service_knows_cannot_be_sent(service: Service, org: Client) -> None:
    other = service.organization()
    made = invoice(
        org,
        customer(org),
        id="inv_mine",
        organizationId=other.organization_id,
        invoiceNumber="X1",
        amountPaid=100,
        total=1,
        balanceDue=0,
        createdBy="usr_x",
    )
    assert made["id"] != "inv_mine"
    assert made["organizationId"] == org.organization_id
    assert made["invoiceNumber"].startswith("DRAFT-")
    assert (made["amountPaid"], made["total"], made["createdBy"]) == (0, 100, org.user_id)


@pytest.mark.parametrize("status", ["PAID", "VOID", "OVERDUE", "PARTIALLY_PAID", "draft", None, 1])
def test_an_invoice_is_created_as_draft_or_sent_only(org: Client, status: Any) -> None:
    assert refused(org.post("/invoices", body(customer(org), status=status))) == {"status"}


@pytest.mark.parametrize("name", ["customerId", "invoiceDate", "lines"])
def test_each_required_field_is_missed_by_its_name(org: Client, name: str) -> None:
    given = body(customer(org))
    del given[name]
    assert refused(org.post("/invoices", given)) == {name}
    made = invoice(org, given.get("customerId") or customer(org))
    assert refused(org.patch(f"/invoices/{made['id']}", given)) == {name}


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"lines": []}, "lines"),
        ({"lines": None}, "lines"),
        ({"lines": [{"description": "x", "rate": 1}]}, "lines.0.quantity"),
        ({"lines": [{"quantity": 1, "rate": 1}]}, "lines.0.description"),
        ({"lines": [{"description": "x", "quantity": 1}]}, "lines.0.rate"),
        ({"lines": [line(), line(quantity=0)]}, "lines.1.quantity"),
        ({"lines": [line(quantity=-1)]}, "lines.0.quantity"),
        ({"lines": [line(quantity="1")]}, "lines.0.quantity"),
        ({"lines": [line(rate=-0.01)]}, "lines.0.rate"),
        ({"lines": [line(rate=None)]}, "lines.0.rate"),
        ({"lines": [line(taxRatePercent=100.5)]}, "lines.0.taxRatePercent"),
        ({"lines": [line(discount=-1)]}, "lines.0.discount"),
        ({"lines": [line(discount=100.01)]}, "lines.0.discount"),
        ({"lines": [line(unit="x" * 21)]}, "lines.0.unit"),
        ({"lines": [line(quantity=999_999_999, rate=9_999_999_999_999)]}, "lines.0.quantity"),
        ({"lines": [line(rate=9_000_000_000_000), line(rate=9_000_000_000_000)]}, "lines"),
        ({"customerId": ""}, "customerId"),
        ({"invoiceDate": "2026-02-30"}, "invoiceDate"),
        ({"dueDate": "2026-05-03"}, "dueDate"),
        ({"salespersonId": "x" * 31}, "salespersonId"),
        ({"currencyCode": "RUPEE"}, "currencyCode"),
        ({"exchangeRate": 0}, "exchangeRate"),
        ({"applyCustomerCredit": "yes"}, "applyCustomerCredit"),
        ({"schemeIds": "x"}, "schemeIds"),
        ({"adjustments": None}, "adjustments"),
        ({"adjustments": {"documentDiscount": -1}}, "adjustments.documentDiscount"),
        ({"adjustments": {"documentDiscount": 100.01}}, "adjustments.documentDiscount"),
        (
            {"adjustments": {"documentDiscount": 100.01, "documentDiscountIsPercent": True}},
            "adjustments.documentDiscount",
        ),
        ({"adjustments": {"adjustmentAmount": -100.01}}, "adjustments.adjustmentAmount"),
        ({"placeOfSupplyStateCode": "ZZ"}, "placeOfSupplyStateCode"),
    ],
)
def test_what_is_out_of_bounds_is_refused_by_its_name(org: Client, fields: Any, named: str) -> None:
    customer_id = customer(org)
    assert refused(org.post("/invoices", body(customer_id) | fields)) == {named}
    made = invoice(org, customer_id)
    assert refused(org.patch(f"/invoices/{made['id']}", body(customer_id) | fields)) == {named}
    assert read(org, made["id"]) == made


def test_more_than_a_thousand_lines_are_refused_by_name(org: Client) -> None:
    answer = org.post("/invoices", body(customer(org), *[line()] * 1001))
    assert refused(answer) == {"lines"}
    assert "1000" in answer.json["error"]["message"].replace(",", "")


def test_an_array_where_a_scalar_is_meant_is_refused(org: Client) -> None:
    answer = org.post("/invoices", body(customer(org), notes=["x"], dueDate={}, warehouseId=[]))
    assert refused(answer) == {"notes", "dueDate", "warehouseId"}


# What a body refers to


def nobody(service: Service, org: Client, kind: str) -> str:
    """An id that must not work: of another organization, or of what was deleted."""
    other = service.organization()
    made = {
        "another organization's customer": lambda: customer(other),
        "another organization's user": lambda: other.user_id,
        "another organization's registration": lambda: Books(service, other).registration("29"),
        "another organization's warehouse": lambda: Books(service, other).warehouse("A"),
        "unknown": lambda: "cus_01ARZ3NDEKTSV4RRFFQ69G5FAV",
        "long": lambda: "x" * 30,
        "deleted customer": lambda: deleted(org, "/customers", customer(org)),
        "item": lambda: item(org)["id"],
    }
    return str(made[kind]())


def deleted(org: Client, path: str, id: str) -> str:
    assert org.delete(f"{path}/{id}").status_int == 200
    return id


@pytest.mark.parametrize(
    ("field", "kind"),
    [
        ("customerId", "unknown"),
        ("customerId", "another organization's customer"),
        ("customerId", "deleted customer"),
        ("customerId", "item"),
        ("salespersonId", "unknown"),
        ("salespersonId", "long"),
        ("salespersonId", "another organization's user"),
        ("sellerRegistrationId", "unknown"),
        ("sellerRegistrationId", "another organization's registration"),
        ("warehouseId", "unknown"),
        ("warehouseId", "another organization's warehouse"),
    ],
)
def test_a_reference_must_name_a_live_record_of_the_organization(
    service: Service, org: Client, field: str, kind: str
) -> None:
    customer_id = customer(org)
    given = body(customer_id) | {field: nobody(service, org, kind)}
    assert refused(org.post("/invoices", given)) == {field}
    made = invoice(org, customer_id)
    assert refused(org.patch(f"/invoices/{made['id']}", given)) == {field}


def test_all_references_that_name_nothing_are_told_at_once(org: Client) -> None:
    given = body("cus_x", salespersonId="usr_x", sellerRegistrationId="reg_x", warehouseId="whs_x")
    fields = {"customerId", "salespersonId", "sellerRegistrationId", "warehouseId"}
    assert refused(org.post("/invoices", given)) == fields


def test_items_and_variants_must_be_live_ones_of_the_organization(service: Service, org: Client) -> None:
    other = service.organization()
    theirs, gone, ours = item(other), item(org), item(org, variants=[{"size": "M"}])
    deleted(org, "/items", gone["id"])
    nut = item(org, variants=[{"size": "M"}])
    lines = [
        {"itemId": theirs["id"], "quantity": 1},
        {"itemId": ours["id"], "quantity": 1},
        {"itemId": gone["id"], "quantity": 1},
        {"itemId": ours["id"], "itemVariantId": nut["variants"][0]["id"], "quantity": 1},
        line(itemVariantId=ours["variants"][0]["id"]),
        {"itemId": "itm_x", "itemVariantId": "var_x", "quantity": 1},
    ]
    assert refused(org.post("/invoices", body(customer(org), *lines))) == {
        "lines.0.itemId",
        "lines.2.itemId",
        "lines.3.itemVariantId",
        "lines.4.itemVariantId",
        "lines.5.itemId",
    }


def test_a_refused_invoice_leaves_nothing(service: Service, org: Client) -> None:
    bolt = goods(org)
    answer = org.post(
        "/invoices",
        body(customer(org), {"itemId": bolt["id"], "quantity": 1, "discount": 101}, status="SENT"),
    )
    assert refused(answer) == {"lines.0.discount"}
    assert org.read("/invoices") == []
    assert org.read("/number-series") == []
    assert Books(service, org).positions() == []


# Lists and reads


def test_the_list_shows_invoices_without_lines(org: Client) -> None:
    made = invoice(org, customer(org))
    (row,) = org.read("/invoices")
    del made["lines"]
    assert row == made


def test_the_list_is_by_date_newest_first_then_by_creation(org: Client) -> None:
    customer_id = customer(org)
    days = ["2026-05-02", "2026-05-03", "2026-05-01", "2026-05-02"]
    ids = [invoice(org, customer_id, invoiceDate=day)["id"] for day in days]
    wanted = [ids[1], ids[3], ids[0], ids[2]]
    assert [row["id"] for row in org.read("/invoices")] == wanted
    page = org.get("/invoices?page=2&limit=3").json
    assert [row["id"] for row in page["data"]] == wanted[3:]
    assert page["meta"] == {"page": 2, "limit": 3, "total": 4, "hasMore": False, "nextCursor": None}


def test_the_list_refuses_pages_that_are_none(org: Client) -> None:
    assert refused(org.get("/invoices?page=0&limit=201")) == {"page", "limit"}


@pytest.mark.parametrize("status", ["DRAFT", "SENT"])
def test_an_invoice_of_another_organization_is_not_there(service: Service, org: Client, status: str) -> None:
    made, other = invoice(org, customer(org), status=status), service.organization()
    path = f"/invoices/{made['id']}"
    assert other.get(path).status_int == 404
    assert other.patch(path, body(customer(other))).status_int == 404
    assert other.delete(path).status_int == 404
    assert other.post(f"{path}/send").status_int == 404
    assert other.post(f"{path}/void").status_int == 404
    assert other.read(f"{path}/payments") == []
    assert other.read("/invoices") == []
    assert read(org, made["id"]) == made


@pytest.mark.parametrize("id", ["inv_01ARZ3NDEKTSV4RRFFQ69G5FAV", "x", "%27", "x" * 200])
def test_an_unknown_invoice_is_not_found_also_with_an_invalid_body(org: Client, id: str) -> None:
    assert org.get(f"/invoices/{id}").status_int == 404
    assert org.patch(f"/invoices/{id}", {}).json["error"]["code"] == "not_found"
    assert org.delete(f"/invoices/{id}").status_int == 404
    assert org.post(f"/invoices/{id}/send").status_int == 404
    assert org.post(f"/invoices/{id}/void").status_int == 404


def test_deleting_a_draft_answers_ok_and_it_is_gone(org: Client) -> None:
    made = invoice(org, customer(org))
    answer = org.delete(f"/invoices/{made['id']}")
    assert (answer.status_int, answer.json) == (200, {"success": True, "data": {"ok": True}})
    assert org.get(f"/invoices/{made['id']}").status_int == 404
    assert org.delete(f"/invoices/{made['id']}").status_int == 404
    assert org.read("/invoices") == []


def test_send_and_void_take_no_body_and_ignore_one(org: Client) -> None:
    made = invoice(org, customer(org))
    assert org.post(f"/invoices/{made['id']}/send", {"total": 1}).status_int == 200
    assert org.post(f"/invoices/{made['id']}/void", {"total": 1}).status_int == 200
    assert read(org, made["id"])["total"] == 100


# What the invoice keeps when master data moves on


def test_changes_of_master_data_never_move_an_issued_invoice(service: Service, org: Client) -> None:
    term = org.make("/payment-terms", {"name": "Net 30", "days": 30})["id"]
    rate = org.make("/tax-rates", {"name": "GST", "ratePercent": 18})
    bolt = item(org, taxRateId=rate["id"], hsnOrSac="7318", unit="KG", description="Zinc")
    customer_id = customer(org, placeOfSupplyStateCode="29", paymentTermId=term)
    made = sent(org, customer_id, {"itemId": bolt["id"], "quantity": 2}, dueDate=None)
    org.patch(f"/tax-rates/{rate['id']}", {"name": "GST", "ratePercent": 28})
    org.patch(f"/payment-terms/{term}", {"name": "Net 1", "days": 1})
    org.patch(f"/items/{bolt['id']}", {"name": "Nut", "sellingPrice": 1, "description": "y", "unit": "G"})
    org.patch(f"/customers/{customer_id}", {"displayName": "Other", "placeOfSupplyStateCode": "27"})
    Books(service, org).execute("rename_seller")
    assert read(org, made["id"]) == made
    for path in (f"/tax-rates/{rate['id']}", f"/items/{bolt['id']}", f"/customers/{customer_id}"):
        assert org.delete(path).status_int == 200
    assert read(org, made["id"]) == made


def test_sending_a_draft_works_nothing_out_anew(org: Client) -> None:
    rate = org.make("/tax-rates", {"name": "GST", "ratePercent": 18})
    bolt = item(org, taxRateId=rate["id"])
    customer_id = customer(org, placeOfSupplyStateCode="29")
    draft = invoice(org, customer_id, {"itemId": bolt["id"], "quantity": 2})
    org.patch(f"/tax-rates/{rate['id']}", {"name": "GST", "ratePercent": 28})
    org.patch(f"/items/{bolt['id']}", {"name": "Nut", "sellingPrice": 1})
    org.patch(f"/customers/{customer_id}", {"displayName": "Other", "placeOfSupplyStateCode": "27"})
    assert org.delete(f"/items/{bolt['id']}").status_int == 200
    assert org.post(f"/invoices/{draft['id']}/send").status_int == 200
    now = read(org, draft["id"])
    moved = ("status", "invoiceNumber", "updatedAt", "updatedBy")
    assert {key for key in now if now[key] != draft[key]} == set(moved)
    assert now["lines"] == draft["lines"]


# Payments of an invoice


def test_the_payments_of_an_invoice_are_newest_first_with_what_each_settled_of_it(org: Client) -> None:
    customer_id = customer(org)
    made, other = sent(org, customer_id), sent(org, customer_id)
    days = ["2026-05-02", "2026-05-03", "2026-05-01", "2026-05-02"]
    paid = [
        pay(org, customer_id, 30, (made["id"], 10 + n), (other["id"], 5), paymentDate=day, mode="UPI")
        for n, day in enumerate(days)
    ]
    rows = org.read(f"/invoices/{made['id']}/payments")
    assert [row["paymentId"] for row in rows] == [paid[n]["id"] for n in (1, 3, 0, 2)]
    assert rows[0] == {
        "paymentId": paid[1]["id"],
        "paymentNumber": paid[1]["paymentNumber"],
        "paymentDate": "2026-05-03T00:00:00Z",
        "mode": "UPI",
        "amount": 11,
    }
    assert org.delete(f"/payments-received/{paid[1]['id']}").status_int == 200
    assert len(org.read(f"/invoices/{made['id']}/payments")) == 3


def test_an_invoice_without_payments_and_an_unknown_one_answer_an_empty_array(org: Client) -> None:
    made = invoice(org, customer(org))
    assert org.read(f"/invoices/{made['id']}/payments") == []
    for id in ("inv_01ARZ3NDEKTSV4RRFFQ69G5FAV", "x", "a%20b", "x" * 200):
        assert org.read(f"/invoices/{id}/payments") == []


def test_the_due_date_may_be_the_invoice_date(org: Client) -> None:
    assert invoice(org, customer(org), dueDate=DAY)["dueDate"] == "2026-05-04T00:00:00Z"
    assert invoice(org, customer(org))["dueDate"].startswith(LATER)
