"""Long tables of papers: `<pdf:rows>`."""

import json
from io import BytesIO

import pypdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.printing.content.paper import Paper
from app.printing.pdf import rendering
from app.printing.pdf.faults import TemplateFault
from app.printing.pdf.row_tag import _lines

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("warm")]

TEMPLATE = """<html><head><style>@page {{ size: a4; @frame body {{ left: 10mm; top: 10mm; width: 190mm; height: 270mm }}
@frame foot {{ -pdf-frame-content: foot; left: 10mm; top: 285mm; width: 190mm; height: 8mm }} }}</style></head>
<body style="font-family: 'Paper', 'Paper Devanagari'"><div id="foot"><pdf:carried label="Carried"></pdf:carried></div>
<pdf:rows heads='["Name", "Sum"]' widths="30 30" right="1" size="8" accent="#0b5563" quiet="#6b7480" line="#dde2e5"
 rows='{rows}'></pdf:rows></body></html>"""


def pages(rows: list[list[object]]) -> list[str]:
    """The text of each page of a table."""
    told = json.dumps(rows).replace("'", "\\u0027")
    pdf = rendering.render(Paper("statement", "A", {}, TEMPLATE.format(rows=told)))
    return [page.extract_text() for page in pypdf.PdfReader(BytesIO(pdf)).pages]


def test_every_row_is_on_one_page_below_the_heads_of_that_page() -> None:
    told = pages([[f"row-{n}", f"{n}.00"] for n in range(200)])
    assert len(told) > 1
    for n in range(200):
        assert sum(f"row-{n}\n" in page + "\n" for page in told) == 1, n
    assert all("Name" in page and "Sum" in page for page in told)
    last_of_first = max(n for n in range(200) if f"row-{n}\n" in told[0])
    assert f"Carried {last_of_first}.00" in told[0]
    assert "Carried" not in told[-1]


def test_a_text_that_is_too_long_is_broken_and_nothing_of_it_lost() -> None:
    (page,) = pages([["A" * 60, "1.00"], ["several words that need more than one line", "2.00"]])
    assert page.replace("\n", "").count("A") == 60
    assert "several words" in page
    assert "one line" in page.replace("\n", " ")


def test_a_name_in_another_script_and_a_quiet_text_are_drawn() -> None:
    (page,) = pages([[["Opening"], "0.00"], ["\u0915\u0935\u093f\u0924\u093e", "1.00"]])
    assert "Opening" in page
    assert "1.00" in page


@pytest.mark.parametrize("rows", ["[", "[[1]]", '[["one"]]', "[null]"])
def test_what_is_no_table_is_a_fault_of_the_template(rows: str) -> None:
    with pytest.raises(TemplateFault):
        rendering.render(Paper("statement", "A", {}, TEMPLATE.format(rows=rows or "x") + ""))


@given(st.text(st.characters(codec="ascii", categories=["L", "N", "P", "Zs"]), max_size=60))
def test_lines_have_all_characters_of_a_text_and_fit(text: str) -> None:
    lines = _lines(text, ("Helvetica",), 8, 40)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
