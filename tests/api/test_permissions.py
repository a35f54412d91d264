"""Who may do what: the whole table, and that every route keeps to it."""

import itertools

import pytest

from app.identity.scopes import GRANULAR
from resources.api import routes
from tests.api import samples
from tests.api.hostile import Answer, assert_in_envelope, send
from tests.api.references import existing
from tests.api.roles import with_role
from tests.service import Client, Service

# "any" needs a valid token and no scope, "public" not even that. The dashboard answers
# `forbidden` whichever side lacks it (below).
TABLE = """
GET    /me                       any
GET    /me/organizations         any
GET    /me/organization          any
GET    /scopes                   public
POST   /oauth/token              public
POST   /oauth/revoke             public
GET    /customers                customers.read
POST   /customers                customers.create
GET    /customers/{id}           customers.read
PATCH  /customers/{id}           customers.update
DELETE /customers/{id}           customers.delete
GET    /customer-contacts        customers.read
POST   /customer-contacts        customers.update
GET    /customer-contacts/{id}   customers.read
PATCH  /customer-contacts/{id}   customers.update
DELETE /customer-contacts/{id}   customers.update
GET    /vendors                  vendors.read
POST   /vendors                  vendors.create
GET    /vendors/{id}             vendors.read
PATCH  /vendors/{id}             vendors.update
DELETE /vendors/{id}             vendors.delete
GET    /items                    items.read
POST   /items                    items.create
GET    /items/{id}               items.read
PATCH  /items/{id}               items.update
DELETE /items/{id}               items.delete
PATCH  /items/{id}/core          items.update
GET    /item-groups              items.read
POST   /item-groups              items.create
GET    /item-groups/{id}         items.read
PATCH  /item-groups/{id}         items.update
DELETE /item-groups/{id}         items.delete
GET    /tax-rates                taxes.read
POST   /tax-rates                taxes.create
GET    /tax-rates/{id}           taxes.read
PATCH  /tax-rates/{id}           taxes.update
DELETE /tax-rates/{id}           taxes.delete
GET    /currencies               currencies.read
POST   /currencies               currencies.create
GET    /currencies/{id}          currencies.read
PATCH  /currencies/{id}          currencies.update
DELETE /currencies/{id}          currencies.delete
GET    /payment-terms            paymentTerms.read
POST   /payment-terms            paymentTerms.create
GET    /payment-terms/{id}       paymentTerms.read
PATCH  /payment-terms/{id}       paymentTerms.update
DELETE /payment-terms/{id}       paymentTerms.delete
GET    /accounts                 accounts.read
POST   /accounts                 accounts.create
GET    /accounts/{id}            accounts.read
PATCH  /accounts/{id}            accounts.update
DELETE /accounts/{id}            accounts.delete
GET    /price-lists              priceLists.read
POST   /price-lists              priceLists.create
GET    /price-lists/{id}         priceLists.read
PATCH  /price-lists/{id}         priceLists.update
DELETE /price-lists/{id}         priceLists.delete
GET    /number-series            numberSeries.read
POST   /number-series            numberSeries.create
GET    /number-series/{id}       numberSeries.read
PATCH  /number-series/{id}       numberSeries.update
DELETE /number-series/{id}       numberSeries.delete
GET    /expenses                 expenses.read
POST   /expenses                 expenses.create
GET    /expenses/{id}            expenses.read
PATCH  /expenses/{id}            expenses.update
DELETE /expenses/{id}            expenses.delete
GET    /invoices                 invoices.read
POST   /invoices                 invoices.create
POST   /invoices/calculate       invoices.read
GET    /invoices/{id}            invoices.read
PATCH  /invoices/{id}            invoices.update
DELETE /invoices/{id}            invoices.delete
POST   /invoices/{id}/void       invoices.update
POST   /invoices/{id}/send       invoices.update
GET    /invoices/{id}/payments   paymentsReceived.read
GET    /invoices/{id}/pdf        invoices.read
GET    /customers/{id}/ledger-pdf customers.read
GET    /payments-received        paymentsReceived.read
POST   /payments-received        paymentsReceived.create
GET    /payments-received/{id}   paymentsReceived.read
DELETE /payments-received/{id}   paymentsReceived.delete
GET    /dashboard/receivables    invoices.read
GET    /quotes                   quotes.read
GET    /quotes/{id}              quotes.read
GET    /sales-orders             salesOrders.read
GET    /sales-orders/{id}        salesOrders.read
GET    /credit-notes             invoices.read
GET    /credit-notes/{id}        invoices.read
GET    /debit-notes              bills.read
GET    /debit-notes/{id}         bills.read
GET    /bills                    bills.read
GET    /bills/{id}               bills.read
GET    /inventory                items.read
GET    /inventory/{id}           items.read
GET    /customer-ledger          customers.read
GET    /customer-ledger/{id}     customers.read
GET    /vendor-ledger            reports.read
GET    /vendor-ledger/{id}       reports.read
"""

ROWS = [tuple(line.split()) for line in TABLE.strip().splitlines()]
SPECIFIED = {f"{method} {path}": permission for method, path, permission in ROWS}
TOKEN_NEEDED = [name for name, permission in SPECIFIED.items() if permission != "public"]
GUARDED = {name: permission for name, permission in SPECIFIED.items() if "." in permission}
WRITES = [name for name in GUARDED if not name.startswith("GET") and name not in samples.WRITES_NOTHING]
NOBODY = "x_01K00000000000000000000000"


@pytest.fixture(scope="module")
def guarded(_running: Service) -> Client:
    """The organization in which callers are refused, so that nothing of it changes."""
    return _running.organization()


def call(client: Client, name: str, id: str = NOBODY, body: bytes = b"", query: str = "") -> Answer:
    """Send a request to a route of the table; every answer has the same request id."""
    method, path = name.split()
    target = path.replace("{id}", id) + query
    return send(client.web.app, method, target, body, client.token, headers={"X-Request-Id": "the-same"})


def test_the_routes_ask_for_the_permissions_that_are_specified(service: Service) -> None:
    asked = {
        f"{method} {route.path}": permission or "any"
        for route in routes(service.owner)
        for method, permission in route.permissions.items()
    }
    assert asked == SPECIFIED


@pytest.mark.parametrize("name", TOKEN_NEEDED)
def test_without_a_token_nothing_but_the_catalogue_answers(name: str, service: Service) -> None:
    answer = call(service.anonymous(), name)
    assert_in_envelope(answer)
    assert (answer.status, answer.code) == (401, "unauthorized")
    assert answer.headers["www-authenticate"] == "Bearer"
    assert "missing" in answer.json["error"]["message"]


@pytest.mark.parametrize("name", TOKEN_NEEDED)
def test_a_token_that_nobody_issued_is_refused(name: str, service: Service) -> None:
    answer = call(Client(service.app, "pat_nonsense"), name)
    assert_in_envelope(answer)
    assert (answer.status, answer.code) == (401, "unauthorized")
    assert answer.headers["www-authenticate"] == 'Bearer error="invalid_token"'


@pytest.mark.parametrize("name", [name for name in GUARDED if "/dashboard" not in name])
def test_a_token_without_the_permission_is_told_which_scope_it_lacks(
    name: str, service: Service, guarded: Client
) -> None:
    needed = GUARDED[name]
    caller = service.token(guarded.known, " ".join(set(GRANULAR) - {needed}))
    answer = call(caller, name)
    assert_in_envelope(answer)
    assert (answer.status, answer.code) == (403, "insufficient_scope")
    challenge = f'Bearer error="insufficient_scope", scope="{needed}"'
    assert answer.headers["www-authenticate"] == challenge


@pytest.mark.parametrize("name", GUARDED)
def test_a_role_without_the_permission_is_forbidden(name: str, service: Service, guarded: Client) -> None:
    caller = with_role(service, guarded, *set(GRANULAR) - {GUARDED[name]})
    answer = call(caller, name)
    assert_in_envelope(answer)
    assert (answer.status, answer.code) == (403, "forbidden")
    assert "www-authenticate" not in answer.headers


@pytest.mark.parametrize("name", GUARDED)
def test_the_permission_alone_is_enough_on_both_sides(name: str, service: Service) -> None:
    org = with_role(service, service.organization(), GUARDED[name])
    caller = service.token(org.known, GUARDED[name])
    assert call(caller, name).status in (200, 404, 400)


@pytest.mark.parametrize("path", sorted({name.split()[1] for name in GUARDED if "{id}" in name}))
def test_without_the_permission_existing_and_missing_records_answer_alike(
    path: str, service: Service, guarded: Client
) -> None:
    id = existing(guarded, path)
    callers = service.token(guarded.known, "messaging"), with_role(service, guarded)
    for name, caller in itertools.product([name for name in GUARDED if name.split()[1] == path], callers):
        answers = {
            (answer.status, answer.body, tuple(answer.headers.items()))
            for answer in (
                call(caller, name, id),
                call(caller, name, NOBODY),
                call(caller, name, "%00" * 50),
                call(caller, name, id, b"{"),
                call(caller, name, id, b"x" * 2_000_000),
                call(caller, name, id, query="?page=x&limit=0"),
            )
        }
        assert len(answers) == 1, name
        assert answers.pop()[0] == 403, name


@pytest.mark.parametrize("name", [name for name in GUARDED if "{id}" not in name])
def test_without_the_permission_a_bad_page_or_body_is_not_looked_at(
    name: str, service: Service, guarded: Client
) -> None:
    caller = service.token(guarded.known, "messaging")
    plain = call(caller, name)
    assert plain.status == 403
    assert call(caller, name, query="?page=x") == call(caller, name, body=b"{") == plain


@pytest.mark.parametrize("name", WRITES)
def test_a_read_only_token_can_write_nothing(name: str, service: Service, guarded: Client) -> None:
    caller = service.token(guarded.known, "read")
    answer = call(caller, name, body=b"{}")
    assert (answer.status, answer.code) == (403, "insufficient_scope")


@pytest.mark.parametrize("name", WRITES)
def test_a_viewer_can_write_nothing_whatever_the_token_says(
    name: str, service: Service, guarded: Client
) -> None:
    caller = service.member(guarded.organization_id, role="VIEWER")
    answer = call(caller, name, body=b"{}")
    assert (answer.status, answer.code) == (403, "forbidden")


@pytest.mark.parametrize("scopes", ["read", "invoices", "invoices.read", "full"])
def test_the_dashboard_is_for_those_who_read_invoices(scopes: str, service: Service) -> None:
    caller = service.token(service.organization().known, scopes)
    assert call(caller, "GET /dashboard/receivables").status == 200


def test_the_dashboard_is_forbidden_to_others_whichever_side_lacks_the_permission(service: Service) -> None:
    org, others = service.organization(), set(GRANULAR) - {"invoices.read"}
    for caller in (service.token(org.known, " ".join(others)), with_role(service, org, *others)):
        answer = call(caller, "GET /dashboard/receivables")
        assert_in_envelope(answer)
        assert (answer.status, answer.code) == (403, "forbidden")
