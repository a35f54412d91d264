"""Facts of registrations beyond GSTIN, state and legal name that GST requires, as operators enter them.

Every function works on the organization that the transaction has entered. Wrong values raise Invalid with the name of
the field; the caller rolls back.
"""

from typing import Any

from app.errors import Invalid
from app.postgres.database import Row, Transaction
from app.tax.states import same_state

FACTS = (
    "trade_name",
    "address_line1",
    "address_line2",
    "city",
    "pincode",
    "composition",
    "lut_number",
    "lut_from",
    "lut_to",
    "turnover_above_5_crore",
    "e_invoicing_since",
)
_DATES = ("lut_from", "lut_to", "e_invoicing_since")


def split(profile: Row) -> tuple[Row, Row]:
    """Split the values given to a command into the facts of a registration and the rest."""
    facts = {name: profile.get(name) for name in FACTS}
    return facts, {name: value for name, value in profile.items() if name not in FACTS}


def describe(tx: Transaction, id: str, facts: Row) -> None:
    """Set those of the `FACTS` of a registration that are not None; an empty text clears one."""
    if any(value is not None for value in facts.values()):
        given = dict.fromkeys(FACTS) | facts
        dates = {name: given[name] or None for name in _DATES}
        kept = {f"keeps_{name}": given[name] is None for name in _DATES}
        tx.execute("operators.describe_registration", id=id, **given | dates | kept)


def describe_default(tx: Transaction, facts: Row) -> None:
    """Set facts of the default registration, as `describe`. Raise Invalid for facts without a registration."""
    given = next((name for name, value in facts.items() if value is not None), None)
    if given is None:
        return
    default = tx.one("operators.default_registration")
    if default is None:
        raise Invalid([(given, "Belongs to a registration: give the --gstin as well.")])
    describe(tx, default["id"], facts)


def update(tx: Transaction, gstin: str, *, state_code: str | None = None, **facts: Any) -> str:
    """Change the registration with a GSTIN; return its id. Raise Invalid if there is none, or its state is another."""
    registered = tx.one("operators.registration_by_gstin", gstin=gstin)
    if registered is None:
        raise Invalid([("gstin", f"The organization has no registration {gstin}.")])
    id: str = registered["id"]
    if state_code is not None:
        if not same_state(gstin[:2], state_code):
            raise Invalid([("state_code", f"The GSTIN begins with {gstin[:2]}, which is not {state_code}.")])
        tx.execute("operators.move_registration", id=id, state_code=state_code)
    describe(tx, id, facts)
    return id
