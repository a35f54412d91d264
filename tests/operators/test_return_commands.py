"""`gst gstr-1`, `gst gstr-3b` and `gst summary`."""

import json
from pathlib import Path

import pytest

from tests.api.filing import SERVICE, business, credited, part_of, told
from tests.operators.commands import Operator
from tests.selling import Books, customer, move, sent
from tests.service import Client, Service


def test_a_return_is_written_as_the_interface_answers_it(
    operator: Operator, org: Client, tmp_path: Path
) -> None:
    sent(org, business(org), SERVICE)
    for word in ("gstr-1", "gstr-3b"):
        file = tmp_path / f"{word}.json"
        ran = operator.run("gst", word, "--org", org.slug, "--period", "2026-05", "--out", str(file))
        assert (ran.exit_code, ran.output) == (0, "")
        assert json.loads(file.read_text()) == told(org, f"/gst/{word}")["document"]
    ran = operator.run("gst", "summary", "--org", org.slug, "--period", "2026-05")
    assert ran.exit_code == 0
    assert json.loads(ran.stdout) == told(org, "/gst/gstr-1/summary")


def test_what_cannot_be_filed_is_told_and_ends_with_status_1(operator: Operator, org: Client) -> None:
    made = sent(org, customer(org, gstCategory="REGISTERED"), SERVICE)
    for word in ("gstr-1", "summary"):
        ran = operator.run("gst", word, "--org", org.slug, "--period", "2026-05")
        assert ran.exit_code == 1
        assert ran.stderr == f"{made['id']}: buyer.gstin: The buyer's GSTIN is missing.\n"


def test_a_month_and_a_registration_must_be_there(operator: Operator, org: Client) -> None:
    words = ("gst", "gstr-1", "--org", org.slug)
    assert "YYYY-MM" in operator.refused(*words, "--period", "May")
    unknown = operator.refused(*words, "--period", "2026-05", "--gstin", "29AAGCB7383J1Z4")
    assert "has no registration" in unknown
    assert operator.run(*words, "--period", "2026-05", "--gstin", "27AAPFU0939F1ZV").exit_code == 0


def test_documents_of_a_gstin_that_was_corrected_since_are_told_by_the_default_registration(
    operator: Operator, org: Client
) -> None:
    buyer = business(org)
    sold, void = sent(org, buyer, SERVICE), sent(org, buyer, SERVICE)
    move(org, void["id"], "void")
    noted = credited(org, buyer, part_of(sold), invoiceId=sold["id"])
    operator.make("org", "update", "--slug", org.slug, "--gstin", "29AAPFU0939F1ZR", "--state-code", "29")
    for path in ("gstr-1", "gstr-1/summary", "gstr-3b"):
        problems = told(org, f"/gst/{path}")["problems"]
        assert {each["recordId"] for each in problems} == {sold["id"], void["id"], noted["id"]}
        assert {(each["code"], each["field"]) for each in problems} == {
            ("gstin_not_registered", "sellerGstin")
        }
        assert "27AAPFU0939F1ZV" in problems[0]["message"]
    assert told(org, "/gst/gstr-1", "2026-04")["problems"] == []


@pytest.mark.parametrize("name", ["gstr-1", "gstr-3b"])
def test_nothing_is_written_of_a_return_that_the_portal_takes_no_part_of(
    name: str, operator: Operator, org: Client, service: Service, tmp_path: Path
) -> None:
    Books(service, org).execute("spell_gstin", gstin="27aapfu0939f1zv")
    file = tmp_path / "return.json"
    ran = operator.run("gst", name, "--org", org.slug, "--period", "2026-05", "--out", str(file))
    assert (ran.exit_code, ran.stdout) == (1, "")
    assert ran.stderr.endswith("gstin: Has not the form that the portal asks for.\n")
    assert not file.exists()
