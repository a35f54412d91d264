"""The entries of a price list."""

from typing import Any

from tests.api.pricing import RETAIL, SIZES, change, item
from tests.refusals import refused
from tests.service import Service


def priced(entries: list[dict[str, Any]]) -> list[tuple[str, str | None, float]]:
    return [(entry["itemId"], entry["itemVariantId"], entry["rate"]) for entry in entries]


def rated(item_id: str, **fields: Any) -> dict[str, Any]:
    return {"itemId": item_id, "rate": 1} | fields


def test_an_entry_has_its_shape(service: Service) -> None:
    org = service.organization()
    shirt = item(org)
    made = org.make("/price-lists", RETAIL | {"entries": [{"itemId": shirt["id"], "rate": 12.345678}]})
    [entry] = made["entries"]
    assert entry == {
        **{key: entry[key] for key in ("id", "createdAt", "updatedAt")},
        "organizationId": org.organization_id,
        "priceListId": made["id"],
        "itemId": shirt["id"],
        "itemVariantId": None,
        "rate": 12.345678,
    }


def test_an_item_and_each_of_its_variants_may_have_a_rate_in_the_order_sent(service: Service) -> None:
    org = service.organization()
    shirt = item(org, sizes=True)
    small, large = (variant["id"] for variant in shirt["variants"])
    wanted = [(shirt["id"], large, 3), (shirt["id"], None, 2), (shirt["id"], small, 0)]
    entries = [
        {"itemId": item_id, "itemVariantId": variant, "rate": rate} for item_id, variant, rate in wanted
    ]
    made = org.make("/price-lists", RETAIL | {"entries": entries})
    assert priced(made["entries"]) == wanted
    assert priced(change(org, made, entries=entries[::-1])["entries"]) == wanted[::-1]


def test_entries_that_are_sent_replace_the_whole_set_and_keep_their_ids(service: Service) -> None:
    org = service.organization()
    first, second, third = (item(org)["id"] for _ in range(3))
    made = org.make("/price-lists", RETAIL | {"entries": [rated(first), rated(second)]})
    sent = [{"itemId": second, "rate": 2}, {"itemId": third, "rate": 3}]
    changed = change(org, made, entries=sent)
    assert priced(changed["entries"]) == [(second, None, 2), (third, None, 3)]
    assert changed["entries"][0]["id"] == made["entries"][1]["id"]
    assert change(org, made, entries=sent)["entries"] == changed["entries"]
    assert change(org, made, entries=[])["entries"] == []


def test_the_entries_of_another_list_stay(service: Service) -> None:
    org = service.organization()
    body = RETAIL | {"entries": [{"itemId": item(org)["id"], "rate": 1}]}
    first, second = org.make("/price-lists", body), org.make("/price-lists", body)
    change(org, first, entries=[])
    assert org.read(f"/price-lists/{second['id']}") == second


def test_entries_name_live_items_of_the_organization_and_their_own_variants(service: Service) -> None:
    org = service.organization()
    gone, foreign, shirt, other = item(org), item(service.organization()), item(org), item(org, sizes=True)
    org.delete(f"/items/{gone['id']}")
    entries = [
        {"itemId": shirt["id"], "rate": 1},
        {"itemId": gone["id"], "rate": 1},
        {"itemId": foreign["id"], "rate": 1},
        {"itemId": org.user_id, "rate": 1},
        {"itemId": shirt["id"], "itemVariantId": other["variants"][0]["id"], "rate": 1},
        {"itemId": other["id"], "itemVariantId": shirt["id"], "rate": 1},
        {"itemId": other["id"], "itemVariantId": other["variants"][1]["id"], "rate": 1},
    ]
    assert refused(org.post("/price-lists", RETAIL | {"entries": entries})) == {
        "entries.1.itemId",
        "entries.2.itemId",
        "entries.3.itemId",
        "entries.4.itemVariantId",
        "entries.5.itemVariantId",
    }
    assert org.read("/price-lists") == []


def test_a_variant_that_was_deleted_is_refused(service: Service) -> None:
    org = service.organization()
    shirt = item(org, sizes=True)
    org.patch(f"/items/{shirt['id']}", {"name": "Shirt", "variants": SIZES[:1]})
    entry = {"itemId": shirt["id"], "itemVariantId": shirt["variants"][1]["id"], "rate": 1}
    assert refused(org.post("/price-lists", RETAIL | {"entries": [entry]})) == {"entries.0.itemVariantId"}


def test_a_second_entry_for_the_same_item_or_variant_is_refused(service: Service) -> None:
    org = service.organization()
    shirt = item(org, sizes=True)
    whole = {"itemId": shirt["id"], "rate": 1}
    small = whole | {"itemVariantId": shirt["variants"][0]["id"]}
    body = RETAIL | {"entries": [whole, small, whole | {"rate": 2}, small]}
    assert refused(org.post("/price-lists", body)) == {"entries.2.itemId", "entries.3.itemId"}


def test_all_that_is_wrong_with_dates_and_entries_is_named_at_once(service: Service) -> None:
    org = service.organization()
    body = RETAIL | {
        "effectiveFrom": "2026-04-02",
        "effectiveTo": "2026-04-01",
        "entries": [{"itemId": "nothing", "rate": 1}],
    }
    assert refused(org.post("/price-lists", body)) == {"effectiveTo", "entries.0.itemId"}


def test_a_list_has_1000_entries_at_most(service: Service) -> None:
    org = service.organization()
    variants = [{"size": str(n)} for n in range(999)]
    shirt = org.make("/items", {"name": "Shirt", "variants": variants})
    ids = [None, *(variant["id"] for variant in shirt["variants"])]
    entries = [rated(shirt["id"], itemVariantId=variant, rate=n) for n, variant in enumerate(ids)]
    made = org.make("/price-lists", RETAIL | {"entries": entries})
    assert priced(made["entries"]) == [(shirt["id"], variant, n) for n, variant in enumerate(ids)]
    rest = change(org, made, entries=entries[1:])["entries"]
    assert [entry["id"] for entry in rest] == [entry["id"] for entry in made["entries"][1:]]
    assert refused(org.post("/price-lists", RETAIL | {"entries": [*entries, entries[0]]})) == {"entries"}


def test_a_body_of_bad_entries_names_a_hundred_of_them(service: Service) -> None:
    org = service.organization()
    entries = [{"itemId": f"nothing_{n}", "rate": 1} for n in range(1000)]
    named = refused(org.post("/price-lists", RETAIL | {"entries": entries}))
    assert named == {f"entries.{n}.itemId" for n in range(100)}


def test_a_body_of_repeated_entries_names_a_hundred_of_them(service: Service) -> None:
    org = service.organization()
    shirt = item(org)
    named = refused(org.post("/price-lists", RETAIL | {"entries": [rated(shirt["id"])] * 1000}))
    assert named == {f"entries.{n}.itemId" for n in range(1, 101)}


def test_entries_of_what_was_deleted_since_can_be_sent_back_and_no_others(service: Service) -> None:
    org = service.organization()
    gone, shirt, never = item(org), item(org, sizes=True), item(org)
    large = next(row["id"] for row in shirt["variants"] if row["size"] == "L")
    entries = [rated(gone["id"]), rated(shirt["id"], itemVariantId=large)]
    made = org.make("/price-lists", RETAIL | {"entries": entries})
    for each in (gone, never):
        org.delete(f"/items/{each['id']}")
    org.patch(f"/items/{shirt['id']}", {"name": "Shirt", "variants": SIZES[:1]})
    as_read = org.read(f"/price-lists/{made['id']}")
    assert change(org, made, **as_read)["entries"] == made["entries"]
    strange = [rated(never["id"]), rated(gone["id"], itemVariantId=large)]
    answer = org.patch(f"/price-lists/{made['id']}", RETAIL | {"entries": [*entries, *strange]})
    assert refused(answer) == {"entries.2.itemId", "entries.3.itemId"}
    assert change(org, made, entries=entries[:1])["entries"] == made["entries"][:1]
    answer = org.patch(f"/price-lists/{made['id']}", RETAIL | {"entries": entries})
    assert refused(answer) == {"entries.1.itemVariantId"}
    assert refused(org.post("/price-lists", as_read)) == {"entries.0.itemId", "entries.1.itemVariantId"}
