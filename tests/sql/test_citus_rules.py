"""Each rule of `citus_rules` finds a statement that breaks it, and accepts the statement it recommends."""

import pytest

from tests.sql.citus_rules import Schema, complaints, complaints_of_function, complaints_of_view

ORGANIZATION = "organization_id = %(organization_id)s"
SCHEMA = Schema(
    keys={"organizations": "id"} | dict.fromkeys(("invoices", "customers", "keys"), "organization_id"),
    mutable=frozenset({"now", "clock_timestamp", "clock_of"}),
    volatile=frozenset({"clock_timestamp"}),
    of_rows=frozenset({"name_of"}),
)

# A statement that breaks a rule, one that does the same and keeps it, and words of the complaint about the first.
STATEMENTS = {
    "another table's organization": (
        f"SELECT FROM invoices i JOIN customers c ON c.organization_id = i.organization_id WHERE i.{ORGANIZATION}",
        f"SELECT FROM invoices i JOIN customers c ON c.{ORGANIZATION} WHERE i.{ORGANIZATION}",
        "write c.organization_id = %(organization_id)s",
    ),
    "the id of the organization's row": (
        "SELECT FROM organizations o LEFT JOIN customers c ON c.organization_id = o.id"
        " WHERE o.id = %(organization_id)s",
        f"SELECT FROM organizations o LEFT JOIN customers c ON c.{ORGANIZATION} WHERE o.id = %(organization_id)s",
        "write c.organization_id",
    ),
    "an organization's row by another's": (
        f"SELECT FROM invoices i JOIN organizations o ON o.id = i.organization_id WHERE i.{ORGANIZATION}",
        f"SELECT FROM invoices i JOIN organizations o ON o.id = %(organization_id)s WHERE i.{ORGANIZATION}",
        "write o.id = %(organization_id)s",
    ),
    "no organization": (
        "SELECT id FROM invoices WHERE id = %(id)s",
        f"SELECT id FROM invoices WHERE {ORGANIZATION} AND id = %(id)s",
        "write invoices.organization_id",
    ),
    "the organization or something else": (
        f"SELECT id FROM invoices WHERE {ORGANIZATION} OR id = %(id)s",
        f"SELECT id FROM invoices WHERE {ORGANIZATION} AND (id = %(id)s OR id IS NULL)",
        "parentheses around every OR",
    ),
    "the organization of a row around it": (
        "SELECT FROM invoices i WHERE i.organization_id = %(organization_id)s AND EXISTS ("
        "SELECT FROM customers c WHERE c.organization_id = i.organization_id)",
        "SELECT FROM invoices i WHERE i.organization_id = %(organization_id)s AND EXISTS ("
        "SELECT FROM customers c WHERE c.organization_id = %(organization_id)s)",
        "write c.organization_id",
    ),
    "one half of a union": (
        f"SELECT id FROM invoices WHERE {ORGANIZATION} UNION ALL SELECT id FROM customers",
        f"SELECT id FROM invoices WHERE {ORGANIZATION} UNION ALL SELECT id FROM customers WHERE {ORGANIZATION}",
        "write customers.organization_id",
    ),
    "a time that is told of a change": (
        f"UPDATE keys SET day = %(day)s WHERE {ORGANIZATION} RETURNING clock_timestamp() AS at",
        f"UPDATE keys SET day = %(day)s WHERE {ORGANIZATION} RETURNING day",
        "RETURNING has clock_timestamp()",
    ),
    "a date that is written within COALESCE": (
        f"UPDATE keys SET day = coalesce(%(day)s::text, day::text)::date WHERE {ORGANIZATION}",
        f"UPDATE keys SET day = CASE WHEN %(stays)s::boolean THEN day ELSE %(day)s::date END WHERE {ORGANIZATION}",
        "day::text within CASE or COALESCE",
    ),
    "a date that is read within COALESCE": (
        f"UPDATE keys SET day = coalesce(nullif(%(day)s::text, '')::date, day) WHERE {ORGANIZATION}",
        f"UPDATE keys SET day = coalesce(%(day)s::date, day) WHERE {ORGANIZATION}",
        "makes a date within CASE or COALESCE",
    ),
    "a date that comes where a text is asked for": (
        "UPDATE keys SET day = CASE WHEN %(day)s::text IS NULL THEN day ELSE given.day END"
        f" FROM (SELECT nullif(%(day)s::text, '')::date AS day) given WHERE {ORGANIZATION}",
        f"UPDATE keys SET day = CASE WHEN %(stays)s::boolean THEN day ELSE %(day)s::date END WHERE {ORGANIZATION}",
        "decide by a parameter that is boolean",
    ),
    "a function of a column that is not IMMUTABLE": (
        f"UPDATE keys k SET used = true WHERE k.{ORGANIZATION} AND clock_of(k.day) = %(day)s",
        f"UPDATE keys k SET used = true WHERE k.{ORGANIZATION} AND lower(k.day) = %(day)s",
        "works out clock_of of a row",
    ),
    "a moment of a row that is moved": (
        f"UPDATE keys SET used = true WHERE {ORGANIZATION} AND now() <= day + interval '1 hour'",
        f"UPDATE keys SET used = true WHERE {ORGANIZATION} AND day >= now() - interval '1 hour'",
        "works out day of a row",
    ),
    "a row of a table as an argument": (
        f"SELECT name_of(c) FROM customers c WHERE c.{ORGANIZATION}",
        f"SELECT called(c.organization_id, c.id) FROM customers c WHERE c.{ORGANIZATION}",
        "name_of() takes a row of a table",
    ),
    "a key of several columns": (
        "DELETE FROM keys k WHERE (k.organization_id, k.id) IN ("
        f"SELECT organization_id, id FROM keys WHERE {ORGANIZATION} FOR UPDATE SKIP LOCKED)",
        f"DELETE FROM keys k WHERE k.{ORGANIZATION} AND k.id IN ("
        f"SELECT id FROM keys WHERE {ORGANIZATION} FOR UPDATE SKIP LOCKED)",
        "write k.organization_id",
    ),
    "a row of another's organization": (
        f"INSERT INTO keys (organization_id, id) SELECT c.organization_id, c.id FROM customers c"
        f" WHERE c.{ORGANIZATION} RETURNING id",
        f"INSERT INTO keys (organization_id, id) SELECT %(organization_id)s, c.id FROM customers c"
        f" WHERE c.{ORGANIZATION} RETURNING id",
        "not given the organization first",
    ),
    "rows of a function without RETURNING": (
        "INSERT INTO keys (organization_id, id) SELECT %(organization_id)s, n.id FROM unnest(%(ids)s) AS n (id)",
        "INSERT INTO keys (organization_id, id) SELECT %(organization_id)s, n.id FROM unnest(%(ids)s) AS n (id)"
        " RETURNING id",
        "add one, such as RETURNING id",
    ),
    "the clock in a conflict": (
        "INSERT INTO keys (organization_id, id) VALUES (%(organization_id)s, %(id)s)"
        " ON CONFLICT (organization_id, id) DO UPDATE SET made = now()",
        "INSERT INTO keys (organization_id, id, made) VALUES (%(organization_id)s, %(id)s, now())"
        " ON CONFLICT (organization_id, id) DO UPDATE SET made = excluded.made",
        "uses now()",
    ),
    "a span of the calendar in a conflict": (
        "INSERT INTO keys AS k (organization_id, id) VALUES (%(organization_id)s, %(id)s)"
        " ON CONFLICT (organization_id, id) DO UPDATE SET id = excluded.id"
        " WHERE k.made < excluded.made - interval '1 day' RETURNING id",
        "INSERT INTO keys AS k (organization_id, id) VALUES (%(organization_id)s, %(id)s)"
        " ON CONFLICT (organization_id, id) DO UPDATE SET id = excluded.id"
        " WHERE excluded.made - k.made > '1 day' RETURNING id",
        "uses + or - interval",
    ),
    "the clock within CASE": (
        f"UPDATE keys SET made = CASE WHEN live THEN now() ELSE made END WHERE {ORGANIZATION}",
        f"UPDATE keys SET made = now(), live = CASE WHEN live THEN false END WHERE {ORGANIZATION}",
        "now() within CASE",
    ),
    "the clock within COALESCE": (
        f"UPDATE keys SET made = coalesce(made, now()) WHERE {ORGANIZATION}",
        f"UPDATE keys SET made = now() WHERE {ORGANIZATION} AND made IS NULL",
        "now() within CASE or COALESCE",
    ),
    "CASE of a value": (
        f"UPDATE keys SET status = CASE paid + 1 WHEN total THEN 'PAID' ELSE 'SENT' END WHERE {ORGANIZATION}",
        f"UPDATE keys SET status = CASE WHEN paid + 1 = total THEN 'PAID' ELSE 'SENT' END WHERE {ORGANIZATION}",
        "write CASE WHEN x = v",
    ),
    "the time of the statement": (
        f"UPDATE keys SET made = clock_timestamp() WHERE {ORGANIZATION}",
        f"UPDATE keys SET made = now() WHERE {ORGANIZATION}",
        "clock_timestamp(), which is VOLATILE",
    ),
    "a query for each row of a function": (
        "SELECT n.id FROM unnest(%(ids)s) AS n (id) WHERE NOT EXISTS ("
        f"SELECT FROM keys k WHERE k.{ORGANIZATION} AND k.id = n.id)",
        f"SELECT n.id FROM unnest(%(ids)s) AS n (id) LEFT JOIN keys k ON k.{ORGANIZATION} AND k.id = n.id"
        " WHERE k.id IS NULL",
        "JOIN its tables instead",
    ),
}

FUNCTIONS = {
    "a statement that writes": (
        ("sql", "INSERT INTO keys (organization_id, id) VALUES (tenant, name)"),
        ("plpgsql", "BEGIN INSERT INTO keys (organization_id, id) VALUES (tenant, name); END"),
        "is LANGUAGE plpgsql",
    ),
    "a chain that writes": (
        (
            "plpgsql",
            "BEGIN WITH gone AS (DELETE FROM keys WHERE organization_id = tenant RETURNING id)"
            " SELECT count(*) INTO many FROM gone; END",
        ),
        (
            "plpgsql",
            "BEGIN SELECT count(*) INTO many FROM keys WHERE organization_id = tenant;"
            " DELETE FROM keys WHERE organization_id = tenant; END",
        ),
        "a WITH of a function writes",
    ),
    "the time of a statement": (
        (
            "plpgsql",
            "BEGIN PERFORM hold(tenant); UPDATE keys SET made = clock_timestamp() WHERE organization_id = tenant; END",
        ),
        (
            "plpgsql",
            "BEGIN moment := clock_timestamp(); UPDATE keys SET made = moment WHERE organization_id = tenant; END",
        ),
        "a variable of plpgsql",
    ),
    "a table without its organization": (
        ("plpgsql", "BEGIN IF many > 1 THEN DELETE FROM keys WHERE id = name; END IF; END"),
        (
            "plpgsql",
            "BEGIN IF many > 1 THEN DELETE FROM keys WHERE organization_id = OLD.organization_id; END IF; END",
        ),
        "keys.organization_id",
    ),
}


@pytest.mark.parametrize("case", STATEMENTS)
def test_a_statement_that_breaks_a_rule_is_found_and_the_recommended_one_accepted(case: str) -> None:
    wrong, right, words = STATEMENTS[case]
    assert [complaint for complaint in complaints(wrong, SCHEMA) if words in complaint]
    assert complaints(right, SCHEMA) == []


@pytest.mark.parametrize("case", FUNCTIONS)
def test_a_function_that_breaks_a_rule_is_found_and_the_recommended_one_accepted(case: str) -> None:
    wrong, right, words = FUNCTIONS[case]
    assert [complaint for complaint in complaints_of_function(*wrong, SCHEMA) if words in complaint]
    assert complaints_of_function(*right, SCHEMA) == []


@pytest.mark.parametrize(
    "plain",
    [
        f"UPDATE keys SET made = now() WHERE {ORGANIZATION} AND made < now() - interval '1 day' AND day < current_date",
        f"-- FROM invoices\nSELECT 'FROM customers, keys' FROM keys /* , invoices */ WHERE {ORGANIZATION}",
        f"SELECT extract(year FROM now()) FROM keys WHERE {ORGANIZATION} AND a IS DISTINCT FROM b FOR UPDATE",
        "WITH old AS (SELECT id FROM keys k WHERE k.organization_id = %(organization_id)s) SELECT id FROM old",
        f"DELETE FROM keys k WHERE k.{ORGANIZATION} AND NOT EXISTS ("
        "SELECT FROM unnest(%(ids)s) AS n (id) WHERE n.id = k.id)",
    ],
)
def test_what_only_looks_like_a_fault_is_none(plain: str) -> None:
    assert complaints(plain, SCHEMA) == []


def test_a_function_that_only_reads_may_be_of_any_language() -> None:
    assert complaints_of_function("sql", "SELECT id FROM keys FOR UPDATE OF keys", SCHEMA) == []


def test_a_view_looks_nothing_up_for_each_of_its_rows_but_by_a_function() -> None:
    looked_up = "SELECT i.id, ({}) AS name FROM invoices i".format
    (told,) = complaints_of_view(
        looked_up("SELECT c.name FROM customers c WHERE c.organization_id = i.organization_id"), SCHEMA
    )
    assert "a plpgsql function of i's columns" in told
    assert not complaints_of_view(looked_up("called(i.organization_id, i.customer_id)"), SCHEMA)
    assert not complaints_of_view(
        "SELECT FROM invoices i JOIN customers c ON c.organization_id = i.organization_id", SCHEMA
    )
