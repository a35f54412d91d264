"""Clients and what goes into their refusals."""

import logging

import pytest

from app.identity.caller import token_hash
from app.identity.oauth import refusals
from app.identity.oauth.models import Client

PUBLIC = Client("cli_1", False, ("read",), lambda *_: True)
CONFIDENTIAL = Client("cli_2", True, ("read",), lambda _, secret: secret == "s3cret")


def test_only_the_secret_itself_is_the_secret() -> None:
    assert CONFIDENTIAL.check_client_secret("s3cret")
    for wrong in ("", "S3cret", "пароль", "\0", "s" * 200_000, token_hash("s3cret")):
        assert not CONFIDENTIAL.check_client_secret(wrong)


def test_nothing_is_the_secret_of_a_public_client() -> None:
    assert not PUBLIC.check_client_secret("")
    assert not PUBLIC.check_client_secret("None")


@pytest.mark.parametrize("method", ["client_secret_basic", "client_secret_post"])
def test_a_public_client_goes_without_a_secret_and_a_confidential_one_never(method: str) -> None:
    assert PUBLIC.check_endpoint_auth_method("none", "token")
    assert not PUBLIC.check_endpoint_auth_method(method, "token")
    assert CONFIDENTIAL.check_endpoint_auth_method(method, "token")
    assert not CONFIDENTIAL.check_endpoint_auth_method("none", "token")


def test_a_scope_that_is_not_allowed_is_none_and_never_empty() -> None:
    assert PUBLIC.get_allowed_scope("write") is None
    assert PUBLIC.get_allowed_scope(None) == "read"


def test_a_locked_login_is_refused_in_the_same_words_and_says_when_to_return() -> None:
    _, wrong, plain = refusals.LoginRefusedError()()
    _, locked, headers = refusals.LoginRefusedError(61)()
    assert wrong == locked
    assert ("Retry-After", "61") in headers
    assert ("Retry-After", "61") not in plain


def test_authlib_never_logs_its_details() -> None:
    assert not logging.getLogger("authlib.oauth2.rfc6749").isEnabledFor(logging.DEBUG)
