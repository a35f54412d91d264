"""`user password`, and what becomes of logins when it is given."""

import os
import subprocess
import sys

import pytest

from app.identity.passwords import prove_password
from tests.logins import PASSWORD, Logins, Person, refused
from tests.operators.beside import login_stored_beside
from tests.operators.commands import Operator
from tests.service import Client, Service

NEW = "a new password"


def change(operator: Operator, email: str, password: str = NEW) -> None:
    made = operator.make("user", "password", "--email", email, "--password-stdin", stdin=f"{password}\n")
    assert made["id"].startswith("usr_")


def test_a_user_signs_in_with_the_new_password_and_no_longer_with_the_old(
    operator: Operator, logins: Logins, person: Person, app_id: str
) -> None:
    change(operator, person.email.upper())
    refused(logins.login(person, app_id), "invalid_grant")
    assert logins.login(person, app_id, password=NEW).status_int == 201


def test_logins_end_and_personal_access_tokens_go_on(
    operator: Operator, logins: Logins, service: Service, app_id: str
) -> None:
    person, elsewhere = logins.person(), service.organization()
    logins.owner("member", elsewhere.organization_id, member=person.id)
    first = logins.tokens(person, app_id)
    logins.owner("default_organization", elsewhere.organization_id, member=person.id)
    second = logins.tokens(person, app_id)
    known = {"organization_id": person.organization_id, "user_id": person.id}
    personal = service.token(known)
    bystander = logins.tokens(logins.person(), app_id)
    change(operator, person.email)
    for made in (first, second):
        assert not logins.works(made["access_token"])
        refused(logins.refresh(made["refresh_token"], app_id), "invalid_grant")
    assert personal.get("/me").status_int == 200
    assert logins.works(bystander["access_token"])


def test_the_trail_tells_which_operator_ended_the_logins(
    operator: Operator, logins: Logins, person: Person, app_id: str
) -> None:
    logins.tokens(person, app_id)
    change(operator, person.email)
    trail = logins.rows("trail", organization=person.organization_id, member=person.id)
    ended = [row for row in trail if row["operation"] == "UPDATE"]
    assert len(ended) == 2
    assert all(row["after"]["revoked_at"] and row["request_id"].startswith("operator:") for row in ended)


def test_a_username_that_was_locked_may_sign_in_at_once(
    operator: Operator, logins: Logins, person: Person, app_id: str
) -> None:
    logins.fail(person.email, app_id, 10)
    change(operator, person.email)
    assert logins.login(person, app_id, password=NEW).status_int == 201


def test_so_may_a_device_that_was_locked_by_itself(
    operator: Operator, logins: Logins, person: Person, app_id: str
) -> None:
    known = logins.tokens(person, app_id)["refresh_token"]
    for _ in range(10):
        logins.login(person, app_id, refresh_token=known, password="forgotten")
    change(operator, person.email)
    assert logins.login(person, app_id, refresh_token=known, password=NEW).status_int == 201


def test_a_user_who_had_no_password_gets_one(operator: Operator, logins: Logins, app_id: str) -> None:
    person = logins.person(password_hash=None)
    change(operator, person.email)
    assert logins.login(person, app_id, password=NEW).status_int == 201


@pytest.mark.parametrize("line", ["", "\n", "too short\n", "x" * 1001, "nul\0" * 3, b"\xff\xfe\n"])
def test_a_password_that_could_not_be_used_leaves_the_old_one(
    line: str | bytes, operator: Operator, logins: Logins, person: Person, app_id: str
) -> None:
    said = operator.refused("user", "password", "--email", person.email, "--password-stdin", stdin=line)
    assert "--password-stdin" in said
    assert logins.login(person, app_id).status_int == 201


@pytest.mark.slow
@pytest.mark.parametrize("input", ["<&-", "0>/dev/null"])
def test_where_there_is_no_standard_input_to_read_the_command_says_so(
    input: str, operator: Operator, person: Person
) -> None:
    command = f'exec "$0" -m app user password --email {person.email} --password-stdin {input}'
    said = subprocess.run(
        ["/bin/sh", "-c", command, sys.executable],
        env=os.environ | {"DATABASE_URL": operator.url},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (said.returncode, said.stdout) == (2, "")
    assert "--password-stdin" in said.stderr
    assert "Traceback" not in said.stderr


def test_a_password_is_read_from_standard_input_alone(operator: Operator, person: Person) -> None:
    assert "--password-stdin" in operator.refused("user", "password", "--email", person.email)
    said = operator.refused(
        "user", "password", "--email", "nobody@example.com", "--password-stdin", stdin=f"{NEW}\n"
    )
    assert "There is no user nobody@example.com" in said


def test_a_password_that_changes_while_the_old_one_is_verified_gives_no_tokens(
    operator: Operator, logins: Logins, person: Person, app_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def prove_slowly(form: str | None, text: str) -> str:
        change(operator, person.email)
        return prove_password(form, text)

    monkeypatch.setattr("app.identity.oauth.grants.prove_password", prove_slowly)
    refused(logins.login(person, app_id), "invalid_grant")
    assert logins.rows("tokens", member=person.id) == []


def test_a_login_that_is_just_being_stored_is_ended_too(
    operator: Operator, logins: Logins, person: Person, app_id: str, service: Service
) -> None:
    token = login_stored_beside(service, person, app_id, lambda: change(operator, person.email))
    assert Client(service.app, token).get("/me").status_int == 401
    assert logins.login(person, app_id, password=PASSWORD).status_int == 400
