"""`e-invoice` and `e-way-bill`: files for the portals, or what keeps the portals from taking them."""

import json
from pathlib import Path

import pytest

from tests.api.registering import BOLTS, noted, sold
from tests.operators.commands import Operator
from tests.selling import customer, line, sent
from tests.service import Client

pytestmark = pytest.mark.usefixtures("described")


def test_a_document_is_written_to_a_file_by_its_number(org: Client, operator: Operator, place: Path) -> None:
    note = noted(org, sold(org))
    for number, kind in (("INV-00001", "INV"), (note["creditNoteNumber"], "CRN")):
        file = place / f"{kind}.json"
        result = operator.run("e-invoice", "--org", org.slug, "--number", number, "--out", str(file))
        assert (result.exit_code, result.stdout) == (0, f"Wrote {file}.\n")
        assert json.loads(file.read_text())["DocDtls"]["No"] == number
        assert json.loads(file.read_text())["DocDtls"]["Typ"] == kind
    printed = operator.run("e-invoice", "--org", org.slug, "--number", "INV-00001").stdout
    assert json.loads(printed) == json.loads((place / "INV.json").read_text())


def test_problems_are_printed_and_nothing_is_written(org: Client, operator: Operator, place: Path) -> None:
    sent(org, customer(org), line(**BOLTS))
    file = place / "none.json"
    result = operator.run("e-invoice", "--org", org.slug, "--number", "INV-00001", "--out", str(file))
    assert (result.exit_code, result.stdout, file.exists()) == (1, "", False)
    assert result.stderr.startswith("not_required: The buyer has no GSTIN")


def test_an_e_way_bill_says_who_carries_the_goods(org: Client, operator: Operator) -> None:
    sold(org)
    words = ("e-way-bill", "--org", org.slug, "--number", "INV-00001")
    result = operator.run(
        *words,
        "--mode",
        "2",
        "--document-number",
        "RR-9",
        "--document-date",
        "2026-05-05",
        "--distance-km",
        "840",
    )
    (bill,) = json.loads(result.stdout)["billLists"]
    assert (bill["transMode"], bill["transDocNo"], bill["transDocDate"]) == (2, "RR-9", "05/05/2026")
    refused = operator.run(*words, "--mode", "1")
    assert (refused.exit_code, refused.stderr.split(":")[0]) == (1, "vehicleNumber")


def test_a_number_that_no_document_has_is_refused(org: Client, operator: Operator) -> None:
    result = operator.run("e-invoice", "--org", org.slug, "--number", "INV-9")
    assert (result.exit_code, result.stderr) == (
        1,
        f"Error: {org.slug} has no invoice or credit note INV-9.\n",
    )
