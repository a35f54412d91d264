"""From a paper to a PDF."""

from base64 import b64encode
from io import BytesIO

import pypdf
import pytest
from PIL import Image

from app.printing.content.paper import Paper
from app.printing.pdf import rendering
from app.printing.pdf.faults import TemplateFault
from app.printing.pdf.samples import samples

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("warm")]


def picture(kind: str = "PNG") -> bytes:
    output = BytesIO()
    Image.new("RGB", (40, 20), (11, 85, 99)).save(output, kind)
    return output.getvalue()


def render(html: str, logo: bytes | None = None, **context: object) -> bytes:
    return rendering.render(Paper("invoice", "INV-1", context, html, logo))


def words(pdf: bytes) -> str:
    return " ".join(pypdf.PdfReader(BytesIO(pdf)).pages[0].extract_text().split())


def pictures(pdf: bytes) -> int:
    return len(pypdf.PdfReader(BytesIO(pdf)).pages[0].images)


def fault(html: str, **context: object) -> tuple[str, int | None]:
    with pytest.raises(TemplateFault) as raised:
        render(html, **context)
    return raised.value.message, raised.value.line


@pytest.mark.parametrize("kind", ["invoice", "statement"])
def test_the_same_paper_makes_the_same_bytes(kind: str) -> None:
    paper = Paper("invoice" if kind == "invoice" else "statement", "A", samples(kind)[0], None, picture())  # type: ignore[arg-type]
    first = rendering.render(paper)
    render("<p>something else</p>")
    assert rendering.render(paper) == first


def test_the_title_is_the_papers_name_or_what_the_template_says() -> None:
    assert pypdf.PdfReader(BytesIO(render("<p>x</p>"))).metadata["/Title"] == "INV-1"  # type: ignore[index]
    titled = pypdf.PdfReader(BytesIO(render("<title>Bill {{ n }}</title><p>x</p>", n=7)))
    assert titled.metadata["/Title"] == "Bill 7"  # type: ignore[index]


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_the_logo_is_shown(kind: str) -> None:
    assert pictures(render('{% if logo %}<img src="{{ logo }}">{% endif %}', picture(kind))) == 1


@pytest.mark.parametrize(
    "logo", [None, b"", b"GIF89a", b"<svg/>", picture()[:40], picture("BMP"), picture("TIFF")]
)
def test_without_a_logo_that_can_be_read_the_template_is_told_of_none(logo: bytes | None) -> None:
    assert words(render("{{ 'shown' if logo else 'none' }}", logo)) == "none"


def test_a_template_can_contain_a_picture_of_its_own() -> None:
    assert pictures(render(f'<img src="data:image/png;base64,{b64encode(picture()).decode()}">')) == 1


def test_a_picture_that_would_fill_the_memory_is_left_out() -> None:
    output = BytesIO()
    Image.new("1", (9_000, 9_000)).save(output, "PNG")
    assert pictures(render('<img src="{{ logo }}">x', output.getvalue())) == 0


@pytest.mark.parametrize(
    ("html", "line", "part"),
    [
        ("a\n{{ nobody }}", 2, "'nobody' is undefined"),
        ("a\n\n{{ number.nothing }}", 3, "has no attribute 'nothing'"),
        ("a\n{% if %}", 2, "Expected an expression"),
        ("{% for a in [1] %}\n{{ 1 / 0 }}\n{% endfor %}", 2, "division by zero"),
        ("\n{{ number | safe }}", 2, "No filter named 'safe'"),
        ("\n{% autoescape false %}{% endautoescape %}", 2, "Escaping cannot be switched off."),
        ("\n{{ ''.__class__ }}", 2, "Not allowed in a template"),
        ("\n{% include 'passwords.html' %}", 2, "There is no part 'passwords.html' to include."),
        ("{% macro a() %}{{ a() }}{% endmacro %}{{ a() }}", 1, "nested too deeply"),
        ("<div>" * 1_500, None, "nested too deeply"),
        ("<img src='x.png'>", 1, "not 'x.png'"),
        ("<img src='data:image/gif;base64,R0lGODlh'>", 1, "A template can show the logo"),
        ("<img src='data:image/png;base64,%%%'>", 1, "A template can show the logo"),
        ("<img src='paper:logo'>", 1, "not 'paper:logo'"),
        ("a\n<img src='file:///etc/passwd'>", 2, "not 'file:///etc/passwd'"),
        ("<img src='paper:{{ number }}'>", None, "not 'paper:INV-1'"),
        ("<style>\n@import 'other.css';</style>", 2, "not 'other.css'"),
        ("<style>\n\n@font-face { font-family: a; src: url(a.ttf) }</style>", 3, "not 'a.ttf'"),
        ("<style>p {\n background-image: url(a.png) }</style><p>x</p>", 2, "not 'a.png'"),
        ("x\n<img src='http://a/?b=1&amp;c=2'>", 2, "not 'http://a/?b=1&c=2'"),
    ],
)
def test_a_fault_says_why_and_where(html: str, line: int | None, part: str) -> None:
    message, at = fault(html, number="INV-1")
    assert part in message
    assert at == line
    assert len(message) < 400


def test_a_key_of_the_context_comes_before_a_method_of_python() -> None:
    assert words(
        render("{{ line.items }} {{ line.copy }}", line={"items": "3 items", "copy": "ORIGINAL"})
    ) == ("3 items ORIGINAL")


def test_one_paper_leaves_nothing_for_the_next() -> None:
    render("{% set secret = 'mine' %}<style>p { color: red }</style><p>{{ secret }}</p>")
    assert fault("{{ secret }}") == ("'secret' is undefined", 1)


def test_colours_are_not_evaluated() -> None:
    one = render("<p style='color: Blacker(red, 0.5)'>x</p><p style='color: [1, 0, 0]'>x</p>")
    assert words(one) == "x x"
