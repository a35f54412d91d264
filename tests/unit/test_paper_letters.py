"""Letters of every script on the paper, and what people write with them."""

from collections import Counter
from decimal import Decimal
from io import BytesIO
from typing import Any

import pypdf
import pypdfium2
import pytest
from reportlab.pdfbase import pdfmetrics

from app.printing.content.paper import Paper
from app.printing.pdf import rendering, samples
from app.printing.pdf.sample_rows import line
from tests.unit.printed_samples import invoice, pages, printed

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("warm")]


def drawn(pdf: bytes) -> str:
    """The text as a viewer copies it, which knows what shaped letters stand for."""
    page = pypdfium2.PdfDocument(pdf)[0]
    return " ".join(page.get_textpage().get_text_range().split())


def fonts(pdf: bytes) -> dict[str, Any]:
    """The embedded fonts of the first page by their names, without the tags of their subsets."""
    resources = pypdf.PdfReader(BytesIO(pdf)).pages[0]["/Resources"].get_object()
    found = [font.get_object() for font in resources["/Font"].get_object().values()]
    return {font["/BaseFont"].partition("+")[2]: font for font in found if "+" in font["/BaseFont"]}


def test_the_rupee_is_in_an_embedded_font() -> None:
    found = fonts(printed(samples.tax_invoice()))
    assert {"NotoSans-Regular", "NotoSans-Bold"} <= found.keys()
    bold = found["NotoSans-Bold"]
    assert b"20B9" in bold["/ToUnicode"].get_object().get_data()
    assert bold["/FontDescriptor"].get_object()["/FontFile2"].get_object().get_data()


SCRIPTS = {
    "Devanagari": "श्री क्षत्रिय ट्रेडिंग कंपनी, किताब १२३",
    "Bengali": "বাংলা কোম্পানি",
    "Gujarati": "ગુજરાતી કંપની",
    "Gurmukhi": "ਪੰਜਾਬੀ ਕੰਪਨੀ",
    "Kannada": "ಕನ್ನಡ ಕಂಪನಿ",
    "Malayalam": "മലയാളം കമ്പനി",
    "Oriya": "ଓଡ଼ିଆ କମ୍ପାନୀ",
    "Tamil": "தமிழ் நிறுவனம்",
    "Telugu": "తెలుగు కంపెనీ",
}


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_name_in_an_indian_script_has_its_own_font_and_reads_as_it_was_written(script: str) -> None:
    pdf = printed(invoice(buyer={"displayName": f"{SCRIPTS[script]} Ltd", "billingAddress": None}))
    assert f"NotoSans{script}-Bold" in fonts(pdf)
    assert f"{SCRIPTS[script]} Ltd" in drawn(pdf)


def test_letters_that_join_are_drawn_joined() -> None:
    """In क्ष three characters make one glyph, and the sign of कि goes before its consonant."""
    face = pdfmetrics.getFont("Paper Devanagari-Regular")
    assert [len(face.shaped(text)) for text in ("क्ष", "त्र", "कि")] == [1, 1, 2]
    assert face.shaped("कि")[1] == "क"
    assert face.stringWidth("क्ष", 10) < face.stringWidth("क ष", 10)


@pytest.mark.parametrize("script", SCRIPTS)
def test_no_letter_comes_out_as_a_box(script: str) -> None:
    face = pdfmetrics.getFont(f"Paper {script}-Regular")
    glyphs = [
        face.face.charToGlyph[ord(character)] for character in face.shaped(SCRIPTS[script].replace(",", ""))
    ]
    assert 0 not in glyphs


# What people write


@pytest.mark.parametrize("text", ["漢字商店", "محمد علي", "ᱥᱟᱱᱛᱟᱲᱤ", "☎"])
def test_what_no_font_has_is_seen_as_boxes_and_still_reads_as_it_was_written(text: str) -> None:
    html = '<html><head>{% include "style.html" %}</head><body><p>{{ number }}</p></body></html>'
    page = pypdfium2.PdfDocument(rendering.render(Paper("invoice", "x", {"number": text}, html)))[0]
    darkest, _ = page.render(scale=3).to_pil().convert("L").getextrema()
    assert darkest < 128
    pdf = printed(invoice(buyer={"displayName": f"A {text} B", "billingAddress": None}))
    assert Counter(f"A {text} B") <= Counter(drawn(pdf))


def test_what_only_chooses_a_form_of_the_character_before_it_is_no_box() -> None:
    pdf = printed(invoice(buyer={"displayName": "Acme™\ufe0f Ltd", "billingAddress": None}))
    assert "Acme™ Ltd" in drawn(pdf)


def test_markup_is_printed_as_it_was_written() -> None:
    text = '<b>x</b> {{ 7 * 7 }} <pdf:nextpage/> [[[getattr(x)]]] &amp; <img src="file:///etc/passwd"> ]]>'
    read = pages(
        invoice(line(0, description=text, hsn_or_sac="<i>1</i>"), notes=text, buyer={"displayName": text})
    )
    assert len(read) == 1
    assert read[0].count("{{ 7 * 7 }}") == 3
    assert "<pdf:nextpage/>" in read[0]
    assert "&amp;" in read[0]


@pytest.mark.parametrize(
    "facts",
    [
        {"notes": "Words of a long note. " * 450},
        {"terms_and_conditions": "\n".join(["A line of terms."] * 600)},
        {
            "seller_legal_name": "W" * 191,
            "number": "N" * 100,
            "bank": "B" * 1000,
            "organization_phone": "1" * 200,
        },
        {
            "buyer": {
                "displayName": "M" * 191,
                "billingAddress": {"line1": "x" * 255, "line2": "y " * 127, "city": "c" * 100},
            }
        },
    ],
    ids=["long notes", "long terms", "a long seller", "a long buyer"],
)
def test_long_texts_are_printed_in_full(facts: dict[str, Any]) -> None:
    text = "".join(pages(invoice(**facts)))
    letters = Counter(text)
    for value in facts.values():
        wanted = Counter(
            "".join(value if isinstance(value, str) else value["displayName"])
            .replace(" ", "")
            .replace("\n", "")
        )
        assert all(letters[letter] >= count for letter, count in wanted.items())
    assert "Authorised signatory" in text


def test_long_words_and_descriptions_stay_in_their_columns() -> None:
    lines = [
        line(0, description="W" * 64),
        line(1, description=("word " * 51)[:255], unit="U" * 20, hsn_or_sac="9" * 64),
    ]
    (page,) = pages(invoice(*lines))
    assert page.count("W") >= 64
    assert page.replace(" ", "").count("word") >= 51


def test_the_largest_amounts_are_printed_in_full() -> None:
    largest = line(0, quantity=Decimal("999999999"), rate=Decimal("9000.00"), tax_rate_percent=Decimal(5))
    (page,) = pages(invoice(largest))
    assert "₹ 94,49,99,99,90,550.00" in page


def test_a_template_may_begin_with_the_letters_of_any_script() -> None:
    html = "<p style=\"font-family: 'Paper Devanagari', 'Paper'\">{{ number }} <b></b></p>"
    pdf = rendering.render(Paper("invoice", "x", {"number": "INV-1"}, html))
    assert "INV-1" in drawn(pdf)
