"""Webhook endpoints over HTTP."""

import psycopg
import pytest

from app.webhooks.receiver_addresses import networks_of
from app.webhooks.signatures import PREFIX
from resources.routes.webhook_endpoints import webhook_routes
from tests.api.receiving import change, deliveries, endpoint
from tests.selling import customer
from tests.service import Client, Service

PATH = "/webhook-endpoints"
URL = "https://example.com/hooks"


def refused(org: Client, **body: object) -> list[tuple[str, str]]:
    answer = org.post(PATH, {"url": URL} | body)
    assert answer.status_int == 422, answer.text
    return [(each["field"], each["message"]) for each in answer.json["error"]["details"]]


def test_an_endpoint_is_made_read_changed_and_deleted(org: Client) -> None:
    made = endpoint(org, URL, "invoice.sent")
    assert made.pop("secret").startswith(PREFIX)
    assert (made["url"], made["events"], made["isActive"], made["pausedReason"]) == (
        URL,
        ["invoice.sent"],
        True,
        None,
    )
    assert org.read(f"{PATH}/{made['id']}") == made
    assert org.read(PATH) == [made]
    changed = org.patch(f"{PATH}/{made['id']}", {"isActive": False}).json["data"]
    assert (changed["url"], changed["events"], changed["isActive"]) == (URL, ["invoice.sent"], False)
    assert org.delete(f"{PATH}/{made['id']}").status_int == 200
    assert org.get(f"{PATH}/{made['id']}").status_int == 404
    assert org.read(PATH) == []


def test_an_endpoint_is_told_of_everything_unless_events_are_named(org: Client) -> None:
    assert endpoint(org, URL)["events"] == ["*"]


def test_the_secret_is_shown_when_it_is_made_and_no_more(org: Client) -> None:
    made = endpoint(org, URL)
    newer = org.post(f"{PATH}/{made['id']}/rotate-secret").json["data"]
    assert newer["secret"] not in (made["secret"], None)
    told = [
        org.get(path).text
        for path in (PATH, f"{PATH}/{made['id']}", f"/audit?recordId={made['id']}", "/audit")
    ]
    assert all(PREFIX not in text for text in told)


def test_a_creation_that_is_sent_again_makes_one_endpoint_and_answers_its_secret(org: Client) -> None:
    first, again = (
        org.post(PATH, {"url": URL}, **{"Idempotency-Key": "hook-1"}).json["data"] for _ in range(2)
    )
    assert first == again
    assert first["secret"].startswith("whsec_")
    assert len(org.read(PATH)) == 1


def test_a_rotation_that_is_sent_again_answers_the_same_secret_and_gives_no_other(
    service: Service, org: Client
) -> None:
    path = f"{PATH}/{endpoint(org, URL)['id']}/rotate-secret"
    first, again = (org.post(path, **{"Idempotency-Key": "turn-1"}).json["data"] for _ in range(2))
    assert first == again
    assert kept(service, "webhook_secrets", "secret", org).count(first["secret"]) == 1


def test_the_key_of_another_token_does_not_tell_the_secret(service: Service, org: Client) -> None:
    assert org.post(PATH, {"url": URL}, **{"Idempotency-Key": "hook-2"}).status_int == 201
    other = service.token(org.known)
    told = other.post(PATH, {"url": URL}, **{"Idempotency-Key": "hook-2"})
    assert told.status_int == 409
    assert "another token" in told.json["error"]["message"]
    assert len(org.read(PATH)) == 1


def test_a_secret_stands_in_no_statement_and_nothing_that_the_service_can_read(
    service: Service, org: Client
) -> None:
    for table in ("webhook_secrets", "idempotency_keys"):
        change(service, f"ALTER TABLE {table} ADD COLUMN statement text DEFAULT current_query()")
    try:
        made = org.post(PATH, {"url": URL}, **{"Idempotency-Key": "hook-3"}).json["data"]
        turned = org.post(f"{PATH}/{made['id']}/rotate-secret").json["data"]
        statements = kept(service, "webhook_secrets", "statement", org)
        replies = kept(service, "idempotency_keys", "reply", org)
    finally:
        for table in ("webhook_secrets", "idempotency_keys"):
            change(service, f"ALTER TABLE {table} DROP COLUMN statement")
    assert len(statements) == 2
    assert all("INSERT INTO webhook_secrets" in statement for statement in statements)
    assert len(replies) == 1
    for secret in (made["secret"], turned["secret"]):
        assert secret.startswith("whsec_")
        assert not [text for text in [*statements, *replies] if secret in text]


def kept(service: Service, table: str, column: str, org: Client) -> list[str]:
    """Return the values of a column in the rows of an organization."""
    with psycopg.connect(service.url) as connection:
        asked = f"SELECT {column} FROM {table} WHERE organization_id = %s"
        return [value for (value,) in connection.execute(asked, [org.organization_id])]


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("http://example.com/", "Must begin with https://: without TLS messages can be read on their way."),
        (
            "https://user:word@example.com/",
            "Must not name a user or a password: messages are signed instead.",
        ),
        ("https://example.com/#a", "Must not have a part after #: it is not sent."),
        (
            "https://exa mple.com/",
            "Must be a URL in ASCII, such as https://example.com/hooks.",
        ),
        (
            "https://example.com\\@10.0.0.1/",
            "Must not name a user or a password: messages are signed instead.",
        ),
        ("https://127.0.0.1/", "Must be a public address."),
        ("https://169.254.169.254/latest", "Must be a public address."),
        ("https://[::ffff:10.0.0.1]/", "Must be a public address."),
        *(
            (url, "Must be a URL in ASCII, such as https://example.com/hooks.")
            for url in (
                "example.com",
                "ftp://example.com/",
                "https://",
                "https://[::1/",
                "https://10.0.0.1./",
            )
        ),
        *(
            (url, "Must name a host, and a port from 1 to 65535 or none.")
            for url in (
                *("https://2130706433/", "https://127.1/", "https://0x7f.1/", "https://0177.0.0.1/"),
                *("https://example.com:99999/", "https://example.com:0/", "https://[::1:1:1:1:1:1:1:1:1]/"),
            )
        ),
    ],
)
def test_an_address_that_nothing_is_sent_to_is_refused(org: Client, url: str, sentence: str) -> None:
    assert refused(org, url=url) == [("url", sentence)]


def test_a_change_to_such_an_address_is_refused_as_well(org: Client) -> None:
    made = endpoint(org, URL)
    assert org.patch(f"{PATH}/{made['id']}", {"url": "https://10.0.0.1/"}).status_int == 422


def test_events_are_named_once_or_all(org: Client) -> None:
    for events in (["invoice.sent", "invoice.sent"], ["*", "invoice.sent"]):
        assert refused(org, events=events) == [("events", "Must name each event once, or * alone.")]
    near = "There is no such word. Did you mean invoice.sent?"
    assert refused(org, events=["invoice.send"]) == [("events.0", near)]
    ((field, sentence),) = refused(org, events=["xylophone"])
    assert field == "events.0"
    assert sentence.startswith("Must be one of: ")
    assert refused(org, events=[])[0][0] == "events"


def test_deliveries_are_those_of_one_endpoint_by_status_and_cursor(org: Client) -> None:
    made, other = endpoint(org, URL), endpoint(org, URL, "invoice.sent")
    for _ in range(5):
        customer(org)
    path = f"{PATH}/{made['id']}/deliveries"
    whole = deliveries(org, made["id"])
    assert [row["eventType"] for row in whole] == ["customer.created"] * 5
    page = org.get(f"{path}?sort=createdAt&limit=2").json
    following = org.read(f"{path}?sort=createdAt&limit=3&cursor={page['meta']['nextCursor']}")
    assert page["data"] + following == whole
    assert org.read(f"{path}?status=PENDING&sort=createdAt") == whole
    assert org.read(f"{path}?status=FAILED") == deliveries(org, other["id"]) == []
    assert org.get(f"{path}?status=LOST").status_int == 422


def test_others_reach_no_endpoint_and_no_delivery(service: Service, org: Client) -> None:
    made = endpoint(org, URL)
    customer(org)
    (row,) = deliveries(org, made["id"])
    stranger = service.organization()
    own = endpoint(stranger, URL)
    for id in (made["id"], own["id"]):
        assert stranger.post(f"{PATH}/{id}/deliveries/{row['id']}/retry").status_int == 404
    assert stranger.get(f"{PATH}/{made['id']}/deliveries").status_int == 404
    assert stranger.post(f"{PATH}/{made['id']}/test").status_int == 404


@pytest.mark.parametrize("id", ["dlv_1", "dlv_000000000000000000", "dlv_999999999999999999", "x", "dlv_"])
def test_a_delivery_that_is_not_there_is_not_found(org: Client, id: str) -> None:
    made = endpoint(org, URL)
    assert org.post(f"{PATH}/{made['id']}/deliveries/{id}/retry").status_int == 404


def test_who_may_not_change_settings_sends_nothing_again(service: Service, org: Client) -> None:
    made = endpoint(org, URL)
    customer(org)
    (row,) = deliveries(org, made["id"])
    reader = service.member(org.organization_id, "ADMIN", "settings.read")
    assert reader.get(f"{PATH}/{made['id']}/deliveries").status_int == 200
    assert reader.post(f"{PATH}/{made['id']}/deliveries/{row['id']}/retry").status_int == 403


def test_an_endpoint_of_another_version_sends_nothing(org: Client) -> None:
    path = f"{PATH}/{endpoint(org, URL)['id']}"
    stale = {"If-Match": org.get(path).headers["ETag"]}
    assert org.patch(path, {"url": f"{URL}/2"}).status_int == 200
    fresh = {"If-Match": org.get(path).headers["ETag"]}
    told = org.post(f"{path}/test", **fresh)
    retried = f"{path}/deliveries/{told.json['data']['id']}/retry"
    assert [told.headers["ETag"], org.post(retried, **fresh).headers["ETag"]] == [fresh["If-Match"]] * 2
    for each in (f"{path}/test", retried):
        assert org.post(each, **stale).status_int == 412
    assert len(org.read(f"{path}/deliveries")) == 1


def test_a_test_that_is_asked_for_again_under_its_key_sends_one(org: Client) -> None:
    path = f"{PATH}/{endpoint(org, URL)['id']}"
    first, again = (org.post(f"{path}/test", **{"Idempotency-Key": "try-1"}) for _ in range(2))
    assert first.json == again.json
    assert len(org.read(f"{path}/deliveries")) == 1


def test_endpoints_and_deliveries_are_searched(org: Client) -> None:
    shop, till = (endpoint(org, f"https://{name}.example.com/hooks") for name in ("shop", "till"))
    assert [row["id"] for row in org.read(f"{PATH}?q=SHOP.ex")] == [shop["id"]]
    assert org.get(f"{PATH}?q=nowhere").json["meta"]["total"] == 0
    first, other = customer(org, displayName="Zafar & Sons"), customer(org, displayName="Acme")
    path = f"{PATH}/{till['id']}/deliveries"
    assert {row["recordId"] for row in org.read(path)} == {first, other}
    assert [row["recordId"] for row in org.read(f"{path}?q=zafar")] == [first]
    assert org.get(f"{path}?q=zafar").json["meta"]["total"] == 1
    assert org.read(f"{path}?q=zafar&status=FAILED") == []


def test_networks_that_the_operator_names_are_told_without_tls(service: Service, org: Client) -> None:
    (route, *_) = webhook_routes(None, networks_of("10.0.0.0/8"))  # type: ignore[arg-type]
    endpoints = route.resource.endpoints  # type: ignore[attr-defined]
    endpoints._check("http://10.0.0.1/hooks")
    endpoints._check("http://receiver.example.com/")
    with pytest.raises(Exception, match="public"):
        endpoints._check("http://8.8.8.8/")


def test_endpoints_come_in_the_order_asked_for_and_narrowed(org: Client) -> None:
    ids = [endpoint(org, f"https://{name}.example.com/")["id"] for name in ("b", "a", "c")]
    org.patch(f"{PATH}/{ids[0]}", {"isActive": False})
    first, second, third = ids
    orders = {
        "-createdAt": [third, second, first],
        "url": [second, first, third],
        "updatedAt": [second, third, first],
    }
    for sort, wanted in orders.items():
        assert [row["id"] for row in org.read(f"{PATH}?sort={sort}")] == wanted
        page = org.get(f"{PATH}?sort={sort}&limit=2").json
        following = org.read(f"{PATH}?sort={sort}&limit=2&cursor={page['meta']['nextCursor']}")
        assert [row["id"] for row in page["data"] + following] == wanted
    assert [row["id"] for row in org.read(f"{PATH}?isActive=false")] == [first]


def test_deliveries_come_as_csv_too(org: Client) -> None:
    made = endpoint(org, URL)
    customer(org)
    answer = org.get(f"{PATH}/{made['id']}/deliveries", Accept="text/csv")
    header, row, *rest = answer.text.splitlines()
    assert header.startswith("id,eventId,eventType,recordId,status")
    assert "customer.created" in row
    assert rest == []
    assert org.get(f"{PATH}/whe_nobody/deliveries", Accept="text/csv").status_int == 404
