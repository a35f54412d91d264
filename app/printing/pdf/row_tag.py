"""A tag for long tables of short texts, drawn as text and rules: a cell of xhtml2pdf takes many times as long.

    <pdf:rows heads='["Date", "Balance"]' widths="24 30" right="1" size="7.5" rows='[["1 May", "10.00"]]'
              accent="#0b5563" quiet="#6b7480" line="#dde2e5"></pdf:rows>

`heads` and `rows` are JSON; the heads are repeated on every page. `widths` are millimetres. Columns from number `right`
on, counted from 0, are aligned right. A cell is a text, or a list of one for a text in the colour `quiet`. The last
cell of a row is its sum so far, as `<pdf:row>` says it in other tables.
"""

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.lib.fonts import tt2ps
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus.flowables import Flowable
from xhtml2pdf.default import MUST, STRING
from xhtml2pdf.tags import pisaTag
from xhtml2pdf.util import split_by_coverage

from app.printing.pdf.sums import sums_of

_GAP, _ROW_PAD, _HEAD_PAD, _HEAD_SIZE, _LEADING = 5.0, 2.3, 3.0, 6.5, 1.35
# Of the size: how far a line of text stands above its end.
_BASELINE = 0.36
_TOP, _UNDER, _BETWEEN = 0.8, 0.4, 0.3

Fonts = tuple[str, ...]


@lru_cache(maxsize=4096)
def _runs(text: str, fonts: Fonts, size: float) -> tuple[tuple[str, str, float], ...]:
    """Return the parts of a text that one font has, each with the font and its width."""
    return tuple(
        (run, font, stringWidth(run, font, size)) for run, font in split_by_coverage(text, list(fonts))
    )


def _width(text: str, fonts: Fonts, size: float) -> float:
    return sum(width for _, _, width in _runs(text, fonts, size))


def _lines(text: str, fonts: Fonts, size: float, room: float) -> list[str]:
    """Return a text in lines that fit the room; a word that is too long for one is broken."""
    if _width(text, fonts, size) <= room:
        return [text]
    lines, line = [], ""
    for word in text.split(" "):
        for piece in _pieces(word, fonts, size, room):
            longer = f"{line} {piece}" if line else piece
            if line and _width(longer, fonts, size) > room:
                lines.append(line)
                longer = piece
            line = longer
    return [*lines, line]


def _pieces(word: str, fonts: Fonts, size: float, room: float) -> list[str]:
    pieces, piece = [], ""
    for character in word:
        if piece and _width(piece + character, fonts, size) > room:
            pieces.append(piece)
            piece = ""
        piece += character
    return [*pieces, piece]


class _Style:
    """Fonts, colours, widths and heads of a table, the same on all its pages."""

    def __init__(self, frag: Any, attributes: Any) -> None:
        families = getattr(frag, "fontFamilies", None) or [frag.fontName]
        self.fonts: Fonts = tuple(tt2ps(family, 0, 0) for family in families)
        self.ink, self.size = frag.textColor, float(attributes.size)
        self.accent, self.quiet, self.line = (
            HexColor(text) for text in (attributes.accent, attributes.quiet, attributes.line)
        )
        self.widths = [float(text) * mm for text in attributes.widths.split()]
        self.right = int(attributes.right)
        self.heads = self.cells(json.loads(attributes.heads), _HEAD_SIZE)

    def cells(self, texts: Sequence[str | list[str]], size: float) -> list[tuple[list[str], bool]]:
        """Return the lines of each cell of a row, and whether they are quiet."""
        told = []
        for place, (text, width) in enumerate(zip(texts, self.widths, strict=True)):
            room = width - (_GAP if place else 0)
            words = text[0] if isinstance(text, list) else text
            told.append((_lines(words, self.fonts, size, room), isinstance(text, list)))
        return told

    def height(self, cells: Sequence[tuple[list[str], bool]], size: float, pad: float) -> float:
        """Return the height of a row in points."""
        return max(len(lines) for lines, _ in cells) * size * _LEADING + 2 * pad


class _Rows(Flowable):  # type: ignore[misc]
    """Rows of the table with its heads above them; split where a page ends."""

    def __init__(self, style: _Style, rows: Sequence[list[tuple[list[str], bool]]]) -> None:
        super().__init__()
        self._style, self._rows = style, rows
        self._heights = [style.height(row, style.size, _ROW_PAD) for row in rows]
        self._head = style.height(style.heads, _HEAD_SIZE, _HEAD_PAD)

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.width, self.height = sum(self._style.widths), self._head + sum(self._heights)
        return self.width, self.height

    def split(self, width: float, height: float) -> list[Flowable]:
        """Return as many rows as fit, and the others; an empty list if none fits."""
        left, count = height - self._head, 0
        while count < len(self._rows) and self._heights[count] <= left:
            left -= self._heights[count]
            count += 1
        parts = [part for part in (self._rows[:count], self._rows[count:]) if part]
        return [_Rows(self._style, part) for part in parts] if count else []

    def draw(self) -> None:
        style, top = self._style, self.height
        self._rule(top, style.accent, _TOP)
        # The text of heads stands at their lower end.
        self._draw(style.heads, top - self._head + _HEAD_PAD, _HEAD_SIZE, style.accent, from_below=True)
        top -= self._head
        self._rule(top, style.accent, _UNDER)
        for row, height in zip(self._rows, self._heights, strict=True):
            self._draw(row, top - _ROW_PAD, style.size, style.ink)
            top -= height
            self._rule(top, style.line, _BETWEEN)
        (balance, _) = self._rows[-1][-1]
        sums_of(self.canv).so_far[self.canv.getPageNumber()] = " ".join(balance)

    def _rule(self, y: float, color: Any, width: float) -> None:
        self.canv.setStrokeColor(color)
        self.canv.setLineWidth(width)
        self.canv.line(0, y, self.width, y)

    def _draw(
        self,
        cells: Sequence[tuple[list[str], bool]],
        y: float,
        size: float,
        ink: Any,
        *,
        from_below: bool = False,
    ) -> None:
        x, leading = 0.0, size * _LEADING
        for place, ((lines, is_quiet), width) in enumerate(zip(cells, self._style.widths, strict=True)):
            self.canv.setFillColor(self._style.quiet if is_quiet else ink)
            at = y + leading * (len(lines) - 1) if from_below else y - leading
            for line in lines:
                self._write(line, x, width, at + size * _BASELINE, size, place)
                at -= leading
            x += width

    def _write(self, line: str, x: float, width: float, y: float, size: float, place: int) -> None:
        runs = _runs(line, self._style.fonts, size)
        to_the_right = place >= self._style.right
        at = x + width - sum(each for _, _, each in runs) if to_the_right else x + (_GAP if place else 0)
        for run, font, each in runs:
            self.canv.setFont(font, size)
            self.canv.drawString(at, y, run)
            at += each


class RowsTag(pisaTag):  # type: ignore[misc]
    """`<pdf:rows>`."""

    ATTRIBUTES = {  # noqa: RUF012 - xhtml2pdf reads it
        **dict.fromkeys(("heads", "rows", "widths", "size", "accent", "quiet", "line"), (STRING, MUST)),
        "right": (STRING, "999"),
    }

    def start(self, c: Any) -> None:
        """Add the rows to the page. xhtml2pdf calls this."""
        c.addPara()
        style = _Style(c.frag, self.attr)
        rows = [style.cells(row, style.size) for row in json.loads(self.attr.rows)]
        if rows:
            c.addStory(_Rows(style, rows))
