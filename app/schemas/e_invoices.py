"""Bodies about the government's portals: what they answered, and how goods are carried."""

import re
from datetime import UTC, date, datetime, time, timedelta, timezone
from typing import Any

from marshmallow import fields, validate

from app.schemas.body import BodySchema
from app.schemas.fields import Choice, StrictDate, Text
from app.schemas.numbers import AnyInteger
from app.schemas.strict import Length, Strict, messages

_INDIA = timezone(timedelta(hours=5, minutes=30))
_CLOCK = r"[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,6})?)?"
# With a time; the offset is left out where it is India's.
PORTAL_DAY = r"2[0-9]{3}-[0-9]{2}-[0-9]{2}"
PORTAL_TIME = rf"{PORTAL_DAY}[ T]{_CLOCK}(Z|[+-][0-9]{{2}}:[0-9]{{2}})?"
_FORM = re.compile(f"{PORTAL_DAY}|{PORTAL_TIME}")
_YEARS = range(2000, 3000)
# A QR code of the least correction holds 2,953 characters; those of the portal have about a thousand.
_LONGEST_TOKEN = 2_900
_LONGEST_INVOICE = 500_000
_REASONS = 4
_FARTHEST = 4000  # kilometres


class PortalMoment(Strict, fields.Field[datetime]):
    """A moment as the portals write it, `YYYY-MM-DD HH:MM:SS` in Indian time, or a timestamp. A day is its last
    second."""

    default_error_messages = messages(
        invalid="Must be YYYY-MM-DD HH:MM:SS in Indian time, or a timestamp with its offset."
    )

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> datetime:
        try:
            moment = _moment(value)
        except ValueError:
            moment = None
        if moment is None or moment.year not in _YEARS:
            raise self.make_error("invalid")
        return moment.astimezone(UTC)


def _moment(value: Any) -> datetime | None:
    if not isinstance(value, str) or not _FORM.fullmatch(value):
        return None
    if len(value) == len("2026-10-15"):
        return datetime.combine(date.fromisoformat(value), time(23, 59, 59), _INDIA)
    moment = datetime.fromisoformat(value)
    return moment if moment.tzinfo else moment.replace(tzinfo=_INDIA)


class _Irn(Text):
    """64 hexadecimal digits, made small."""

    def __init__(self, **options: Any) -> None:
        form = validate.Regexp(r"^[0-9a-fA-F]{64}$", error="Must be 64 hexadecimal digits.")
        super().__init__(validate=[Length(equal=64), form], **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        return super()._deserialize(value, attr, data, **kwargs).lower()


class Digits(Text):
    """A number of a portal, of `least` to `most` digits and at most 18, as a number or as text; it is kept as text."""

    default_error_messages = messages(type="Must be digits, as text or as a number.")

    def __init__(self, least: int, most: int, **options: Any) -> None:
        self.least, self.most = least, most
        span = f"{least} to {most}" if least < most else f"{least}"
        form = validate.Regexp(rf"^[0-9]{{{least},{most}}}$", error=f"Must be {span} digits.")
        super().__init__(validate=form, **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        is_number = isinstance(value, int) and not isinstance(value, bool)
        is_whole = isinstance(value, float) and value.is_integer()
        text = str(int(value)) if is_number or is_whole else value
        if isinstance(text, str) and text.endswith("\n"):  # which `$` would let pass
            raise self.make_error("type")
        return super()._deserialize(text, attr, data, **kwargs)


class EInvoiceBody(BodySchema):
    """PUT of the e-invoice of an invoice or a credit note: what the portal answered."""

    irn = _Irn(required=True)
    ack_no = Digits(1, 18, required=True)
    ack_date = PortalMoment(required=True)
    signed_qr_code = Text(min=1, max=_LONGEST_TOKEN, required=True)
    signed_invoice = Text(min=1, max=_LONGEST_INVOICE, load_default=None, allow_none=True)


class EInvoiceCancelBody(BodySchema):
    """DELETE of the same."""

    reason = AnyInteger(min=1, max=_REASONS, required=True, allow_none=False)
    remark = Text(min=1, max=100, required=True)


class EWayBillBody(BodySchema):
    """POST /invoices/{id}/e-way-bill: who carries the goods, and how."""

    supply_type = Choice("O", load_default="O")
    transporter_id = Text(max=15, load_default=None, allow_none=True)
    transporter_name = Text(max=100, load_default=None, allow_none=True)
    distance_km = AnyInteger(min=0, max=_FARTHEST)
    mode = AnyInteger(min=1, max=4)
    vehicle_number = Text(max=20, load_default=None, allow_none=True)
    vehicle_type = Choice("R", "O", load_default="R")
    document_number = Text(max=15, load_default=None, allow_none=True)
    document_date = StrictDate(load_default=None, allow_none=True)


class EWayBillNumberBody(BodySchema):
    """PUT of the same: what the portal answered."""

    eway_bill_number = Digits(12, 12, required=True)
    valid_until = PortalMoment(load_default=None, allow_none=True)
