"""Organizations and their GST registrations, as operators set them up.

Every function but `find` works on the organization that the transaction has entered. Wrong values raise Invalid
with the name of the field; the caller rolls back.
"""

from typing import Any

from app.errors import REFUSE, Invalid, faults_of
from app.identity import registrations
from app.ids import new_id
from app.postgres.database import Row, Transaction
from app.tax.gstin import gstin_warnings
from app.tax.states import same_state, state_name

# Name and symbol of likely base currencies. Any other code serves as its own name and symbol.
_CURRENCIES = {
    "INR": ("Indian Rupee", "₹"),
    "USD": ("US Dollar", "$"),
    "EUR": ("Euro", "€"),
    "GBP": ("Pound Sterling", "£"),
    "AED": ("UAE Dirham", "د.إ"),
    "SGD": ("Singapore Dollar", "S$"),
    "JPY": ("Yen", "¥"),
    "NPR": ("Nepalese Rupee", "रू"),
    "BDT": ("Taka", "৳"),
    "LKR": ("Sri Lanka Rupee", "Rs"),
}


def find(tx: Transaction, slug: str, field: str = "org") -> Row:
    """Return the organization with that slug. Raises Invalid on `field` if there is none."""
    organization = tx.one("operators.organization_by_slug", slug=slug)
    if organization is None:
        raise Invalid([(field, f"There is no organization {slug}.")])
    return organization


def create(tx: Transaction, *, gstin: str | None = None, fiscal_year_start: int = 4, **given: Any) -> None:
    """Add the organization whose new id the transaction has entered, with its base currency.

    A GSTIN adds its default registration too. `fiscal_year_start` is a month, 1 to 12. `given` has slug, name,
    state_code, currency and time_zone, and the following, which may be None: legal_name, round_off,
    prices_include_tax, address, phone, email, upi_id, logo (PNG), bank, checks (warn or refuse), and the facts of the
    default registration (`app.identity.registrations`). Raises Invalid if the slug is taken.
    """
    facts, profile = registrations.split({"checks": None} | given)
    _check_time_zone(tx, profile["time_zone"])
    if not tx.execute("operators.insert_organization", **profile, fiscal_year_start=fiscal_year_start):
        raise Invalid([("slug", f"There is already an organization {profile['slug']}.")])
    _set_base_currency(tx, profile["currency"])
    if gstin is not None:
        add_registration(tx, gstin, profile["state_code"], profile["legal_name"] or profile["name"])
    registrations.describe_default(tx, facts)


def update(tx: Transaction, current: Row, *, gstin: str | None = None, **given: Any) -> None:
    """Change the values of `given` that are not None. An empty text clears an optional value.

    `current` is the organization as `find` returned it. The registration with the GSTIN becomes the default one.
    If there is none, the default registration gets the GSTIN, or a first one is added.
    """
    facts, profile = registrations.split({"checks": None} | given)
    _check_time_zone(tx, profile["time_zone"])
    if profile["currency"] not in (None, current["currency_code"]):
        _change_currency(tx, profile["currency"])
    tx.execute("operators.update_organization", **profile)
    if profile["legal_name"] is not None:
        tx.execute(
            "operators.rename_registrations",
            legal_name=profile["legal_name"],
            former_name=current["legal_name"],
        )
    state_code = profile["state_code"] or current["state_code"]
    if gstin is not None:
        _set_gstin(tx, gstin, state_code, profile["legal_name"] or current["legal_name"])
    elif profile["state_code"] is not None:
        _check_default_registration(tx, state_code)
    registrations.describe_default(tx, facts)


def add_registration(
    tx: Transaction,
    gstin: str,
    state_code: str,
    legal_name: str,
    *,
    address: str | None = None,
    default: bool = False,
    **facts: Any,
) -> tuple[str, bool]:
    """Add a GST registration and return (id, whether it is the default one).

    The first registration is always the default one. Without an address it has the organization's. `facts` are
    those of `app.identity.registrations`. Raises Invalid if the GSTIN is of another state or already registered, and
    if it looks wrong and the organization refuses that.
    """
    _check_state(gstin, state_code)
    _refuse_doubtful(tx, gstin)
    is_default = default or tx.one("operators.default_registration") is None
    if is_default:
        tx.execute("operators.no_default_registration")
    registration_id = new_id("reg")
    values = {
        "id": registration_id,
        "gstin": gstin,
        "state_code": state_code,
        "legal_name": legal_name,
        "address": address,
    }
    if not tx.execute("operators.insert_registration", **values, is_default=is_default):
        raise Invalid([("gstin", f"The organization has the registration {gstin} already.")])
    registrations.describe(tx, registration_id, facts)
    return registration_id, is_default


def _check_time_zone(tx: Transaction, time_zone: str | None) -> None:
    # PostgreSQL has its own list of zones, and its views fail on a zone that is not in it.
    if time_zone is None:
        return
    found = tx.one("operators.knows_time_zone", time_zone=time_zone)
    if not (found and found["known"]):
        raise Invalid([("time_zone", f"The database does not know the time zone {time_zone}.")])


def _refuse_doubtful(tx: Transaction, gstin: str) -> None:
    """Raise Invalid for a GSTIN that looks wrong, where the organization refuses such."""
    checks = tx.one("identity.checks")
    warnings = gstin_warnings(gstin, None)
    if warnings and checks and checks["checks"] == REFUSE:
        raise Invalid(faults_of(warnings))


def _check_state(gstin: str, state_code: str) -> None:
    if not same_state(gstin[:2], state_code):
        raise Invalid([("gstin", f"It begins with {gstin[:2]}, which is not the state {state_code}.")])


def _set_base_currency(tx: Transaction, code: str) -> None:
    name, symbol = _CURRENCIES.get(code, (code, code))
    tx.execute("operators.set_base_currency", id=new_id("cur"), code=code, name=name, symbol=symbol)


def _change_currency(tx: Transaction, code: str) -> None:
    books = tx.one("operators.keeps_books")
    if books and books["kept"]:
        raise Invalid([("currency", "The organization has documents, whose amounts are in its currency.")])
    tx.execute("operators.no_base_currency")
    _set_base_currency(tx, code)


def _set_gstin(tx: Transaction, gstin: str, state_code: str, legal_name: str) -> None:
    _check_state(gstin, state_code)
    _refuse_doubtful(tx, gstin)
    registered = tx.one("operators.registration_by_gstin", gstin=gstin)
    default = tx.one("operators.default_registration")
    if registered is not None:
        tx.execute("operators.no_default_registration")
        tx.execute("operators.make_registration_default", id=registered["id"])
    elif default is not None:
        tx.execute("operators.correct_registration", id=default["id"], gstin=gstin, state_code=state_code)
    else:
        add_registration(tx, gstin, state_code, legal_name)


def _check_default_registration(tx: Transaction, state_code: str) -> None:
    # Taxes depend on the registration's state: a new state of the organization alone would change no tax.
    default = tx.one("operators.default_registration")
    if default is not None and not same_state(default["state_code"], state_code):
        where = f"{default['gstin']} of {state_name(default['state_code'])}"
        raise Invalid([("state_code", f"The default registration is {where}; give the new --gstin as well.")])
