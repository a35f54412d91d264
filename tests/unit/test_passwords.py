"""Passwords."""

import re
import threading
from time import process_time

import pytest
from argon2 import extract_parameters

from app.errors import Unavailable
from app.identity import passwords
from app.identity.passwords import hash_password, prove_password

HASH = hash_password("correct horse")


def is_proven(stored: str | None, text: str) -> bool:
    """Return whether the database takes the text for the password: by a proof made without the stored digest."""
    form = None if stored is None else re.sub("[^$]*$", lambda digest: "A" * len(digest[0]), stored, count=1)
    return prove_password(form, text) == stored


def test_the_password_is_accepted_and_another_one_is_not() -> None:
    assert is_proven(HASH, "correct horse")
    assert not is_proven(HASH, "Correct horse")
    assert not is_proven(HASH, "")


def test_what_is_stored_is_an_argon2id_hash_with_a_salt_of_its_own() -> None:
    assert HASH.startswith("$argon2id$")
    assert hash_password("correct horse") != HASH


def test_a_user_without_a_password_cannot_be_signed_in() -> None:
    assert not is_proven(None, "")
    assert not is_proven(None, "anything")


def test_an_unknown_user_costs_what_a_known_one_does() -> None:
    assert extract_parameters(passwords._DUMMY_HASH) == extract_parameters(HASH)


def test_a_long_password_is_refused_at_the_same_cost() -> None:
    def cost(text: str) -> float:
        """Return the processor time, which does not depend on the rest of the machine."""
        times = []
        for _ in range(3):
            start = process_time()
            assert not is_proven(HASH, text)
            times.append(process_time() - start)
        return min(times)

    assert cost("x" * 200_000) > cost("wrong") / 3


def test_the_longest_password_works_and_a_longer_one_never_does() -> None:
    longest = hash_password("x" * 1000)
    assert is_proven(longest, "x" * 1000)
    assert not is_proven(longest, "x" * 1001)
    with pytest.raises(ValueError, match="1000"):
        hash_password("x" * 1001)


@pytest.mark.parametrize("text", ["\0", "half a \ud83d pair", "пароль", "e\u0301", "ₓ" * 1000])
def test_any_text_can_be_compared(text: str) -> None:
    assert not is_proven(HASH, text)
    assert is_proven(hash_password(text), text)


def test_a_stored_hash_that_is_none_signs_nobody_in() -> None:
    assert not is_proven("not a hash", "not a hash")
    assert not is_proven("", "")


def test_no_more_run_at_once_than_there_are_slots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "_slots", threading.BoundedSemaphore(1))
    monkeypatch.setattr(passwords, "QUEUE_TIMEOUT", 0.01)
    with passwords._slot(), pytest.raises(Unavailable):
        is_proven(HASH, "correct horse")
    assert is_proven(HASH, "correct horse")


def test_the_list_has_the_ten_thousand_commonest_passwords_and_names_its_source() -> None:
    common = passwords._common_passwords()
    assert len(common) == 10_000
    assert {"123456", "password", "qwerty"} <= common
    assert "# Source: " in passwords._COMMON.read_text()


def test_a_long_password_that_few_have_is_taken_whatever_it_is_made_of() -> None:
    for text in ("correct horse", "x" * 1000, "            ", "लंबा पासवर्ड एक"):
        assert passwords.check_new_password(text) == text


def test_a_hash_of_other_settings_is_outdated() -> None:
    assert not passwords.is_outdated(HASH)
    assert passwords.is_outdated(HASH.replace("m=47104", "m=19456"))
    assert not passwords.is_outdated("no hash")
