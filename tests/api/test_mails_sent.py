"""Mails on their way to a real server: what they look like, and what becomes of those that it does not take."""

import socket
from collections.abc import Iterator
from datetime import timedelta

import psycopg
import pytest

from app.mail_sending import sending
from tests.api import samples
from tests.api.mailing import Post, last, mail, name_of_sender, posting, text_of
from tests.parallel import at_once
from tests.printed import as_owner, pages, profiled
from tests.selling import customer, edited, line, move, pay, read, sent
from tests.service import Client, Service

LATE = timedelta(days=3)


@pytest.fixture(scope="module")
def _post(_running: Service, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Post]:
    with posting(_running, tmp_path_factory.mktemp("papers")) as post:
        yield post


@pytest.fixture
def post(_post: Post) -> Post:
    """A mailbox with nothing in it. What other tests left in the outbox is gone."""
    with psycopg.connect(_post.service.url) as connection:
        connection.execute(
            "UPDATE mails SET status = 'FAILED', due_at = NULL, failure = 'x' WHERE due_at IS NOT NULL"
        )
    _post.mailbox.taken.clear()
    _post.mailbox.raw.clear()
    _post.mailbox.refused.clear()
    _post.mailbox.answer = "250 OK"
    return _post


@pytest.mark.slow
def test_an_invoice_arrives_with_its_paper_and_the_texts_of_the_organization(
    service: Service, post: Post
) -> None:
    org = profiled(service)
    record = sent(org, customer(org, legalName="Acme Works LLP"), line(taxRatePercent=18))
    path = f"/invoices/{record['id']}"
    mail(org, path, cc=["bo@example.com"])
    assert post.send().sent == 1
    [(recipients, message)] = post.mailbox.taken
    assert recipients == ["ann@example.com", "bo@example.com"]
    assert str(message["From"]) == f"{record['sellerLegalName']} <bills@example.com>"
    assert message["Reply-To"] == "us@example.com"
    assert (message["To"], message["Cc"]) == ("ann@example.com", "bo@example.com")
    assert message["Subject"] == f"Invoice {record['invoiceNumber']} from {record['sellerLegalName']}"
    told = text_of(message)
    assert told.startswith("Dear Acme Works LLP,\n\n")
    assert "for ₹ 118.00 is attached." in told
    assert "Amount due: ₹ 118.00" in told
    [paper] = message.iter_attachments()
    assert paper.get_content_type() == "application/pdf"
    assert paper.get_filename() == f"{record['invoiceNumber']}.pdf"
    assert record["invoiceNumber"] in " ".join(pages(paper.get_content()))
    told_mail = last(org, path)
    assert (told_mail["status"], told_mail["attempts"], told_mail["failure"]) == ("SENT", 1, None)
    assert told_mail["subject"] == message["Subject"]
    assert read(org, record["id"])["emailSentAt"] == told_mail["sentAt"]
    assert post.send(later=LATE).sent == 0


@pytest.mark.slow
@pytest.mark.parametrize("path", samples.MAILED)
def test_every_kind_of_paper_arrives(path: str, org: Client, post: Post) -> None:
    target = path.replace("{id}", samples.ready_for(org, f"POST {path}"))
    assert org.post(target, {"to": ["ann@example.com"]}).status_int == 200
    assert post.send().sent == 1
    [(_, message)] = post.mailbox.taken
    [paper] = message.iter_attachments()
    assert paper.get_content().startswith(b"%PDF-")
    assert "{" not in message["Subject"] + text_of(message)
    record = target.removesuffix("/email")
    if not record.endswith("/statement"):
        assert org.read(record)["emailSentAt"] == last(org, record)["sentAt"]


def test_names_and_texts_keep_their_script(service: Service, post: Post) -> None:
    org = profiled(service, legal_name='सह्याद्रि, "ट्रेडर्स" <x>')
    record = sent(org, customer(org, displayName="முத்து", billingAddress=None))
    mail(
        org,
        f"/invoices/{record['id']}",
        subject="आपका बीजक " + "x" * 150,
        message="வணக்கம்\r\n.\r\nBcc: x@y.example\n",
    )
    assert post.send().sent == 1
    [(recipients, message)] = post.mailbox.taken
    assert recipients == ["ann@example.com"]
    [raw] = post.mailbox.raw
    assert name_of_sender(raw) == 'सह्याद्रि, "ट्रेडर्स" <x>'
    assert message["Subject"] == "आपका बीजक " + "x" * 150
    assert text_of(message) == "வணக்கம்\n.\nBcc: x@y.example\n"
    assert message["Bcc"] is None
    assert all(len(row) <= 998 and row.isascii() for row in raw.splitlines())


def test_the_organization_has_texts_of_its_own(service: Service, post: Post) -> None:
    org = profiled(service)
    text = "Subject: {seller}: {number}\n\nPay {balanceDue} by {dueDate}.\nThanks, {customer}!"
    as_owner(service, org, "set_template", id="tpl_mail", document="invoice_mail", html=text)
    buyer = customer(org, displayName="{number} {seller}")
    record = sent(org, buyer, dueDate="2030-01-02")
    mail(org, f"/invoices/{record['id']}")
    post.send()
    [(_, message)] = post.mailbox.taken
    assert message["Subject"] == f"{record['sellerLegalName']}: {record['invoiceNumber']}"
    assert text_of(message) == "Pay ₹ 100.00 by 02 Jan 2030.\nThanks, {number} {seller}!\n"


def test_what_a_server_refuses_for_now_is_tried_again_under_the_same_id(org: Client, post: Post) -> None:
    record = sent(org, customer(org))
    path = f"/invoices/{record['id']}"
    mail(org, path)
    post.mailbox.answer = "451 4.3.0 Greylisted, come back"
    assert post.send().failed == 1
    told = last(org, path)
    assert (told["status"], told["attempts"], told["failure"]) == (
        "QUEUED",
        1,
        "451 4.3.0 Greylisted, come back",
    )
    post.mailbox.answer = "250 OK"
    assert (post.send().sent, post.send(later=timedelta(minutes=2)).sent) == (0, 1)
    told = last(org, path)
    assert (told["status"], told["attempts"], told["failure"]) == ("SENT", 2, None)
    [(_, message)] = post.mailbox.taken
    assert message["Message-ID"] == f"<{told['id']}@example.com>"


@pytest.mark.parametrize("answer", ["554 5.7.1 We do not want this", "552 5.3.4 Too large"])
def test_what_a_server_refuses_for_good_has_failed(answer: str, org: Client, post: Post) -> None:
    record = sent(org, customer(org))
    mail(org, f"/invoices/{record['id']}")
    post.mailbox.answer = answer
    post.send()
    told = last(org, f"/invoices/{record['id']}")
    assert (told["status"], told["failure"]) == ("FAILED", answer)
    assert post.send(later=LATE).failed == 0
    assert read(org, record["id"])["emailSentAt"] is None


def test_addresses_that_are_refused_are_told_while_others_get_the_mail(org: Client, post: Post) -> None:
    record = sent(org, customer(org))
    mail(org, f"/invoices/{record['id']}", to=["ann@example.com", "gone@example.com"])
    post.mailbox.refused["gone@example.com"] = "550 5.1.1 No such user"
    post.send()
    told = last(org, f"/invoices/{record['id']}")
    assert told["status"] == "SENT"
    assert told["refusals"] == [{"address": "gone@example.com", "reason": "550 5.1.1 No such user"}]
    assert post.mailbox.taken[0][0] == ["ann@example.com"]


@pytest.mark.parametrize(("answer", "status"), [("550 No such user", "FAILED"), ("450 Try later", "QUEUED")])
def test_a_mail_whose_every_address_is_refused_is_not_sent(
    answer: str, status: str, org: Client, post: Post
) -> None:
    record = sent(org, customer(org))
    mail(org, f"/invoices/{record['id']}")
    post.mailbox.refused["ann@example.com"] = answer
    post.send()
    told = last(org, f"/invoices/{record['id']}")
    assert (told["status"], told["failure"]) == (status, f"ann@example.com: {answer}")


def test_a_server_that_is_away_is_tried_for_two_days_and_then_given_up(org: Client, post: Post) -> None:
    record = sent(org, customer(org))
    path = f"/invoices/{record['id']}"
    mail(org, path)
    with socket.create_server(("127.0.0.1", 0)) as probe:
        nobody = probe.getsockname()[1]
    later = timedelta()
    for pause in (*sending._PAUSES, None):
        assert post.send(later=later, port=nobody).failed == 1
        later += (pause or timedelta()) + timedelta(seconds=1)
    told = last(org, path)
    assert (told["status"], told["attempts"]) == ("FAILED", 9)
    assert "does not answer" in told["failure"]


def test_what_is_void_when_its_turn_comes_is_not_sent(org: Client, post: Post) -> None:
    record = sent(org, customer(org))
    mail(org, f"/invoices/{record['id']}")
    move(org, record["id"], "void")
    post.send()
    told = last(org, f"/invoices/{record['id']}")
    assert (told["status"], told["failure"]) == ("FAILED", "A VOID invoice cannot be mailed.")
    assert post.mailbox.taken == []


def test_the_paper_is_of_the_moment_it_is_sent(service: Service, post: Post) -> None:
    org = profiled(service)
    record = sent(org, customer(org), line(description="Before"))
    mail(org, f"/invoices/{record['id']}")
    edited(org, record, line(description="Afterwards"))
    post.send()
    [paper] = post.mailbox.taken[0][1].iter_attachments()
    assert "Afterwards" in " ".join(pages(paper.get_content()))


@pytest.mark.slow
def test_of_many_senders_each_mail_is_sent_by_one(org: Client, post: Post) -> None:
    buyer = customer(org)
    paths = [f"/invoices/{sent(org, buyer)['id']}" for _ in range(6)]
    for path in paths:
        mail(org, path)
    assert sum(at_once(4, org, lambda _client, _: post.send().sent)) == 6
    ids = [message["Message-ID"] for _, message in post.mailbox.taken]
    assert len(ids) == len(set(ids)) == 6


def test_a_mail_whose_sender_died_is_sent_once_its_lease_is_over(
    org: Client, post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        pass

    def die(*_: object) -> None:
        raise Killed

    record = sent(org, customer(org))
    mail(org, f"/invoices/{record['id']}")
    with monkeypatch.context() as patched:
        # Taken by the server, and killed before that was noted.
        patched.setattr(sending, "_note_sent", die)
        with pytest.raises(Killed):
            post.send()
    assert last(org, f"/invoices/{record['id']}")["status"] == "QUEUED"
    assert post.send(later=timedelta(minutes=29)).sent == 0
    assert post.send(later=timedelta(minutes=31)).sent == 1
    ids = {message["Message-ID"] for _, message in post.mailbox.taken}
    assert (len(post.mailbox.taken), len(ids)) == (2, 1)


@pytest.mark.slow
def test_a_mail_that_ends_whoever_sends_it_is_given_up(
    org: Client, post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        pass

    def die(*_: object) -> None:
        raise Killed

    record = sent(org, customer(org))
    mail(org, f"/invoices/{record['id']}")
    monkeypatch.setattr(sending, "_note_sent", die)
    for tries in range(9):
        with pytest.raises(Killed):
            post.send(later=timedelta(hours=tries))
    assert post.send(later=timedelta(hours=9)).failed == 1
    assert len(post.mailbox.taken) == 9
    told = last(org, f"/invoices/{record['id']}")
    assert told["status"] == "FAILED"
    assert told["failure"] == "Each of its senders ended before it had told what became of the mail."


def test_a_mail_of_a_closed_period_is_sent(org: Client, post: Post) -> None:
    buyer = customer(org)
    record = sent(org, buyer)
    pay(org, buyer, 100, (record["id"], 100))
    assert org.put("/books-lock", {"lockedThrough": "2026-05-31"}).status_int == 200
    mail(org, f"/invoices/{record['id']}")
    assert post.send().sent == 1
    assert read(org, record["id"])["emailSentAt"]
