"""`check`: the taxes of a document fit its supply, the supply its place and its buyer, the number its registration."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest

from tests.operators.checking import figures, found, tamper
from tests.operators.commands import Operator
from tests.selling import Body, customer, item, line, sent
from tests.service import Client, Service

GSTIN = "27AAQFS4821K1ZO"
OF_KARNATAKA = "29AAQFS4821K1ZK"
ABROAD = {"placeOfSupplyStateCode": "96"}
TAXED = {"rate": 1000, "taxRatePercent": 18}


@pytest.fixture
def org(operator: Operator, service: Service) -> Client:
    org = service.organization()
    operator.make("org", "update", "--slug", org.slug, "--gstin", GSTIN, "--state-code", "27")
    return org


def ties(operator: Operator, org: Client) -> bool:
    return operator.run("check", "--org", org.slug).exit_code == 0


@contextmanager
def without_constraint(url: str, table: str, name: str) -> Iterator[None]:
    """PostgreSQL lets rows be written that break a constraint; they must be set right before the end."""
    with psycopg.connect(url, autocommit=True) as owner:
        row = owner.execute(
            "SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = %s", [name]
        ).fetchone()
        assert row
        owner.execute(f"ALTER TABLE {table} DROP CONSTRAINT {name}".encode())
        yield
        owner.execute(f"ALTER TABLE {table} ADD CONSTRAINT {name} {row[0]}".encode())


def test_taxes_of_every_kind_of_supply_fit(operator: Operator, org: Client) -> None:
    zone = customer(org, gstCategory="SEZ", placeOfSupplyStateCode="29")
    for who in (customer(org), zone, customer(org, gstCategory="DEEMED_EXPORT")):
        for more in ({}, {"reverseCharge": True}, ABROAD, ABROAD | {"exportWithPayment": False}):
            lines = (
                line(**TAXED, cessRatePercent=12.5),
                line(rate=33.33, taxRatePercent=5, taxability="EXEMPT"),
            )
            sent(org, who, *lines, **more)
    assert ties(operator, org)


@pytest.mark.parametrize("rate", [1.03, 33.33, 99.99, 1000.01])
@pytest.mark.parametrize("cess", [0.5, 12, 160, 999])
def test_cess_in_a_price_that_includes_it_is_within_its_rate(
    rate: float, cess: float, operator: Operator, org: Client
) -> None:
    drink = item(org, isPriceInclusive="true", cessRatePercent=cess)
    sent(org, customer(org), line(itemId=drink["id"], quantity=3, rate=rate, taxRatePercent=28))
    assert ties(operator, org)


@pytest.mark.parametrize("supply", [{"reverseCharge": True}, ABROAD | {"exportWithPayment": False}])
def test_tax_where_the_document_bears_none_is_found(
    supply: Body, operator: Operator, org: Client, service: Service
) -> None:
    sent(org, customer(org), line(**TAXED), **supply)
    assert ties(operator, org)
    tamper(service, org, "invoice_line_tax")
    figure = "tax under reverse charge" if "reverseCharge" in supply else "tax without payment"
    assert figures(found(operator, org)) == {("invoice", "igstTotal"), ("invoice", figure)}


def test_igst_beside_cgst_is_found(operator: Operator, org: Client, service: Service) -> None:
    sent(org, customer(org), line(**TAXED))
    tamper(service, org, "invoice_line_tax")
    assert figures(found(operator, org)) == {("invoice", "igstTotal"), ("invoice", "IGST beside CGST")}


def test_tax_on_a_line_that_is_not_taxable_is_found(
    operator: Operator, org: Client, service: Service
) -> None:
    sent(org, customer(org), line(**TAXED))
    with without_constraint(service.url, "invoice_lines", "invoice_lines_bear_tax_where_taxable"):
        tamper(service, org, "invoice_line_exempt")
        (row,) = found(operator, org)
        tamper(service, org, "invoice_line_taxable")
    assert (row["record"], row["figure"]) == ("invoice", "tax of lines that are not taxable")
    assert (row["stored"], row["recomputed"]) == (180, 0)


def test_cess_beyond_its_rate_is_found_and_a_paisa_is_not(
    operator: Operator, org: Client, service: Service
) -> None:
    sent(org, customer(org), line(**TAXED, cessRatePercent=12))
    tamper(service, org, "invoice_cess", more="0.01")
    assert ties(operator, org)
    tamper(service, org, "invoice_cess", more="0.02")
    (row,) = found(operator, org)
    assert (row["figure"], row["stored"], row["recomputed"]) == ("cess", 120.03, 120)


@pytest.mark.parametrize(
    ("party", "supply", "written", "expected"),
    [
        ({}, {}, "B2B", "B2C"),
        ({"gstCategory": "REGISTERED"}, {}, "B2C", "B2B"),
        ({"gstCategory": "UIN_HOLDER"}, {}, "DEXP", "B2B"),
        ({"gstCategory": "DEEMED_EXPORT"}, {}, "B2B", "DEXP"),
        ({"gstCategory": "SEZ"}, {}, "B2B", "SEZWP"),
        ({"gstCategory": "SEZ"}, {"exportWithPayment": False}, "EXPWOP", "SEZWOP"),
        ({"gstCategory": "REGISTERED"}, ABROAD, "SEZWP", "EXPWP"),
        ({}, ABROAD | {"exportWithPayment": False}, "B2C", "EXPWOP"),
    ],
)
def test_a_type_of_supply_that_does_not_follow_from_category_and_place_is_found(
    party: Body, supply: Body, written: str, expected: str, operator: Operator, org: Client, service: Service
) -> None:
    sent(org, customer(org, **party), line(**TAXED), **supply)
    assert ties(operator, org)
    tamper(service, org, "invoice_supply_type", supply_type=written)
    (row,) = found(operator, org)
    assert (row["record"], row["figure"]) == ("invoice", "supplyType")
    assert (row["stored"], row["recomputed"]) == (written, expected)


def test_a_number_in_the_form_of_another_registrations_series_is_found(
    operator: Operator, org: Client, service: Service
) -> None:
    words = ("--org", org.slug, "--gstin", OF_KARNATAKA, "--state-code", "29", "--legal-name", "Branch")
    branch = operator.make("registration", "add", *words)["id"]
    before = sent(org, customer(org), sellerRegistrationId=branch)
    org.make("/number-series", {"docType": "INVOICE", "prefix": "KA-", "registrationId": branch})
    sent(org, customer(org), sellerRegistrationId=branch)
    other = sent(org, customer(org))
    # What the branch sold before it had a series of its own keeps its number.
    assert before["invoiceNumber"].startswith("INV-")
    assert ties(operator, org)
    tamper(service, org, "invoice_number", id=other["id"], number="KA-00077")
    rows = [row for row in found(operator, org) if row["record"] == "invoice"]
    assert {(row["id"], row["figure"], row["recomputed"]) for row in rows} == {
        (other["id"], "registration of KA-00077", branch)
    }
