"""Signatures of webhooks, verified by the library that Standard Webhooks publishes."""

import time
from typing import Any

import pytest
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

from app.webhooks.signatures import new_secret, signed_headers

BODY = b'{"id":"evt_1","type":"invoice.sent"}'


def signed(*secrets: str) -> dict[str, str]:
    return signed_headers(secrets, "evt_1", int(time.time()), BODY)


def verified(secret: str, headers: dict[str, str], body: bytes = BODY) -> Any:
    return Webhook(secret).verify(body, headers)


def test_the_published_library_verifies_a_message() -> None:
    secret = new_secret()
    assert verified(secret, signed(secret)) == {"id": "evt_1", "type": "invoice.sent"}


def test_each_of_two_secrets_verifies_a_message() -> None:
    newer, older = new_secret(), new_secret()
    headers = signed(newer, older)
    assert verified(newer, headers) == verified(older, headers)


@pytest.mark.parametrize("name", ["webhook-id", "webhook-timestamp", "webhook-signature"])
def test_what_is_changed_on_its_way_is_not_verified(name: str) -> None:
    secret = new_secret()
    headers = signed(secret)
    headers[name] = {"webhook-id": "evt_2", "webhook-timestamp": str(int(time.time()) - 1)}.get(
        name, "v1,AAAA"
    )
    with pytest.raises(WebhookVerificationError):
        verified(secret, headers)
    with pytest.raises(WebhookVerificationError):
        verified(secret, signed(secret), BODY + b" ")


def test_no_two_secrets_are_alike() -> None:
    assert len({new_secret() for _ in range(100)}) == 100


def test_the_example_of_the_published_libraries() -> None:
    # Of the tests of the published libraries, such as libraries/python/tests/test_webhooks.py.
    headers = signed_headers(
        ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
        "msg_p5jXN8AQM9LWM0D4loKWxJek",
        1614265330,
        b'{"test": 2432232314}',
    )
    assert headers["webhook-signature"] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
