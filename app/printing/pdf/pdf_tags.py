"""Tags that templates have besides xhtml2pdf's own, for content that is known only when all pages are drawn.

    <pdf:row sofar="1,200.00"/>      in a cell of each row: the sum of the rows up to this one
    <pdf:rows …/>                    a long table (app.printing.pdf.row_tag)
    <pdf:brought label="…"/>         in a frame of every page: the sum at the end of the previous page
    <pdf:carried label="…"/>         the sum at the end of this page, where more rows follow
    <pdf:pages label="Page"/>        in a frame of every page: Page 1 of 3
    <pdf:continued text="…"/>        in a frame of every page: a text, except on the first page
    <pdf:across text="DRAFT"/>       in a frame of every page: a word across it

Such content is drawn as a form, an empty place that is filled after the last page. So a document is laid out once,
however long it is.
"""

from collections.abc import Callable
from typing import Any

from reportlab.lib.colors import Color
from reportlab.lib.fonts import tt2ps
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus.flowables import Flowable
from xhtml2pdf import parser
from xhtml2pdf.default import STRING, TAGS
from xhtml2pdf.tags import pisaTag
from xhtml2pdf.util import split_by_coverage

from app.printing.pdf.row_tag import RowsTag
from app.printing.pdf.sums import Sums, sums_of

_LEADING = 1.3
_PALE = Color(0.55, 0.55, 0.55, alpha=0.16)


class _Row(Flowable):  # type: ignore[misc]
    _ZEROSIZE = True  # otherwise reportlab drops a flowable of size zero

    def __init__(self, so_far: str) -> None:
        super().__init__()
        self.so_far = so_far

    def draw(self) -> None:
        sums_of(self.canv).so_far[self.canv.getPageNumber()] = self.so_far


class _Line(Flowable):  # type: ignore[misc]
    """A line of text in a frame. `fonts` are tried in order for each character."""

    def __init__(self, frag: Any, text: str) -> None:
        super().__init__()
        families = getattr(frag, "fontFamilies", None) or [frag.fontName]
        self.fonts = [tt2ps(family, frag.bold, frag.italic) for family in families]
        self.size, self.color, self.text = frag.fontSize, frag.textColor, text

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.width, self.height = width, self.size * _LEADING
        return self.width, self.height

    def write(self, canvas: Any, text: str, *, right: bool) -> None:
        """Write a text at the left or the right end of the line."""
        runs = split_by_coverage(text, self.fonts)
        x = self.width - sum(stringWidth(run, font, self.size) for run, font in runs) if right else 0
        canvas.setFillColor(self.color)
        for run, font in runs:
            canvas.setFont(font, self.size)
            canvas.drawString(x, self.size * 0.3, run)
            x += stringWidth(run, font, self.size)


class _Continued(_Line):
    def draw(self) -> None:
        if self.canv.getPageNumber() > 1:
            self.write(self.canv, self.text, right=False)


class _Later(_Line):
    """A line that is written after the last page. It is left empty where `value` is empty."""

    def value(self, pages: Sums, page: int) -> str:
        raise NotImplementedError

    def draw(self) -> None:
        pages, page = sums_of(self.canv), self.canv.getPageNumber()
        name = f"paper-{len(pages.waiting)}"
        pages.waiting.append((name, page, self))
        self.canv.doForm(name)

    def fill(self, canvas: Any, pages: Sums, page: int) -> None:
        value = self.value(pages, page)
        if value:
            self.write(canvas, f"{self.text} {value}".strip(), right=True)


class _Carried(_Later):
    def value(self, pages: Sums, page: int) -> str:
        return pages.carried(page)


class _Brought(_Later):
    def value(self, pages: Sums, page: int) -> str:
        return pages.carried(page - 1)


class _Numbered(_Later):
    def value(self, pages: Sums, page: int) -> str:
        return f"{page} of {pages.count}"


class _Across(_Line):
    _ZEROSIZE = True

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        return 0, 0

    def draw(self) -> None:
        canvas = self.canv
        left, bottom = canvas.absolutePosition(0, 0)
        width, height = canvas._pagesize
        canvas.saveState()
        canvas.translate(width / 2 - left, height / 2 - bottom)
        canvas.rotate(52)
        canvas.setFillColor(_PALE)
        canvas.setFont(self.fonts[0], 132)
        canvas.drawCentredString(0, -46, self.text)
        canvas.restoreState()


def _tag(attribute: str, made: Callable[[Any, str], Flowable]) -> type:
    class Tag(pisaTag):  # type: ignore[misc]
        def start(self, c: Any) -> None:
            c.addPara()
            c.addStory(made(c.frag, getattr(self.attr, attribute) or ""))

    return Tag


def register() -> None:
    """Register the tags with xhtml2pdf, once in a process."""
    tags = {
        "row": ("sofar", _tag("sofar", lambda _, text: _Row(text))),
        "brought": ("label", _tag("label", _Brought)),
        "carried": ("label", _tag("label", _Carried)),
        "pages": ("label", _tag("label", _Numbered)),
        "continued": ("text", _tag("text", _Continued)),
        "across": ("text", _tag("text", _Across)),
    }
    for name, (attribute, tag) in tags.items():
        TAGS[f"pdf{name}"] = (0, {attribute: (STRING, "")})
        setattr(parser, f"pisaTagPDF{name.upper()}", tag)
    TAGS["pdfrows"] = (0, RowsTag.ATTRIBUTES)
    parser.pisaTagPDFROWS = RowsTag
