"""References of an invoice, and the values that it keeps when master data changes."""

from tests.refusals import refused
from tests.selling import Books, body, customer, goods, invoice, item, line, read, sent
from tests.service import Client, Service

# What a body refers to


def deleted(org: Client, path: str, id: str) -> str:
    assert org.delete(f"{path}/{id}").status_int == 200
    return id


def test_all_references_that_name_nothing_are_told_at_once(org: Client) -> None:
    lines = [{"itemId": "itm_x", "quantity": 1}, line(), line(itemVariantId="var_x")]
    given = body("cus_x", *lines, salespersonId="usr_x", sellerRegistrationId="reg_x", warehouseId="whs_x")
    fields = {"customerId", "salespersonId", "sellerRegistrationId", "warehouseId"}
    assert refused(org.post("/invoices", given)) == {*fields, "lines.0.itemId", "lines.2.itemVariantId"}


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
    for path in (f"/tax-rates/{rate['id']}", f"/items/{bolt['id']}"):
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
