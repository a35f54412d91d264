"""The validator of GSTR-3B sees what the portal refuses, and takes what it takes."""

from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

import pytest

from app.money import MONEY_MAX
from app.returns.gstr3b import Gstr3b
from app.returns.gstr3b_format import faults_of
from app.returns.periods import period_of

PAISA = Decimal("0.01")
BELOW = Decimal(-1)


def form(month: str = "2026-05") -> dict[str, Any]:
    """A return without figures, but for one supply between states, that the portal takes."""
    made = Gstr3b("27AAPFU0939F1ZV", period_of(month)).document()
    made["inter_sup"]["unreg_details"] = [{"pos": "29", "txval": 0, "iamt": 0}]
    return made


def amounts(part: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any], str]]:
    """Each amount of a return: its path, the row that holds it, and its key there."""
    for key, value in part.items() if isinstance(part, dict) else enumerate(part):
        if isinstance(value, dict | list):
            yield from amounts(value, f"{path}{key}.")
        elif key not in ("gstin", "ret_period", "pos", "ty"):
            yield f"{path}{key}", part, str(key)


def fields(made: dict[str, Any]) -> list[str | None]:
    return [fault.field for fault in faults_of(made)]


PATHS = [path for path, _, _ in amounts(form())]


def test_a_return_has_each_amount_of_the_published_form() -> None:
    assert faults_of(form()) == []
    # 3.1 has 15 amounts, 4 ten rows of four, 5 four, and a row of 3.2 two.
    assert len(PATHS) == 15 + 40 + 4 + 2


@pytest.mark.parametrize("path", PATHS)
def test_an_amount_has_13_digits_and_2_places_at_most(path: str) -> None:
    for amount, is_taken in (
        (MONEY_MAX, True),
        (float(MONEY_MAX), True),
        (MONEY_MAX + PAISA, False),
        (Decimal("0.001"), False),
        (True, False),
        ("1", False),
    ):
        made = form()
        _, row, key = next(each for each in amounts(made) if each[0] == path)
        row[key] = amount
        malformed = [fault.field for fault in faults_of(made) if fault.code == "field_invalid"]
        assert malformed == ([] if is_taken else [path])


@pytest.mark.parametrize("path", PATHS)
def test_an_amount_is_not_missing(path: str) -> None:
    made = form()
    _, row, key = next(each for each in amounts(made) if each[0] == path)
    del row[key]
    assert fields(made) == [path]
    row["nonsense"] = 1
    assert f"{path.rpartition('.')[0]}.nonsense" in fields(made)


@pytest.mark.parametrize(
    ("path", "before", "since"),
    [
        # A column for liability below 0: notification 12/2024. Table 4: GSTN's advisory of 17 February 2023.
        ("sup_details.osup_det.txval", "2024-06", "2024-07"),
        ("inter_sup.unreg_details.0.txval", "2024-06", "2024-07"),
        ("itc_elg.itc_inelg.1.iamt", "2022-12", "2023-01"),
        ("inward_sup.isup_details.0.inter", "2026-05", None),
    ],
)
def test_an_amount_may_be_below_0_since_its_month(path: str, before: str, since: str | None) -> None:
    for month, expected in ((before, [path]), (since, [])):
        if month:
            made = form(month)
            _, row, key = next(each for each in amounts(made) if each[0] == path)
            row[key] = BELOW
            assert fields(made) == expected


def put(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    """Return a function that sets the value at a path of a return."""

    def change(made: Any) -> None:
        *parts, last = path.split(".")
        for part in parts:
            made = made[int(part) if part.isdigit() else part]
        made[last] = value

    return change


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (put("ret_period", "072017"), []),
        (put("ret_period", "062017"), ["ret_period"]),
        (put("ret_period", "132026"), ["ret_period"]),
        (put("ret_period", "2026-05"), ["ret_period"]),
        (put("ret_period", None), ["ret_period"]),
        (put("gstin", "27AAPFU0939F1Z"), ["gstin"]),
        (put("gstin", "27aapfu0939f1zv"), ["gstin"]),
        (put("gstin", ""), ["gstin"]),
        (put("inter_sup.unreg_details.0.pos", "97"), []),
        # The seller's own, other countries, a state that was divided, letters, none.
        (put("inter_sup.unreg_details.0.pos", "27"), ["inter_sup.unreg_details.0.pos"]),
        (put("inter_sup.unreg_details.0.pos", "96"), ["inter_sup.unreg_details.0.pos"]),
        (put("inter_sup.unreg_details.0.pos", "28"), ["inter_sup.unreg_details.0.pos"]),
        (put("inter_sup.unreg_details.0.pos", "KA"), ["inter_sup.unreg_details.0.pos"]),
        (put("inter_sup.unreg_details.0.pos", ""), ["inter_sup.unreg_details.0.pos"]),
        (put("inter_sup.uin_details", [{"pos": "33", "txval": 1, "iamt": 1}] * 2), ["inter_sup.uin_details.1.pos"]),
        (put("inter_sup.comp_details", None), ["inter_sup.comp_details"]),
        (put("itc_elg.itc_avl.0.ty", "IMPS"), ["itc_elg.itc_avl.0.ty"]),
        (put("itc_elg.itc_rev", []), ["itc_elg.itc_rev"]),
        (put("inward_sup.isup_details", []), ["inward_sup.isup_details"]),
        (put("inward_sup.isup_details.1.ty", "GST"), ["inward_sup.isup_details.1.ty"]),
        (put("eco_dtls", {}), ["eco_dtls"]),
        (put("sup_details.osup_det.samt", 1), ["sup_details.osup_det.samt"]),
        (put("itc_elg.itc_inelg.0.camt", 1), ["itc_elg.itc_inelg.0.samt"]),
        # 4(C) is 4(A) less 4(B), to the paisa.
        (put("itc_elg.itc_net.iamt", 0.01), ["itc_elg.itc_net.iamt"]),
        (put("itc_elg.itc_avl.4.iamt", 0.01), ["itc_elg.itc_net.iamt"]),
        (put("itc_elg.itc_rev.1.csamt", 5), ["itc_elg.itc_net.csamt"]),
    ],
)  # fmt: skip
def test_the_validator_sees_each_fault_of_a_return(
    change: Callable[[dict[str, Any]], None], expected: list[str]
) -> None:
    made = form()
    change(made)
    assert fields(made) == expected


def test_sections_and_rows_are_not_missing() -> None:
    for name in ("sup_details", "inter_sup", "itc_elg", "inward_sup"):
        made = form()
        del made[name]
        assert name in fields(made)
        made[name] = {"nonsense": {}}
        assert f"{name}.nonsense" in fields(made)
