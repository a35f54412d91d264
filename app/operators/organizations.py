"""`org create`, `org update`, `registration add`, `registration update`, `warehouse create`."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from app.errors import REFUSE, WARN
from app.identity import organizations, registrations
from app.ids import new_id
from app.master_data import warehouses
from app.operators import arguments as a
from app.operators.session import enter, in_transaction, json_option, show
from app.postgres.database import Row, Transaction

C = TypeVar("C", bound=Callable[..., Any])


def _gst_profile(command: C) -> C:
    """Add the options that describe a registration."""
    options = (
        click.option("--trade-name", type=a.PROFILE_LINE, help="Where it differs from the legal name."),
        click.option("--address-line1", type=a.PROFILE_LINE, help="For e-invoices and e-way bills."),
        click.option("--address-line2", type=a.PROFILE_LINE, help="The same."),
        click.option("--city", type=a.PROFILE_LINE, help="The same."),
        click.option("--pincode", type=a.PROFILE_PINCODE, help="The same; six digits."),
        click.option("--composition/--no-composition", default=None, help="Pays tax under section 10."),
        click.option(
            "--lut-number", type=a.PROFILE_LINE, help="Letter of undertaking for exports without tax."
        ),
        click.option("--lut-from", type=a.PROFILE_DAY, help="The first day it covers."),
        click.option("--lut-to", type=a.PROFILE_DAY, help="The last day it covers."),
        click.option(
            "--turnover-above-5-crore/--no-turnover-above-5-crore",
            default=None,
            help="An HSN needs six digits then.",
        ),
        click.option("--e-invoicing-since", type=a.PROFILE_DAY, help="The first day of e-invoices."),
    )
    for option in reversed(options):
        command = option(command)
    return command


def _profile(command: C) -> C:
    """Add the options that `org create` and `org update` share."""
    options = (
        click.option("--gstin", type=a.GSTIN, help="GST identification number."),
        click.option("--legal-name", type=a.NAME, help="As registered; the name when left out."),
        click.option("--round-off/--no-round-off", default=None, help="Round totals to the rupee."),
        click.option(
            "--prices-include-tax/--no-prices-include-tax",
            default=None,
            help="Unless an item says otherwise.",
        ),
        click.option("--address", type=a.PROFILE_TEXT, help="As printed."),
        click.option("--phone", type=a.PROFILE_LINE, help="As printed."),
        click.option("--email", type=a.PROFILE_EMAIL, help="As printed."),
        click.option("--upi-id", type=a.PROFILE_UPI_ID, help="Where customers pay."),
        click.option("--logo", type=a.Argument("file.png", a.logo), help="PNG, at most 512 KiB."),
        click.option("--bank", type=a.PROFILE_TEXT, help="Bank details, as printed."),
        click.option(
            "--checks",
            type=click.Choice([WARN, REFUSE]),
            help="Warn of writes that look wrong, or refuse them.",
        ),
        _gst_profile,
        json_option,
    )
    for option in reversed(options):
        command = option(command)
    return command


@click.group()
def org() -> None:
    """Organizations."""


@org.command("create")
@click.option("--slug", type=a.SLUG, required=True, help="The name that commands use.")
@click.option("--name", type=a.NAME, required=True, help="Its name on papers and in lists.")
@click.option("--state-code", type=a.STATE_CODE, required=True, help="GST number or letters: 27 or MH.")
@click.option("--currency", type=a.CURRENCY, default="INR", show_default=True, help="Of its books.")
@click.option(
    "--time-zone", type=a.TIME_ZONE, default="Asia/Kolkata", show_default=True, help="Where its days begin."
)
@click.option(
    "--fiscal-year-start",
    type=click.IntRange(1, 12),
    default=4,
    show_default=True,
    help="The month its fiscal years begin in; numbers count by it, so it stays.",
)
@_profile
def create(as_json: bool, **profile: Any) -> None:
    """Make an organization.

    It gets its base currency and, with a GSTIN, its default registration. Then come `user create`, `member add` and
    `token create`.
    """
    organization_id = new_id("org")

    def work(tx: Transaction) -> None:
        enter(tx, organization_id)
        organizations.create(tx, **profile)

    in_transaction(work)
    slug = profile["slug"]
    record = {"id": organization_id, "slug": slug, "name": profile["name"]}
    show(record, f"Made the organization {slug} ({organization_id}).", as_json=as_json)


@org.command("update")
@click.option("--slug", type=a.SLUG, required=True, help="The organization to change.")
@click.option("--name", type=a.NAME, help="Its name on papers and in lists.")
@click.option("--state-code", type=a.STATE_CODE, help="GST number or letters: 27 or MH.")
@click.option("--currency", type=a.CURRENCY, help="Only while there are no documents.")
@click.option("--time-zone", type=a.TIME_ZONE, help="Where its days begin.")
@_profile
def update(slug: str, as_json: bool, **profile: Any) -> None:
    """Change what is named of an organization.

    An empty text clears an optional fact.

    A GSTIN corrects the default registration; to add another one, use `registration add`.
    """
    if all(value is None for value in profile.values()):
        raise click.UsageError("Name at least one thing to change.", click.get_current_context())

    def work(tx: Transaction) -> str:
        current = organizations.find(tx, slug, "slug")
        enter(tx, current["id"])
        organizations.update(tx, current, **profile)
        return str(current["id"])

    organization_id = in_transaction(work)
    sentence = f"Changed the organization {slug} ({organization_id})."
    show({"id": organization_id, "slug": slug}, sentence, as_json=as_json)


@click.group()
def registration() -> None:
    """GST registrations of organizations."""


@registration.command("add")
@a.org_option
@click.option("--gstin", type=a.GSTIN, required=True, help="GST identification number.")
@click.option("--state-code", type=a.STATE_CODE, required=True, help="That of the GSTIN: 27 or MH.")
@click.option("--legal-name", type=a.NAME, required=True, help="As registered.")
@click.option("--address", type=a.PROFILE_TEXT, help="Where it is; the organization's when left out.")
@click.option("--default", is_flag=True, help="Sell under this one unless an invoice says otherwise.")
@_gst_profile
@json_option
def add(*, slug: str, default: bool, as_json: bool, **values: Any) -> None:
    """Add a GST registration.

    An organization's first one is the default one.
    """

    def work(tx: Transaction) -> tuple[str, bool]:
        enter(tx, organizations.find(tx, slug)["id"])
        return organizations.add_registration(tx, **values, default=default)

    registration_id, is_default = in_transaction(work)
    gstin, state_code = values["gstin"], values["state_code"]
    record = {"id": registration_id, "gstin": gstin, "stateCode": state_code, "isDefault": is_default}
    sentence = f"Added the {_default_word(is_default)}registration {gstin} to {slug} ({registration_id})."
    show(record, sentence, as_json=as_json)


@registration.command("update")
@a.org_option
@click.option("--gstin", type=a.GSTIN, required=True, help="The registration to change.")
@click.option("--state-code", type=a.STATE_CODE, help="Another spelling of the GSTIN's state.")
@_gst_profile
@json_option
def change(*, slug: str, gstin: str, as_json: bool, **facts: Any) -> None:
    """Change what is named of a GST registration.

    An empty text clears a fact.
    """
    if all(value is None for value in facts.values()):
        raise click.UsageError("Name at least one thing to change.", click.get_current_context())

    def work(tx: Transaction) -> str:
        enter(tx, organizations.find(tx, slug)["id"])
        return registrations.update(tx, gstin, **facts)

    registration_id = in_transaction(work)
    sentence = f"Changed the registration {gstin} of {slug} ({registration_id})."
    show({"id": registration_id, "gstin": gstin}, sentence, as_json=as_json)


@click.group()
def warehouse() -> None:
    """Warehouses of organizations."""


@warehouse.command("create")
@a.org_option
@click.option("--code", type=a.CODE, required=True, help="Short, such as MAIN.")
@click.option("--name", type=a.NAME, required=True, help="As people call it.")
@click.option("--default", is_flag=True, help="Move stock here unless a document says otherwise.")
@json_option
def create_warehouse(slug: str, code: str, name: str, default: bool, as_json: bool) -> None:
    """Make a warehouse.

    An organization's first one is the default one.
    """

    def work(tx: Transaction) -> Row:
        enter(tx, organizations.find(tx, slug)["id"])
        body = warehouses.KIND.body.create({"code": code, "name": name, "isDefault": default})
        return warehouses.KIND.records.read(tx, warehouses.add(tx, body), ends=False)

    made = in_transaction(work)
    record = {field: made[field] for field in ("id", "code", "name", "isDefault")}
    sentence = f"Made the {_default_word(made['isDefault'])}warehouse {code} of {slug} ({made['id']})."
    show(record, sentence, as_json=as_json)


def _default_word(is_default: bool) -> str:
    return "default " if is_default else ""
