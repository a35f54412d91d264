"""Area pricing: the quantity of goods that are sold by width and height. Pure."""

from decimal import Decimal, localcontext

from app.money import EXACT, QUANTITY_MAX, micro
from app.tax.gst import TaxError

# The inch is 25.4 mm exactly (International Yard and Pound Agreement, 1959), so areas convert without error.
_MILLIMETRES = {
    "MM": Decimal(1),
    "CM": Decimal(10),
    "M": Decimal(1000),
    "IN": Decimal("25.4"),
    "FT": Decimal("304.8"),
}
_SIDES = {"SQMM": "MM", "SQCM": "CM", "SQM": "M", "SQIN": "IN", "SQFT": "FT"}


def area_quantity(
    line: int,
    *,
    width: Decimal,
    height: Decimal,
    length_unit: str | None,
    unit: str,
    qty_count: Decimal = Decimal(1),
) -> Decimal:
    """Return the quantity to bill for `qty_count` pieces of `width` by `height`, at 6 places.

    `length_unit` (MM, CM, M, IN, FT) is the unit of the sides. If `unit`, the item's, is SQM, SQFT, SQIN, SQCM or
    SQMM, the area is converted to it. With any other unit the quantity is the plain product, and `length_unit` may
    be None. Both units may be in upper or lower case.

    Raises TaxError on `lines.{line}.width`, `.height`, `.qtyCount` or `.lengthUnit`.
    """
    _check_positive(line, width=width, height=height, qtyCount=qty_count)
    with localcontext(EXACT):
        measured_unit, billed_unit = _unit_areas(line, length_unit, unit)
        quantity = micro(width * height * qty_count * measured_unit / billed_unit)
    if not 0 < quantity <= QUANTITY_MAX:
        size = "small" if quantity == 0 else "large"
        raise TaxError(f"lines.{line}.width", f"The area is too {size} to bill in {unit}.")
    return quantity


def _check_positive(line: int, **sides: Decimal) -> None:
    for name, value in sides.items():
        if value <= 0:
            raise TaxError(f"lines.{line}.{name}", "Must be greater than 0.")


def _unit_areas(line: int, length_unit: str | None, unit: str) -> tuple[Decimal, Decimal]:
    """Return the areas of one measured and one billed square unit, both in mm² or, without conversion, both 1."""
    billed = _SIDES.get(unit.upper())
    measured = _MILLIMETRES.get((length_unit or "").upper())
    if billed is not None and not length_unit:
        raise TaxError(
            f"lines.{line}.lengthUnit", f"Is needed to bill in {unit.upper()}: one of MM, CM, M, IN, FT."
        )
    if measured is None and length_unit is not None:
        raise TaxError(f"lines.{line}.lengthUnit", "Must be one of MM, CM, M, IN, FT.")
    if measured is None or billed is None:
        return Decimal(1), Decimal(1)
    return measured**2, _MILLIMETRES[billed] ** 2
