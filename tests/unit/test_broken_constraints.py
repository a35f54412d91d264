"""The constraint that an error is about, with and without the field that names it."""

import logging
from types import SimpleNamespace

import pytest
from psycopg import errors

from app.constraint_messages import CONSTRAINTS
from app.errors import Conflict, Invalid, a_or_an
from app.postgres.failures import constraint_of, problem_for


class Broken(errors.UniqueViolation):
    """An error with the fields that a server sends."""

    def __init__(self, message: str | None, constraint: str | None = None) -> None:
        super().__init__(message)
        self.fields = SimpleNamespace(message_primary=message, constraint_name=constraint, table_name=None)

    @property
    def diag(self) -> SimpleNamespace:  # type: ignore[override]
        return self.fields


UNIQUE = 'duplicate key value violates unique constraint "{}"'


def test_a_column_that_is_declared_unique_has_the_sentence_of_its_index() -> None:
    problem = CONSTRAINTS["currencies_one_per_code"].problem()
    assert isinstance(problem, Invalid)
    assert problem.details == (("code", "There is already a currency with this code."),)
    assert (a_or_an("item group"), a_or_an("tax rate")) == ("an item group", "a tax rate")


def test_the_field_names_the_constraint() -> None:
    error = Broken(UNIQUE.format("anything"), "invoices_one_per_number")
    assert constraint_of(error, CONSTRAINTS) == "invoices_one_per_number"
    of_a_shard = Broken(UNIQUE.format("anything"), "invoices_one_per_number_102070")
    assert constraint_of(of_a_shard, CONSTRAINTS) == "invoices_one_per_number"


@pytest.mark.parametrize(
    ("message", "constraint"),
    [
        (UNIQUE.format("invoices_one_per_number_102070"), "invoices_one_per_number"),
        (UNIQUE.format("invoices_one_per_number"), "invoices_one_per_number"),
        (
            'insert or update on table "customer_contacts_102331" violates foreign key constraint'
            ' "customer_contacts_customer_fkey_102331"',
            "customer_contacts_customer_fkey",
        ),
        (
            'update or delete on table "customers_102070" violates foreign key constraint'
            ' "customer_contacts_customer_fkey_102331" on table "customer_contacts_102331"',
            "customer_contacts_customer_fkey",
        ),
        (
            'doppelter Schlüsselwert verletzt Unique-Constraint "invoices_one_per_number_102070"',
            "invoices_one_per_number",
        ),
        (UNIQUE.format("quotes_one_per_number_102070"), "quotes_one_per_number"),
    ],
)
def test_without_the_field_the_constraint_is_named_by_the_message_with_the_number_of_a_shard(
    message: str, constraint: str
) -> None:
    assert constraint_of(Broken(message), CONSTRAINTS) == constraint


@pytest.mark.parametrize("message", [None, "", "something else"])
def test_without_a_name_there_is_no_constraint(message: str | None) -> None:
    assert constraint_of(Broken(message), CONSTRAINTS) is None


def test_the_constraint_of_a_shard_answers_what_that_of_the_table_does() -> None:
    problem = problem_for(Broken(UNIQUE.format("currencies_one_per_code_102070")), CONSTRAINTS)
    assert isinstance(problem, Invalid)
    assert problem.details == problem_for(Broken(None, "currencies_one_per_code"), CONSTRAINTS).details  # type: ignore[union-attr]


def test_an_unknown_constraint_is_a_conflict_whose_name_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        assert isinstance(problem_for(Broken(UNIQUE.format("quotes_pkey_102070")), CONSTRAINTS), Conflict)
    assert "quotes_pkey " in caplog.text
