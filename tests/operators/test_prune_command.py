"""`prune`: what is removed, and what is not."""

import psycopg

from app.ids import new_id
from tests.logins import Logins, username_hash
from tests.operators.commands import Operator
from tests.service import Service

DAY = 86_400


def test_pruning_removes_replies_of_yesterday_and_keeps_those_of_today(
    service: Service, operator: Operator
) -> None:
    org = service.organization()
    customer = org.make("/customers", {"displayName": "Kaveri Stores"})
    payment = {"customerId": customer["id"], "paymentDate": "2026-04-01", "amount": 10}
    for key in ("old", "new"):
        assert org.post("/payments-received", payment, **{"Idempotency-Key": key}).status_int == 201
    with psycopg.connect(service.url) as connection:
        connection.execute(
            "UPDATE idempotency_keys SET created_at = now() - interval '25 hours'"
            " WHERE organization_id = %s AND key = 'old'",
            [org.organization_id],
        )
    assert operator.make("prune")["idempotency_keys"] >= 1
    with psycopg.connect(service.url) as connection:
        kept = connection.execute(
            "SELECT key FROM idempotency_keys WHERE organization_id = %s", [org.organization_id]
        ).fetchall()
    assert kept == [("new",)]


def test_pruning_forgets_failed_logins_that_count_no_more(service: Service, operator: Operator) -> None:
    logins = Logins(service)
    client_id = logins.client()
    old, fresh = (f"{new_id('x').lower()}@example.com" for _ in range(2))
    for username in (old, fresh):
        logins.fail(username, client_id, 1)
    logins.owner("age_failures", username_hash=username_hash(old), seconds=16 * 60)
    assert operator.make("prune")["login_failures"] >= 1
    assert logins.rows("throttled", username_hash=username_hash(old)) == []
    assert len(logins.rows("throttled", username_hash=username_hash(fresh))) == 1


def test_pruning_removes_tokens_of_logins_that_ended_a_month_ago_and_no_others(
    service: Service, operator: Operator
) -> None:
    logins = Logins(service)
    person, client_id = logins.person(), logins.client()
    logins.tokens(person, client_id)
    # The longest lived of them ends a month ago, and a day; the next login ended just now.
    logins.owner("age_tokens", member=person.id, seconds=400 * DAY)
    logins.tokens(person, client_id)
    logins.owner("age_tokens", member=person.id, seconds=2 * 3600)
    assert operator.make("prune")["login_tokens"] >= 2
    kept = logins.rows("tokens", member=person.id)
    assert sorted(token["kind"] for token in kept) == ["access", "refresh"]


def test_pruning_keeps_personal_tokens_and_the_trail_of_what_it_takes(
    service: Service, operator: Operator
) -> None:
    logins = Logins(service)
    person, client_id = logins.person(), logins.client()
    logins.tokens(person, client_id)
    service.token({"organization_id": person.organization_id, "user_id": person.id})
    logins.owner("age_tokens", member=person.id, seconds=400 * DAY)
    operator.make("prune")
    assert [token["kind"] for token in logins.rows("tokens", member=person.id)] == ["pat"]
    with psycopg.connect(service.url) as connection:
        trail = connection.execute(
            "SELECT operation, count(*) FROM audit_log WHERE organization_id = %s AND table_name = 'tokens'"
            " AND coalesce(before, after) ->> 'user_id' = %s GROUP BY operation",
            [person.organization_id, person.id],
        ).fetchall()
    assert dict(trail)["DELETE"] == 2


def test_the_trail_names_the_operator_who_pruned(service: Service, operator: Operator) -> None:
    logins = Logins(service)
    person, client_id = logins.person(), logins.client()
    logins.tokens(person, client_id)
    logins.owner("age_tokens", member=person.id, seconds=400 * DAY)
    operator.make("prune")
    trail = logins.rows("trail", organization=person.organization_id, member=person.id)
    removed = [row["request_id"] for row in trail if row["operation"] == "DELETE"]
    assert len(removed) == 2
    assert all(request_id.startswith("operator:") for request_id in removed)


def test_pruning_removes_events_and_deliveries_after_90_days(service: Service, operator: Operator) -> None:
    org = service.organization()
    path = f"/webhook-endpoints/{org.make('/webhook-endpoints', {'url': 'https://example.com/'})['id']}/deliveries"
    ids = [org.make("/customers", {"displayName": name})["id"] for name in ("Old", "New")]
    with psycopg.connect(service.url) as connection:
        for old in (
            "UPDATE events SET created_at = now() - interval '91 days' WHERE record_id = %s",
            "UPDATE webhook_deliveries SET created_at = now() - interval '91 days' WHERE record_id = %s",
        ):
            connection.execute(old, [ids[0]])
    assert operator.make("prune")["events"] >= 1
    assert [row["recordId"] for row in org.read("/events")] == ids[1:]
    assert [row["recordId"] for row in org.read(path)] == ids[1:]
