"""The body of an account."""

from app.schemas.body import Body
from app.schemas.fields import Choice, Flag, Text

TYPES = ("CASH", "BANK", "WALLET", "RECEIVABLE", "PAYABLE", "DEBT", "LOAN", "OTHER")


class Account(Body):
    """POST and PATCH /accounts. A cash account sends its bank fields as empty text."""

    account_name = Text(min=1, max=100, required=True)
    account_type = Choice(*TYPES, required=True)
    bank_name = Text(max=100, required=True)
    account_number = Text(max=50, required=True)
    ifsc_code = Text(max=20, required=True)
    is_default = Flag(load_default=False)
    is_active = Flag(load_default=True)
