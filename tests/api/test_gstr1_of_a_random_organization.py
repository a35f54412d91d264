"""Two months of a random organization in two states: its returns are those that the wire alone gives."""

from decimal import Decimal
from random import Random
from typing import Any

import pytest

from tests.api import month_of_the_wire as month_of
from tests.api import returns_of_the_wire as wire
from tests.api.filing import gstr_1, tied, told
from tests.api.random_trade import BRANCH, MONTHS, fill
from tests.selling import Books
from tests.service import Client, Service

pytestmark = pytest.mark.slow

Record = dict[str, Any]
FIGURES = ("taxableValue", "igst", "cgst", "sgst", "cess")
KEYS = ("txval", "iamt", "camt", "samt", "csamt")


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_returns_are_those_of_the_wire(seed: int, service: Service) -> None:
    org = service.organization(prices_include_tax=seed == 2, round_off=seed > 1)
    branch = Books(service, org).registration(BRANCH)
    fill(org, Random(seed), branch)  # noqa: S311 - not a secret
    read = {path: everything(org, f"/{path}") for path in ("invoices", "credit-notes", "bills", "customers")}
    payments = everything(org, "/payments-received")
    originals, customers = by_id(read["invoices"]), by_id(read["customers"])
    documents = [each for each in read["invoices"] + read["credit-notes"] if each["status"] != "DRAFT"]
    seen: set[str] = set()
    for month in MONTHS:
        paid = month_of.advances(payments, originals, customers, month)
        for state, id in (("27", None), (BRANCH, branch)):
            asked = {} if id is None else {"registrationId": id}
            advances = ([], []) if id else paid
            numbered = [
                each for each in documents if each["sellerStateCode"] == state and wire.day(each)[:7] == month
            ]
            issued = [each for each in numbered if each["status"] != "VOID"]
            filed = gstr_1(org, month, **asked)
            same_documents(filed, issued, originals)
            same_tables(filed, numbered, advances)
            same_books(tied(org, month, **asked), issued, originals)
            bills = [
                each
                for each in read["bills"]
                if each["placeOfSupplyStateCode"] == state and each["billDate"][:7] == month
            ]
            answer = told(org, "/gst/gstr-3b", month, **asked)
            assert answer["problems"] == []
            same_month(answer["document"], issued, advances, bills)
            seen |= {name for name, rows in filed.items() if rows and rows != {"inv": []}}
    assert seen == {*wire_names(), "gstin", "fp", "hsn", "doc_issue", "at", "txpd", "nil", "b2cs"}


def wire_names() -> tuple[str, ...]:
    return ("b2b", "b2cl", "exp", "cdnr", "cdnur")


def same_documents(filed: Record, issued: list[Record], originals: dict[str, Record]) -> None:
    """Each document stands in its section, whole; and what is not named is in the sums."""
    lists = {
        "b2b": ("ctin", "inv"),
        "b2cl": ("pos", "inv"),
        "exp": ("exp_typ", "inv"),
        "cdnr": ("ctin", "nt"),
    }
    found = {
        section: {group[key]: by_number(group[members]) for group in filed[section]}
        for section, (key, members) in lists.items()
    }
    found["cdnur"] = {"": by_number(filed["cdnur"])} if filed["cdnur"] else {}
    assert found == plain(wire.named(issued, originals))
    assert filed["b2cs"] == plain(wire.small(issued, originals))
    nil = {
        row["sply_ty"]: {name: row[name] for name in row if name != "sply_ty"} for row in filed["nil"]["inv"]
    }
    assert nil == plain(wire.untaxed(issued))


def same_tables(
    filed: Record, numbered: list[Record], advances: tuple[list[month_of.Advance], list[month_of.Advance]]
) -> None:
    """Tables 11, 12 and 13."""
    received, used_up = advances
    assert filed["at"] == plain(month_of.table_11(received))
    assert filed["txpd"] == plain(month_of.table_11(used_up))
    issued = [each for each in numbered if each["status"] != "VOID"]
    rows = {
        (to, row["hsn_sc"], row["rt"]): tuple(row[name] for name in ("qty", *KEYS))
        for to, listed in filed["hsn"].items()
        for row in listed
    }
    assert rows == {
        (to, hsn, float(rate)): tuple(map(float, amounts))
        for (to, hsn, rate), amounts in wire.by_hsn(issued).items()
    }
    kinds = {
        1: [each for each in numbered if not wire.is_note(each)],
        5: list(filter(wire.is_note, numbered)),
    }
    told_of = {
        kind["doc_num"]: (
            sum(row["totnum"] for row in kind["docs"]),
            sum(row["cancel"] for row in kind["docs"]),
        )
        for kind in filed["doc_issue"]["doc_det"]
    }
    assert told_of == {
        kind: (len(of), sum(each["status"] == "VOID" for each in of)) for kind, of in kinds.items() if of
    }


def same_books(summary: dict[str, Record], issued: list[Record], originals: dict[str, Record]) -> None:
    sums = {section: tuple(row[name] for name in FIGURES) for section, row in summary.items()}
    assert {section: amounts for section, amounts in sums.items() if any(amounts)} == {
        section: tuple(map(float, amounts)) for section, amounts in wire.in_books(issued, originals).items()
    }
    sections = [wire.section_of(each, originals) for each in issued]
    assert {section: row["documents"] for section, row in summary.items() if row["documents"]} == {
        section: sections.count(section) for section in sections
    }


def same_month(
    filed: Record,
    issued: list[Record],
    advances: tuple[list[month_of.Advance], list[month_of.Advance]],
    bills: list[Record],
) -> None:
    """GSTR-3B has the same supplies by their kind, and what was bought."""
    details, (owed, credits) = filed["sup_details"], month_of.bought(bills)
    rows = month_of.outward(issued, *advances) | {"isup_rev": owed}
    for row, shown in details.items():
        amounts = dict(zip(KEYS, rows.get(row, wire.Amounts()), strict=True))
        assert shown == {name: float(amounts[name]) for name in shown}, row
    apart = {
        to: {row["pos"]: (row["txval"], row["iamt"]) for row in told}
        for to, told in filed["inter_sup"].items()
        if told
    }
    assert apart == plain(month_of.apart(issued))
    places = {row["ty"]: row for row in filed["itc_elg"]["itc_avl"]}
    places["ineligible"] = filed["itc_elg"]["itc_inelg"][1]
    for place, row in places.items():
        amounts = credits.get(place, wire.Amounts())
        assert [row[name] for name in KEYS[1:]] == [float(amount) for amount in amounts[1:]], place


def by_number(entries: list[Record]) -> list[Record]:
    return sorted(entries, key=lambda each: str(each.get("inum") or each["nt_num"]))


def by_id(records: list[Record]) -> dict[str, Record]:
    return {each["id"]: each for each in records}


def plain(value: Any) -> Any:
    """The value with floats for decimals, as JSON has them."""
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, list):
        return [plain(each) for each in value]
    if isinstance(value, tuple):
        return tuple(map(plain, value))
    return float(value) if isinstance(value, Decimal) else value


def everything(org: Client, path: str) -> list[Record]:
    return [org.read(f"{path}/{each['id']}") for each in org.read(f"{path}?limit=200")]
