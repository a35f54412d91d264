"""Variants of an item."""

from time import perf_counter
from typing import Any

from tests.parallel import at_once
from tests.refusals import refused
from tests.service import Client, Service

FULL = {
    "size": "XL",
    "sku": "XL-1",
    "barcode": "890",
    "sellingPrice": 12.345678,
    "purchasePrice": 0,
    "isActive": False,
    "sortOrder": 7,
}
EMPTY = {
    "size": "",
    "sku": None,
    "barcode": None,
    "sellingPrice": None,
    "purchasePrice": None,
    "isActive": True,
    "sortOrder": 0,
}


def item(org: Client, *variants: dict[str, Any]) -> dict[str, Any]:
    return org.make("/items", {"name": "Shirt", "variants": list(variants)})


def send(org: Client, made: dict[str, Any], *variants: dict[str, Any]) -> Any:
    return org.patch(f"/items/{made['id']}", {"name": "Shirt", "variants": list(variants)})


def put(org: Client, made: dict[str, Any], *variants: dict[str, Any]) -> list[dict[str, Any]]:
    """Change the variants, which must succeed; the variants then."""
    answer = send(org, made, *variants)
    assert answer.status_int == 200, answer.text
    assert org.read(f"/items/{made['id']}")["variants"] == answer.json["data"]["variants"]
    return list(answer.json["data"]["variants"])


def sizes(variants: list[dict[str, Any]]) -> list[str]:
    return [variant["size"] for variant in variants]


def test_variants_are_created_with_the_item_and_read_back(service: Service) -> None:
    org = service.organization()
    made = item(org, FULL)
    (variant,) = made["variants"]
    server = {"id", "organizationId", "itemId", "createdAt", "updatedAt"}
    assert FULL.items() <= variant.items()
    assert set(variant) == {*FULL, *server}
    assert (variant["itemId"], variant["organizationId"]) == (made["id"], org.organization_id)
    assert variant["createdAt"].endswith("Z")
    assert org.read(f"/items/{made['id']}") == made


def test_a_variant_is_filled_with_its_defaults(service: Service) -> None:
    org = service.organization()
    made = item(org, {})
    assert EMPTY.items() <= made["variants"][0].items()
    assert EMPTY.items() <= put(org, item(org), {})[0].items()


def test_variants_come_by_sort_order_which_is_their_place_unless_given(service: Service) -> None:
    org = service.organization()
    made = item(org, {"size": "S"}, {"size": "M", "sortOrder": None}, {"size": "L", "sortOrder": -1})
    assert [(v["size"], v["sortOrder"]) for v in made["variants"]] == [("L", -1), ("S", 0), ("M", 1)]
    even = item(org, *({"size": size, "sortOrder": 5} for size in ("c", "a", "b")))
    assert sizes(even["variants"]) == ["a", "b", "c"]


def test_values_of_a_variant_outside_their_bounds_are_refused_by_their_path(service: Service) -> None:
    org = service.organization()
    wrong = {"size": None, "sku": [], "sellingPrice": -1, "isActive": None, "sortOrder": 1.5}
    body = {"name": "Shirt", "variants": [{"size": "S"}, wrong]}
    named = {f"variants.1.{field}" for field in wrong}
    assert refused(org.post("/items", body)) == named
    assert refused(org.patch(f"/items/{item(org)['id']}", body)) == named


def test_a_change_that_names_no_variants_leaves_them(service: Service) -> None:
    org = service.organization()
    made = item(org, FULL)
    assert org.patch(f"/items/{made['id']}", {"name": "x"}).json["data"]["variants"] == made["variants"]


def test_a_variant_named_by_its_id_is_changed_and_stays_the_same_one(service: Service) -> None:
    org = service.organization()
    made = item(org, {"size": "S"})
    (before,) = made["variants"]
    (after,) = put(org, made, FULL | {"id": before["id"]})
    assert after == before | FULL | {"updatedAt": after["updatedAt"]}


def test_what_a_known_variant_leaves_out_stays(service: Service) -> None:
    org = service.organization()
    made = item(org, FULL)
    (before,) = made["variants"]
    (by_id,) = put(org, made, {"id": before["id"], "sku": "new"})
    assert by_id == before | {"sku": "new", "updatedAt": by_id["updatedAt"]}
    (by_size,) = put(org, made, {"size": "XL", "barcode": None})
    assert by_size == by_id | {"barcode": None, "updatedAt": by_size["updatedAt"]}


def test_a_variant_that_does_not_change_is_not_written(service: Service) -> None:
    org = service.organization()
    made = item(org, FULL, {"size": "S"})
    assert put(org, made, *made["variants"]) == made["variants"]


def test_a_variant_without_id_means_the_one_of_its_size(service: Service) -> None:
    org = service.organization()
    made = item(org, {"size": "S"}, {"size": ""})
    ids = {variant["size"]: variant["id"] for variant in made["variants"]}
    after = put(org, made, {"sku": "blank"}, {"size": "S", "sku": "small"}, {"size": "M"})
    found = {variant["size"]: variant for variant in after}
    assert (found["S"]["id"], found["S"]["sku"]) == (ids["S"], "small")
    assert (found[""]["id"], found[""]["sku"]) == (ids[""], "blank")
    assert found["M"]["id"] not in ids.values()


def test_an_id_goes_before_a_size(service: Service) -> None:
    org = service.organization()
    made = item(org, {"size": "S"})
    (before,) = made["variants"]
    new, renamed = put(org, made, {"size": "S"}, {"id": before["id"], "size": "M", "sortOrder": 1})
    assert (renamed["id"], renamed["size"]) == (before["id"], "M")
    assert new["id"] != before["id"]


def test_variants_that_are_not_sent_are_deleted(service: Service) -> None:
    org = service.organization()
    made = item(org, {"size": "S"}, {"size": "M"}, {"size": "L"})
    assert sizes(put(org, made, {"size": "M"})) == ["M"]
    assert put(org, made) == []


def test_a_deleted_variant_frees_its_size_and_does_not_come_back(service: Service) -> None:
    org = service.organization()
    made = item(org, {"size": "S"})
    (gone,) = made["variants"]
    put(org, made)
    assert refused(send(org, made, {"id": gone["id"]})) == {"variants.0.id"}
    (again,) = put(org, made, {"size": "S"})
    assert again["id"] != gone["id"]


def test_an_id_must_be_one_of_the_item_s_own_variants(service: Service) -> None:
    org, other = service.organization(), service.organization()
    made = item(org, {"size": "S"})
    strangers = [item(org, {"size": "S"}), item(other, {"size": "S"})]
    ids = ["none", *(stranger["variants"][0]["id"] for stranger in strangers)]
    assert refused(send(org, made, {"size": "S"}, *({"id": each, "size": each} for each in ids))) == {
        "variants.1.id",
        "variants.2.id",
        "variants.3.id",
    }
    assert org.read(f"/items/{made['id']}") == made


def test_an_id_stands_in_a_body_once(service: Service) -> None:
    org = service.organization()
    made = item(org, {"size": "S"})
    named = {"id": made["variants"][0]["id"]}
    assert refused(send(org, made, named, {"size": "M"}, named | {"size": "L"})) == {"variants.2.id"}


def test_a_size_that_is_not_blank_stands_in_an_item_once(service: Service) -> None:
    org = service.organization()
    body = {"name": "Shirt", "variants": [{"size": "S"}, {"size": "M"}, {"size": "S"}]}
    assert refused(org.post("/items", body)) == {"variants.2.size"}
    made = item(org, {"size": "S"}, {"size": "M"})
    small, medium = made["variants"]
    assert refused(send(org, made, {"id": small["id"]}, {"size": "S"})) == {"variants.1.size"}
    assert refused(send(org, made, small, medium | {"size": "S"})) == {"variants.1.size"}


def test_blank_sizes_may_stand_in_an_item_often(service: Service) -> None:
    org = service.organization()
    made = item(org, {"sku": "1"}, {"sku": "2"}, {"size": " "}, {"size": " "})
    again = put(org, made, {"sku": "1"}, {"sku": "2"}, {"sku": "3"}, {"size": " "})
    assert [v["sku"] for v in again] == ["1", "2", "3", None]
    known = {v["id"] for v in made["variants"]}
    assert [v["id"] in known for v in again] == [True, True, False, True]


def test_two_variants_may_swap_their_sizes(service: Service) -> None:
    org = service.organization()
    made = item(org, {"size": "S"}, {"size": "M"})
    small, medium = made["variants"]
    after = put(org, made, small | {"size": "M"}, medium | {"size": "S"})
    assert [(v["id"], v["size"]) for v in after] == [(small["id"], "M"), (medium["id"], "S")]


def test_a_refused_variant_leaves_the_whole_item_as_it_was(service: Service) -> None:
    org = service.organization()
    made = item(org, {"size": "S"})
    body = {"name": "Other", "variants": [{"size": "S", "sku": "x"}, {"id": "none"}]}
    assert refused(org.patch(f"/items/{made['id']}", body)) == {"variants.1.id"}
    assert org.read(f"/items/{made['id']}") == made


def test_an_item_has_up_to_1_000_variants(service: Service) -> None:
    org = service.organization()
    made = item(org, *({"size": str(n), "sellingPrice": n + 0.25} for n in range(1_000)))
    assert sizes(made["variants"]) == [str(n) for n in range(1_000)]
    began = perf_counter()
    after = put(org, made, *({"size": str(n), "sellingPrice": 1} for n in range(500, 1_500)))
    # Half of them deleted, half changed, half new: generous, since the machine may be busy.
    assert perf_counter() - began < 5
    assert {variant["sellingPrice"] for variant in after} == {1}
    kept = {variant["id"] for variant in made["variants"]} & {variant["id"] for variant in after}
    assert len(kept) == 500


def test_eight_changes_at_once_leave_one_variant_of_a_size(service: Service) -> None:
    org = service.organization()
    made = item(org)
    answers = at_once(8, org, lambda client, n: send(client, made, {"size": "S", "sku": str(n)}))
    assert {answer.status_int for answer in answers} == {200}
    assert sizes(org.read(f"/items/{made['id']}")["variants"]) == ["S"]
