"""Links to an invoice: made, ended, and what is kept of their secret."""

import logging
import re
from datetime import datetime, timedelta
from typing import Any

import psycopg
import pytest

from app.identity.caller import token_hash
from tests.api.keyed import REPLAYED, keyed
from tests.api.sharing import assert_nothing, follow, path_of, share, shared
from tests.api.shelf import moment
from tests.printed import as_owner
from tests.refusals import refused
from tests.selling import customer, edited, invoice, move, sent
from tests.service import Client, Service


def test_a_link_is_made_with_an_address_and_an_end(org: Client) -> None:
    record = sent(org, customer(org))
    link = share(org, record["id"], days=3)
    assert re.fullmatch(
        rf"https://invoicing.example.com/share/{org.organization_id}/[A-Za-z0-9_-]{{43}}", link["url"]
    )
    left = moment(link["expiresAt"]) - datetime.now(moment(link["expiresAt"]).tzinfo)
    assert timedelta(days=3) - timedelta(minutes=5) < left <= timedelta(days=3)


@pytest.mark.parametrize(
    ("due_in", "days"), [(-100, 30), (0, 30), (45, 75), (9_000, 365)], ids=["past", "today", "soon", "far"]
)
def test_without_days_a_link_outlives_the_due_date_by_thirty(due_in: int, days: int, org: Client) -> None:
    now = datetime.now().astimezone()
    due = (now + timedelta(days=due_in)).date()
    record = sent(org, customer(org), invoiceDate="2026-01-01", dueDate=str(due))
    left = moment(share(org, record["id"])["expiresAt"]) - now
    assert abs(left - timedelta(days=days)) < timedelta(days=2)


@pytest.mark.parametrize("days", [0, -1, 366, 1.5, "7", True, [], 10**30])
def test_days_are_a_whole_number_of_at_most_a_year(days: Any, org: Client) -> None:
    record = sent(org, customer(org))
    assert refused(org.post(f"/invoices/{record['id']}/share", {"days": days})) == {"days"}


def test_a_body_may_be_left_out_and_other_names_are_refused(org: Client) -> None:
    record = sent(org, customer(org))
    assert org.post(f"/invoices/{record['id']}/share").status_int == 200
    assert refused(org.post(f"/invoices/{record['id']}/share", {"day": 3})) == {"day"}


def test_only_an_issued_invoice_can_be_shared(org: Client) -> None:
    draft = invoice(org, customer(org))
    answer = org.post(f"/invoices/{draft['id']}/share", {})
    assert (answer.status_int, answer.json["error"]["code"]) == (409, "conflict")
    move(org, draft["id"], "send")
    move(org, draft["id"], "void")
    assert org.post(f"/invoices/{draft['id']}/share", {}).status_int == 409


def test_another_link_leaves_the_first_alone_and_all_are_ended_together(
    org: Client, service: Service
) -> None:
    record, first = shared(org)
    second = path_of(share(org, record["id"]))
    _, other = shared(org)
    assert first != second
    assert [follow(service, path).status_int for path in (first, second)] == [200, 200]
    assert org.delete(f"/invoices/{record['id']}/share").json["data"] == {"deleted": True}
    for path in (first, second, f"{first}/pdf"):
        assert_nothing(follow(service, path))
    assert follow(service, other).status_int == 200
    assert org.delete(f"/invoices/{record['id']}/share").status_int == 200


def test_links_of_another_organization_cannot_be_ended(org: Client, service: Service) -> None:
    record, path = shared(org)
    stranger = service.organization()
    assert stranger.delete(f"/invoices/{record['id']}/share").status_int == 404
    assert stranger.post(f"/invoices/{record['id']}/share", {}).status_int == 404
    assert follow(service, path).status_int == 200


def test_a_link_ends_when_the_invoice_is_void_or_a_draft_again(org: Client, service: Service) -> None:
    record, path = shared(org)
    record = edited(org, record, status="DRAFT")
    assert_nothing(follow(service, path))
    move(org, record["id"], "send")
    assert follow(service, path).status_int == 200
    move(org, record["id"], "void")
    for ended in (path, f"{path}/pdf"):
        assert_nothing(follow(service, ended))


def test_a_link_ends_after_its_days(org: Client, service: Service) -> None:
    _, path = shared(org)
    as_owner(service, org, "expire_links")
    for ended in (path, f"{path}/pdf"):
        assert_nothing(follow(service, ended))


def test_whatever_is_wrong_with_a_link_is_answered_alike(org: Client, service: Service) -> None:
    record, ended = shared(org)
    org.delete(f"/invoices/{record['id']}/share")
    stranger = service.organization()
    _, there = shared(org)
    token = there.rpartition("/")[2]
    wrong = [
        ended,
        f"/share/{org.organization_id}/{'x' * 43}",
        f"/share/{stranger.organization_id}/{token}",
        f"/share/org_nobody/{token}",
        f"/share/%00/{token}",
        f"/share/{org.organization_id}/short",
        f"/share/{org.organization_id}/{'%27' * 43}",
        f"/share/{org.organization_id}/{token}'",
    ]
    answers = [
        follow(service, path, X_Request_Id="one") for path in [*wrong, *(f"{path}/pdf" for path in wrong)]
    ]
    assert len({(page.status_int, page.body, tuple(page.headers.items())) for page in answers}) == 1
    assert_nothing(answers[0])


def test_other_methods_and_paths_are_not_there(org: Client, service: Service) -> None:
    _, path = shared(org)
    assert follow(service, path, "POST").status_int == 405
    assert follow(service, f"{path}/pdf", "HEAD").status_int == 405
    assert follow(service, f"{path}/json").status_int == 404
    assert follow(service, "/share").status_int == 404
    assert follow(service, f"{path}/?utm_source=mail").status_int == 200


@pytest.mark.slow
def test_the_token_is_stored_as_a_hash_alone_and_told_nowhere_else(
    org: Client, service: Service, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    record = sent(org, customer(org))
    link = keyed(org, f"/invoices/{record['id']}/share", {}).json["data"]
    path = path_of(link)
    token = path.rpartition("/")[2]
    follow(service, path)
    follow(service, path[:-1] + "x")
    follow(service, f"{path}/pdf")
    org.delete(f"/invoices/{record['id']}/share")
    assert token not in caplog.text
    assert "/share/{organization}/{token}" in str([record.__dict__ for record in caplog.records])
    assert rows_that_mention(service, token) == []
    assert rows_that_mention(service, token_hash(token)) == ["idempotency_keys"]
    trail = org.get("/audit?table=share-links&limit=50").text
    assert "DELETE" in trail
    assert token_hash(token) not in trail
    assert "tokenHash" not in trail


def rows_that_mention(service: Service, text: str) -> list[str]:
    """The tables that have a text in any of their rows."""
    with psycopg.connect(service.url) as connection:
        tables = connection.execute(
            "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')"
        ).fetchall()
        return [
            name
            for (name,) in tables
            if connection.execute(
                f"SELECT FROM {name} t WHERE strpos(t::text, %s) > 0 LIMIT 1", [text]
            ).fetchall()
        ]


def test_a_repeated_request_is_answered_the_same_link(org: Client, service: Service) -> None:
    record = sent(org, customer(org))
    first, second = (keyed(org, f"/invoices/{record['id']}/share", {"days": 5}) for _ in range(2))
    assert (first.body, REPLAYED in first.headers) == (second.body, False)
    assert second.headers[REPLAYED] == "true"
    assert follow(service, path_of(second.json["data"])).status_int == 200
    assert refused(keyed(org, f"/invoices/{record['id']}/share", {"days": 6})) == {"Idempotency-Key"}


def test_the_key_of_another_token_does_not_tell_the_link(org: Client, service: Service) -> None:
    record = sent(org, customer(org))
    first = keyed(org, f"/invoices/{record['id']}/share", {})
    answer = keyed(service.token(org.known), f"/invoices/{record['id']}/share", {})
    assert first.status_int == 200
    assert (answer.status_int, answer.json["error"]["code"]) == (409, "conflict")


def test_who_may_not_send_invoices_shares_none(org: Client, service: Service) -> None:
    record = sent(org, customer(org))
    reader = service.token(org.known, "invoices.read invoices.update")
    assert reader.post(f"/invoices/{record['id']}/share", {}).status_int == 403
    assert reader.delete(f"/invoices/{record['id']}/share").status_int == 403
