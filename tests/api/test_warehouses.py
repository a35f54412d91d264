"""Warehouses over HTTP: made, changed, deleted, and named by documents."""

from typing import Any

import pytest

from tests.api.buying import bill, bill_body, open_bill
from tests.api.references import load_documents
from tests.refusals import conflict, refused
from tests.selling import Body, Books, body, customer, goods, invoice, line, move, read, sent, vendor
from tests.service import Client


def make(org: Client, code: str, **fields: Any) -> Body:
    return org.make("/warehouses", {"code": code, "name": f"Godown {code}"} | fields)


def change(org: Client, warehouse: Body, **fields: Any) -> Any:
    named = {name: warehouse[name] for name in ("code", "name")}
    return org.patch(f"/warehouses/{warehouse['id']}", named | fields)


def defaults(org: Client) -> list[str]:
    return [row["code"] for row in org.read("/warehouses") if row["isDefault"]]


def test_a_warehouse_is_answered_as_it_reads(org: Client) -> None:
    made = make(org, "PUNE", address={"city": "Pune", "stateCode": "27"})
    assert (made["code"], made["name"], made["address"]) == (
        "PUNE",
        "Godown PUNE",
        {"city": "Pune", "stateCode": "27"},
    )
    assert org.read(f"/warehouses/{made['id']}") == made
    assert org.read("/warehouses") == [made]


def test_the_first_warehouse_is_the_default_one_and_another_takes_that_over(org: Client) -> None:
    first, second = make(org, "A"), make(org, "B")
    assert (first["isDefault"], second["isDefault"]) == (True, False)
    change(org, second, isDefault=True)
    assert defaults(org) == ["B"]
    make(org, "C", isDefault=True)
    assert defaults(org) == ["C"]


def test_a_code_stands_once_among_live_warehouses(org: Client) -> None:
    make(org, "A")
    other = make(org, "B")
    assert conflict(org.post("/warehouses", {"code": "A", "name": "Again"})) == (
        "The organization has a warehouse A already."
    )
    assert conflict(change(org, other, code="A")) == ("There is already a warehouse with this code.")
    org.delete(f"/warehouses/{other['id']}")
    assert make(org, "B")["id"] != other["id"]


def test_a_change_keeps_what_it_leaves_out(org: Client) -> None:
    made = make(org, "A", address={"city": "Pune"})
    changed = change(org, made, name="Shop").json["data"]
    assert changed == made | {"name": "Shop", "updatedAt": changed["updatedAt"]}


def test_goods_of_an_organization_without_a_warehouse_make_the_first_that_then_is_listed(org: Client) -> None:
    open_bill(org, None, {"itemId": goods(org)["id"], "quantity": 1, "rate": 1})
    assert [(row["code"], row["isDefault"]) for row in org.read("/warehouses")] == [("MAIN", True)]


def test_the_default_and_the_only_warehouse_are_kept(org: Client) -> None:
    first, second = make(org, "A"), make(org, "B")
    default = "It is the default warehouse: make another one the default first."
    assert conflict(org.delete(f"/warehouses/{first['id']}")) == default
    org.delete(f"/warehouses/{second['id']}")
    change(org, first, isDefault=False)
    assert conflict(org.delete(f"/warehouses/{first['id']}")) == "It is the only warehouse."


def test_a_warehouse_with_goods_is_kept_until_they_are_gone(org: Client) -> None:
    make(org, "A")
    full = make(org, "B")["id"]
    bolt, nut = goods(org), goods(org, name="Nut")
    rows = [{"itemId": item["id"], "quantity": 5, "rate": 1} for item in (bolt, nut)]
    open_bill(org, None, *rows, warehouseId=full)
    assert conflict(org.delete(f"/warehouses/{full}")) == (
        "Bolt has 5 PCS on hand in B. So has 1 more position."
    )
    sent(org, customer(org), *rows, warehouseId=full)
    assert org.delete(f"/warehouses/{full}").json["data"] == {"deleted": True}


def gone(org: Client) -> str:
    """The id of a warehouse that was deleted, beside another one."""
    make(org, "A")
    id = str(make(org, "B")["id"])
    assert org.delete(f"/warehouses/{id}").status_int == 200
    return id


def test_a_deleted_warehouse_leaves_lists_and_reads(org: Client) -> None:
    id = gone(org)
    assert org.get(f"/warehouses/{id}").status_int == 404
    assert [row["code"] for row in org.read("/warehouses")] == ["A"]
    assert org.read("/warehouses?q=B") == []


def test_a_deleted_warehouse_cannot_be_named_by_new_documents(org: Client) -> None:
    id = gone(org)
    for path, document in {
        "/invoices": body(customer(org), warehouseId=id),
        "/bills": bill_body(vendor(org), warehouseId=id),
    }.items():
        assert list(refused(org.post(path, document))) == ["warehouseId"]
    with pytest.raises(AssertionError):
        load_documents(org, "bills", bill_body(vendor(org)) | {"warehouse": "B"})


def test_documents_of_a_deleted_warehouse_stay_readable_and_their_goods_come_back_to_it(
    org: Client, books: Books
) -> None:
    make(org, "A")
    shop = make(org, "B")["id"]
    bolt = goods(org)
    sold = sent(org, customer(org), {"itemId": bolt["id"], "quantity": 2}, warehouseId=shop)
    org.delete(f"/warehouses/{shop}")
    assert read(org, sold["id"])["warehouseId"] == shop
    (position,) = org.read("/inventory")
    assert (position["warehouseCode"], position["quantityOnHand"]) == ("B", -2)
    move(org, sold["id"], "void")
    assert books.on_hand()[0] == 0


def test_a_draft_of_a_deleted_warehouse_moves_no_goods_until_it_names_another(org: Client) -> None:
    make(org, "A")
    shop = make(org, "B")["id"]
    line_of_goods = {"itemId": goods(org)["id"], "quantity": 1, "rate": 1}
    bought = bill(org, None, line_of_goods, warehouseId=shop)
    sold = invoice(org, customer(org), line_of_goods, warehouseId=shop)
    work = invoice(org, customer(org), line(), warehouseId=shop)
    org.delete(f"/warehouses/{shop}")
    for path in (f"/bills/{bought['id']}/open", f"/invoices/{sold['id']}/send"):
        assert conflict(org.post(path)) == (
            "The warehouse that it names was deleted: write the draft anew with another one."
        )
    assert org.post(f"/invoices/{work['id']}/send").status_int == 200
    org.patch(f"/bills/{bought['id']}", bill_body(bought["vendorId"], line_of_goods))
    assert org.post(f"/bills/{bought['id']}/open").status_int == 200
