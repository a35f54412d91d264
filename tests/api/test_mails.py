"""Mails as callers ask for them: bodies, states, and what is told of them."""

from typing import Any

import pytest

from app.config import Settings
from resources.api import create_app
from tests.api import samples
from tests.api.keyed import keyed
from tests.api.mailing import last, mail
from tests.contract import Checked
from tests.refusals import refused
from tests.selling import customer, invoice, move, sent
from tests.service import POOLER, Client, Service


def issued(org: Client) -> str:
    """The path of a sent invoice."""
    return f"/invoices/{sent(org, customer(org))['id']}"


def test_a_mail_waits_in_the_outbox_and_is_told(org: Client) -> None:
    path = issued(org)
    made = mail(org, path, cc=["bo@example.com"], subject="Your invoice", message="Here it is.")
    assert made["status"] == "QUEUED"
    assert (made["to"], made["cc"]) == (["ann@example.com"], ["bo@example.com"])
    assert (made["subject"], made["message"]) == ("Your invoice", "Here it is.")
    assert (made["attempts"], made["sentAt"], made["failure"], made["refusals"]) == (0, None, None, [])
    assert made["createdBy"] == org.user_id
    newer = mail(org, path)
    assert [one["id"] for one in org.read(f"{path}/email")] == [newer["id"], made["id"]]
    assert org.read(path)["emailSentAt"] is None


@pytest.mark.parametrize("path", samples.MAILED)
def test_every_kind_of_record_is_mailed(path: str, org: Client) -> None:
    id = samples.ready_for(org, f"POST {path}")
    target = path.replace("{id}", id)
    answer = org.post(target, samples.body_of(org, path))
    assert answer.status_int == 200, answer.text
    assert answer.json["data"]["recordId"] == id
    assert len(org.read(target)) == 1
    assert org.get(path.replace("{id}", "none")).status_int == 404


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"to": []}, "to"),
        ({"to": ["a@example.com"] * 21}, "to"),
        ({"cc": ["a@example.com"] * 21}, "cc"),
        ({"to": "a@example.com"}, "to"),
        ({"to": [7]}, "to.0"),
        ({"to": ["a@example.com", "b"]}, "to.1"),
        ({"to": ["a@example.com\r\nBcc: c@example.com"]}, "to.0"),
        ({"to": ["a@example.com\n"]}, "to.0"),
        ({"to": ["a@example.com, b@example.com"]}, "to.0"),
        ({"to": ["Ann <a@example.com>"]}, "to.0"),
        ({"to": ["a" * 65 + "@example.com"]}, "to.0"),
        ({"to": ["a@" + "b" * 260 + ".com"]}, "to.0"),
        ({"to": ["a@localhost"]}, "to.0"),
        ({"to": ["a..b@example.com"]}, "to.0"),
        ({"to": ['"a b"@example.com']}, "to.0"),
        ({"to": ["ä@example.com"]}, "to.0"),
        ({"cc": ["a@example.com\rX-Y: z"]}, "cc.0"),
        ({"subject": "Hello\r\nBcc: c@example.com"}, "subject"),
        ({"subject": "Hello\nthere"}, "subject"),
        ({"subject": "Hello\u2028there"}, "subject"),
        ({"subject": "x" * 201}, "subject"),
        ({"subject": " "}, "subject"),
        ({"message": "x" * 10_001}, "message"),
        ({"bcc": ["a@example.com"]}, "bcc"),
    ],
)
def test_what_is_wrong_is_named_and_nothing_waits(given: dict[str, Any], field: str, org: Client) -> None:
    path = issued(org)
    assert refused(org.post(f"{path}/email", {"to": ["a@example.com"]} | given)) == {field}
    assert org.read(f"{path}/email") == []


def test_recipients_are_needed(org: Client) -> None:
    assert refused(org.post(f"{issued(org)}/email", {})) == {"to"}


def test_a_statement_is_of_days_that_follow_each_other(org: Client) -> None:
    path = f"/customers/{customer(org)}/statement/email"
    body = {"to": ["a@example.com"], "fromDate": "2026-06-01", "toDate": "2026-05-01"}
    assert refused(org.post(path, body)) == {"toDate"}


def test_drafts_and_what_is_void_are_not_mailed(org: Client) -> None:
    draft = invoice(org, customer(org))
    path = f"/invoices/{draft['id']}/email"
    for _ in ("DRAFT", "VOID"):
        answer = org.post(path, {"to": ["a@example.com"]})
        assert (answer.status_int, answer.json["error"]["code"]) == (409, "conflict")
        move(org, draft["id"], "send")
        move(org, draft["id"], "void")
        break
    assert org.post(path, {"to": ["a@example.com"]}).status_int == 409


def test_without_a_mail_server_a_caller_is_told_what_is_missing(org: Client, service: Service) -> None:
    app = Checked(create_app(Settings(database_url=service.url, pooler=POOLER, pool_size=1, pdf_cache=None)))
    answer = Client(app, org.token).post(f"{issued(org)}/email", {"to": ["a@example.com"]})
    assert answer.status_int == 409
    assert "SMTP_URL and MAIL_FROM" in answer.json["error"]["message"]


def test_a_repeated_request_sends_one_mail(org: Client) -> None:
    path = issued(org)
    first, second = (keyed(org, f"{path}/email", {"to": ["a@example.com"]}) for _ in range(2))
    assert first.body == second.body
    assert first.headers["ETag"] == second.headers["ETag"] == org.get(path).headers["ETag"]
    assert len(org.read(f"{path}/email")) == 1


def test_mails_of_another_organization_are_not_there(org: Client, service: Service) -> None:
    path = issued(org)
    mail(org, path)
    stranger = service.organization()
    assert stranger.get(f"{path}/email").status_int == 404
    assert stranger.post(f"{path}/email", {"to": ["a@example.com"]}).status_int == 404
    assert last(org, path)["status"] == "QUEUED"


@pytest.mark.parametrize(
    ("env", "message"),
    [
        ({"SMTP_URL": "smtp://mail.example"}, "go together"),
        ({"MAIL_FROM": "a@example.com"}, "go together"),
        ({"SMTP_URL": "http://mail.example", "MAIL_FROM": "a@example.com"}, "SMTP_URL"),
        ({"SMTP_URL": "smtp://", "MAIL_FROM": "a@example.com"}, "SMTP_URL"),
        ({"SMTP_URL": "smtp://mail.example:x", "MAIL_FROM": "a@example.com"}, "SMTP_URL"),
        ({"SMTP_URL": "smtp://mail.example/inbox", "MAIL_FROM": "a@example.com"}, "SMTP_URL"),
        ({"SMTP_URL": "smtps://user@mail.example", "MAIL_FROM": "a@example.com"}, "SMTP_URL"),
        ({"SMTP_URL": "smtp://u:s3cret@mail.example", "MAIL_FROM": "a@example.com"}, "unencrypted"),
        ({"SMTP_URL": "smtp://mail.example", "MAIL_FROM": "Acme <a@example.com>"}, "MAIL_FROM"),
    ],
)
def test_settings_of_mail_that_cannot_be_used_are_refused(env: dict[str, str], message: str) -> None:
    with pytest.raises(ValueError, match=message) as raised:
        Settings.from_environment(env)
    assert "s3cret" not in str(raised.value)


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("smtp://mail.example", ("smtp", "mail.example", 25, "", "")),
        ("smtp+starttls://u%40x:p%3Aw@mail.example", ("smtp+starttls", "mail.example", 587, "u@x", "p:w")),
        ("smtps://u:p@mail.example:4650", ("smtps", "mail.example", 4650, "u", "p")),
        ("smtp://u:p@127.0.0.1:1025", ("smtp", "127.0.0.1", 1025, "u", "p")),
    ],
)
def test_a_mail_server_is_read_from_its_address(url: str, told: tuple[str, str, int, str, str]) -> None:
    server = Settings.from_environment({"SMTP_URL": url, "MAIL_FROM": "a@example.com"}).mail_server
    assert server
    assert (server.scheme, server.host, server.port, server.user, server.password) == told
    assert "p:w" not in repr(server)
