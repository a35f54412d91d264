"""Signatures of webhooks, verified by the library that Standard Webhooks publishes."""

import base64
import time
from typing import Any

import pytest
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

from app.webhooks.signatures import secret_of, signed_headers

BODY = b'{"id":"evt_1","type":"invoice.sent"}'
SECRET = secret_of("pat_a", "1")


def signed(*secrets: str) -> dict[str, str]:
    return signed_headers(secrets, "evt_1", int(time.time()), BODY)


def verified(secret: str, headers: dict[str, str], body: bytes = BODY) -> Any:
    return Webhook(secret).verify(body, headers)


def test_the_published_library_verifies_a_message() -> None:
    assert verified(SECRET, signed(SECRET)) == {"id": "evt_1", "type": "invoice.sent"}


def test_each_of_two_secrets_verifies_a_message() -> None:
    newer, older = SECRET, secret_of("pat_a", "2")
    headers = signed(newer, older)
    assert verified(newer, headers) == verified(older, headers)


@pytest.mark.parametrize("name", ["webhook-id", "webhook-timestamp", "webhook-signature"])
def test_what_is_changed_on_its_way_is_not_verified(name: str) -> None:
    headers = signed(SECRET)
    headers[name] = {"webhook-id": "evt_2", "webhook-timestamp": str(int(time.time()) - 1)}.get(
        name, "v1,AAAA"
    )
    with pytest.raises(WebhookVerificationError):
        verified(SECRET, headers)
    with pytest.raises(WebhookVerificationError):
        verified(SECRET, signed(SECRET), BODY + b" ")


def test_a_secret_is_of_a_token_and_a_nonce() -> None:
    of = [secret_of(bearer, nonce) for bearer in ("pat_a", "pat_b") for nonce in ("1", "2")]
    assert len(set(of)) == 4
    assert secret_of("pat_a", "1") == SECRET
    assert [len(base64.b64decode(secret.removeprefix("whsec_"), validate=True)) for secret in of] == [32] * 4


def test_the_example_of_the_published_libraries() -> None:
    # Of the tests of the published libraries, such as libraries/python/tests/test_webhooks.py.
    headers = signed_headers(
        ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
        "msg_p5jXN8AQM9LWM0D4loKWxJek",
        1614265330,
        b'{"test": 2432232314}',
    )
    assert headers["webhook-signature"] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
