"""From marshmallow fields to JSON Schema: bounds, looseness and null, as the strict fields have them.

apispec knows marshmallow's own fields; these functions run after its own, in this order.
"""

from decimal import Decimal
from typing import Any

from marshmallow import Schema, fields, missing, validate

from app.mailing.mail_addresses import ADDRESS
from app.recurring.due_days import LAST
from app.schemas import fields as strict
from app.schemas.answers.fields import Anything, Date
from app.schemas.answers.recurring_invoices import DueDayOfMonth
from app.schemas.compound import AnyJson
from app.schemas.e_invoices import PORTAL_DAY, PORTAL_TIME, Digits, PortalMoment
from app.schemas.mails import MailAddress, OneLine
from app.schemas.numbers import AnyInteger, StrictNumber
from app.schemas.recurring_invoices import LONGEST_MONTH, DayOfMonth
from app.schemas.strict import AnyField, Bound
from app.schemas.webhook_endpoints import WEB_ADDRESS, WebAddress
from app.wire import Json
from resources.openapi.field_descriptions import describe

# More than spaces. That no text holds U+0000 is told once, in the words of the document: in every field it would hide
# what the field is. str.strip takes U+001C to 1F and U+0085 for spaces too, which JSON Schema does not.
NOT_BLANK = r"\S"
# The same without control characters and other ends of lines.
_ENDS = r"\x00-\x1f\x7f-\x9f\u2028\u2029"
ONE_LINE = rf"^[^{_ENDS}]*[^{_ENDS}\s][^{_ENDS}]*$"
# The years that a day can be in.
DAY_PATTERN = r"^(19|2[0-9])[0-9]{2}-[0-9]{2}-[0-9]{2}"
_DAY_WORDS = "A day as YYYY-MM-DD, from 1900 to 2999; a timestamp is taken too, and cut to its UTC date."
# Published is what is answered too: clients would have to handle types that they never meet.
_ALSO_TAKEN = {
    strict.AnyText: "Numbers and booleans are kept as their text.",
    AnyInteger: "Digits as text are taken too.",
    Digits: "Digits as a number are taken too.",
}


_PATTERNS = {
    strict.StrictDate: DAY_PATTERN,
    MailAddress: f"^{ADDRESS}$",
    OneLine: ONE_LINE,
    WebAddress: f"^{WEB_ADDRESS}$",
}


def types(_: Any, field: AnyField, ret: Json) -> Json:
    """Return the JSON types of a field that takes several."""
    if isinstance(field, strict.PriceInclusive):
        # Apart, because generators of clients know no enumeration of two types.
        return {"anyOf": [{"type": ret.pop("type"), "enum": ret.pop("enum")}, {"type": "boolean"}]}
    if isinstance(field, DayOfMonth | DueDayOfMonth):
        day = {"type": "integer", "minimum": 1, "maximum": LONGEST_MONTH}
        return {"anyOf": [day, {"type": "string", "enum": [LAST]}, {"type": "null"}]}
    if isinstance(field, AnyJson | Anything):
        return {"type": ["string", "number", "boolean", "object", "array", "null"], "items": {}}
    return {}


def texts(_: Any, field: AnyField, ret: Json) -> Json:
    """Return the pattern or format of a field of text."""
    for kind_of_text, pattern in _PATTERNS.items():
        if isinstance(field, kind_of_text):
            return {"pattern": pattern}
    if isinstance(field, Date):
        kind = ["string", "null"] if field.allow_none else "string"
        return {"type": kind, "format": "date-time", "pattern": "T00:00:00Z$"}
    if isinstance(field, PortalMoment):
        day = {"type": "string", "format": "date", "pattern": f"^{PORTAL_DAY}$"}
        time = {"type": "string", "pattern": f"^{PORTAL_TIME}$"}
        return {"anyOf": [day, time, *([{"type": "null"}] if field.allow_none else [])]}
    if not isinstance(field, strict.Text) or not ret.keys().isdisjoint(("anyOf", "enum", "pattern")):
        return {}
    return {} if field.blank_allowed else {"pattern": NOT_BLANK}


def bounds(_: Any, field: AnyField, ret: Json) -> Json:
    """Return the least and the greatest value of a number, as JSON numbers."""
    for name in ("minimum", "maximum"):
        if name in ret:
            ret[name] = _plain(ret[name])
    if not isinstance(field, StrictNumber):
        return {}
    least, most = (bound for bound in field.validators if isinstance(bound, Bound))
    if not least.min_inclusive:
        # More than 0 once it is rounded.
        ret["minimum"] = _plain(field.rounded(Decimal("0.01")) / 2 if _is_money(field) else Decimal("5E-7"))
    # No double is that close below it.
    if Decimal(repr(float(most.max))) != most.max:
        del ret["maximum"]
        return {"exclusiveMaximum": _plain(Decimal(repr(float(most.max))))}
    return {}


def _is_money(field: StrictNumber) -> bool:
    return bool(field.rounded(Decimal("0.001")) == 0)


def _plain(number: Decimal | float) -> int | float:
    return int(number) if number == int(number) else float(number)


def defaults(_: Any, field: AnyField, ret: Json) -> Json:
    """Return the default of a field that may be left out."""
    ret.pop("default", None)
    value = missing if getattr(field.parent, "partial", False) else field.load_default
    if value is missing or (value is None and not field.allow_none):
        return {}
    if value is list:
        return {"default": []}
    if callable(value):
        return {}
    return {"default": _plain(value) if isinstance(value, Decimal) else value}


def exact(_: Any, field: AnyField, ret: Json) -> Json:
    """Return the constant of a field, and the length of a list that has only one."""
    found = {name: field.metadata[name] for name in ("const",) if name in field.metadata}
    for check in field.validators:
        if isinstance(field, fields.List) and isinstance(check, validate.Length) and check.equal is not None:
            found |= {"minItems": check.equal, "maxItems": check.equal}
    return found


def words(_: Any, field: AnyField, ret: Json) -> Json:
    """Return the description of a field that has none of its own."""
    if "description" in ret or not isinstance(field.parent, Schema):
        return {}
    said = describe(type(field.parent), str(field.data_key or field.name))
    if isinstance(field, strict.StrictDate):
        said = f"{said} {_DAY_WORDS}".strip()
    taken = [words for kind, words in _ALSO_TAKEN.items() if isinstance(field, kind)]
    said = " ".join([said, *taken]).strip()
    return {"description": said} if said else {}


ATTRIBUTE_FUNCTIONS = (types, texts, bounds, defaults, exact, words)
