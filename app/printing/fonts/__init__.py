"""The fonts of papers: Noto Sans for Latin and the rupee sign, and Noto Sans of each Indian script.

Letters of Indian scripts join, stack and change places. HarfBuzz computes how (shaping); a face that needs it is a
ShapedFont. Shaped glyphs carry the original text (ActualText), so that a PDF can be searched and copied from.
"""

from functools import lru_cache
from pathlib import Path
from typing import Any

import uharfbuzz
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import ShapeData, ShapedStr, TTFont
from reportlab.pdfgen.textobject import PDFTextObject
from xhtml2pdf.default import DEFAULT_FONT

FOLDER = Path(__file__).parent

LATIN = "Paper"
SCRIPTS = (
    "Devanagari",
    "Bengali",
    "Gujarati",
    "Gurmukhi",
    "Kannada",
    "Malayalam",
    "Oriya",
    "Tamil",
    "Telugu",
)
# The value of `font-family`: each character is drawn in the first family that has it.
FAMILIES = (LATIN, *(f"{LATIN} {script}" for script in SCRIPTS))

_WEIGHTS = ("Regular", "Bold", "Italic")
# Glyphs without a character get one in this private area of Unicode, by their number.
_PRIVATE = 0xE000

_format_text = PDFTextObject._formatText


class BoxingFont(TTFont):  # type: ignore[misc]
    """A face that draws a box for each character that no face has. Otherwise such characters would be invisible."""

    def __init__(self, name: str, path: Path) -> None:
        super().__init__(name, str(path))
        self.face.charToGlyph[_PRIVATE] = 0
        self.face.charWidths[_PRIVATE] = self.face.defaultWidth

    def boxed(self, text: str) -> str:
        """Return the text with a box in place of each character that the face lacks."""
        if self.face.charToGlyph.keys() >= set(map(ord, text)):
            return text
        return "".join(map(self._drawable, text))

    def _drawable(self, character: str) -> str:
        if ord(character) in self.face.charToGlyph:
            return character
        return " " if character.isspace() else chr(_PRIVATE)


class ShapedFont(TTFont):  # type: ignore[misc]
    """A face whose text is measured and drawn after shaping by HarfBuzz."""

    def __init__(self, name: str, path: Path) -> None:
        super().__init__(name, str(path))
        self._shaper = uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(path))))
        self.shaped = lru_cache(maxsize=4096)(self._shape)
        # All glyphs now, so that a document's bytes do not depend on documents printed before.
        for glyph in range(self.face.numGlyphs):
            self.face.charToGlyph[_PRIVATE + glyph] = glyph
            self.face.charWidths[_PRIVATE + glyph] = self.pdfScale(self._shaper.get_glyph_h_advance(glyph))

    def stringWidth(self, text: str | bytes, size: float, encoding: str = "utf8") -> float:  # noqa: N802
        """Return the width of a text in points, at a font size in points."""
        return float(
            sum(data.x_advance for data in self.shaped(_text(text, encoding)).__shapeData__) * size / 1000
        )

    def _shape(self, text: str) -> Any:
        buffer = uharfbuzz.Buffer()
        buffer.cluster_level = uharfbuzz.BufferClusterLevel.MONOTONE_CHARACTERS
        buffer.add_str(text)
        buffer.guess_segment_properties()
        uharfbuzz.shape(self._shaper, buffer)
        infos, positions = buffer.glyph_infos, buffer.glyph_positions or []
        characters = [self._character(info.codepoint, text[info.cluster]) for info in infos]
        return ShapedStr(
            "".join(characters),
            [self._data(*found) for found in zip(infos, positions, characters, strict=True)],
        )

    def _character(self, glyph: int, written: str) -> str:
        plain = self.face.charToGlyph.get(ord(written)) == glyph
        return written if plain else chr(_PRIVATE + glyph)

    def _data(self, info: Any, position: Any, character: str) -> ShapeData:
        advance, x, y = map(self.pdfScale, (position.x_advance, position.x_offset, position.y_offset))
        return ShapeData(info.cluster, advance, 0, x, y, self.face.charWidths[ord(character)])


def register() -> None:
    """Register the families with reportlab and xhtml2pdf, once in a process."""
    if LATIN.lower() in DEFAULT_FONT:
        return
    latin = {weight: BoxingFont(f"{LATIN}-{weight}", _file("NotoSans", weight)) for weight in _WEIGHTS}
    _family(LATIN, latin)
    for script in SCRIPTS:
        name = f"{LATIN} {script}"
        shaped = {
            weight: ShapedFont(f"{name}-{weight}", _file(f"NotoSans{script}", weight))
            for weight in ("Regular", "Bold")
        }
        _family(name, shaped)
    PDFTextObject._formatText = _format_written


def _file(face: str, weight: str) -> Path:
    return FOLDER / f"{face}-{weight}.ttf"


def _family(name: str, faces: dict[str, TTFont]) -> None:
    for face in faces.values():
        pdfmetrics.registerFont(face)
    regular, bold = faces["Regular"].fontName, faces["Bold"].fontName
    italic = faces["Italic"].fontName if "Italic" in faces else regular
    pdfmetrics.registerFontFamily(name, normal=regular, bold=bold, italic=italic, boldItalic=bold)
    DEFAULT_FONT[name.lower()] = name


def _format_written(text_object: Any, text: str | bytes) -> str:
    """Return the PDF operators for a text, which is shaped or boxed first where its face requires that.

    reportlab shapes only in its own paragraphs, which xhtml2pdf does not use.
    """
    font = pdfmetrics.getFont(text_object._fontname)
    if not isinstance(font, ShapedFont | BoxingFont) or not text:
        return str(_format_text(text_object, text))
    written = _text(text)
    drawn = font.shaped(written) if isinstance(font, ShapedFont) else font.boxed(written)
    if drawn is written:
        return str(_format_text(text_object, text))
    meant = written.encode("utf-16-be").hex().upper()
    return f"/Span <</ActualText <FEFF{meant}>>> BDC {_format_text(text_object, drawn)} EMC"


def _text(text: str | bytes, encoding: str = "utf8") -> str:
    return text.decode(encoding) if isinstance(text, bytes) else text
