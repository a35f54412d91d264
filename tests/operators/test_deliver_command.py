"""`deliver`: what waits in the outbox goes to a real server."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from app.config import ROOT
from app.mail_sending import sending
from tests.api.mailing import Mailbox, last, mail, mail_server
from tests.api.recurring import Recurring, days_ago
from tests.operators.commands import Operator
from tests.selling import customer, sent
from tests.service import Client, Service
from tests.waiting import eventually

pytestmark = pytest.mark.slow

FROM = {"MAIL_FROM": "bills@example.com"}


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    with mail_server() as made:
        yield made


def test_without_a_server_for_mails_it_sends_none(
    operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SMTP_URL", raising=False)
    assert operator.make("deliver", "--once").keys() == {"recurringInvoices", "webhooks"}


def test_once_it_tries_all_that_is_due_and_ends(
    org: Client, operator: Operator, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sending, "_BATCH", 1)
    with psycopg.connect(operator.url) as owner:
        owner.execute("UPDATE mails SET due_at = 'infinity' WHERE due_at IS NOT NULL")
    env = {"SMTP_URL": f"smtp://127.0.0.1:{mailbox.port}", "PDF_CACHE": str(tmp_path)} | FROM
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    buyer = customer(org)
    paths = [f"/invoices/{sent(org, buyer)['id']}" for _ in range(2)]
    for path in paths:
        mail(org, path)
    assert operator.make("deliver", "--once")["mails"] == {"sent": 2, "failed": 0}
    assert [last(org, path)["status"] for path in paths] == ["SENT", "SENT"]


def test_it_sends_until_it_is_stopped(
    org: Client, database_url: str, mailbox: Mailbox, tmp_path: Path
) -> None:
    env = {
        "DATABASE_URL": database_url,
        "SMTP_URL": f"smtp://127.0.0.1:{mailbox.port}",
        "PDF_CACHE": str(tmp_path),
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "app", "deliver"], cwd=ROOT, env=os.environ | env | FROM
    )
    try:
        path = f"/invoices/{sent(org, customer(org))['id']}"
        mail(org, path)
        assert eventually(lambda: last(org, path)["status"] == "SENT", 30)
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0
    finally:
        process.kill()
        process.wait()


def test_it_makes_recurring_invoices_on_their_day_and_mails_them(
    service: Service, org: Client, database_url: str, mailbox: Mailbox, tmp_path: Path
) -> None:
    recurring = Recurring(service, org, customer(org, email="buyer@example.com"))
    id = recurring.schedule(startDate=days_ago(0), occurrences=1, then="SEND_AND_MAIL")
    env = {
        "DATABASE_URL": database_url,
        "SMTP_URL": f"smtp://127.0.0.1:{mailbox.port}",
        "PDF_CACHE": str(tmp_path),
    }
    with subprocess.Popen(
        [sys.executable, "-m", "app", "deliver"], cwd=ROOT, env=os.environ | env | FROM
    ) as process:
        try:
            assert eventually(lambda: recurring.read(id)["made"] == 1, 30)
            path = f"/invoices/{recurring.read(id)['lastInvoiceId']}"
            assert eventually(lambda: last(org, path)["status"] == "SENT", 30)
            process.send_signal(signal.SIGTERM)
            assert process.wait(20) == 0
        finally:
            process.kill()
    assert recurring.days() == [days_ago(0)]


def test_once_it_makes_what_is_due_and_says_so(
    service: Service, org: Client, operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SMTP_URL", raising=False)
    operator.run("deliver", "--once")
    recurring = Recurring(service, org, customer(org))
    recurring.schedule(startDate=days_ago(1), endDate=days_ago(0))
    assert operator.make("deliver", "--once")["recurringInvoices"] == {"made": 2, "failed": 0}
    assert recurring.days() == [days_ago(1), days_ago(0)]
