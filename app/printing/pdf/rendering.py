"""Rendering of papers to PDF. Runs in the process of `app.printing.workers.renderer`, not in the service."""

import logging
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from contextlib import suppress
from html import escape
from io import BytesIO

from PIL import Image
from reportlab import rl_config
from xhtml2pdf.config.resources import RenderLimitError, ResourceAccessPolicy
from xhtml2pdf.document import pisaDocument

from app.printing import fonts
from app.printing.content.paper import Paper
from app.printing.pdf import pdf_tags
from app.printing.pdf.faults import TemplateFault
from app.printing.pdf.templating import to_html

__all__ = ["TemplateFault", "render", "warm_up"]

LOGO = "paper:logo"

# Neither hosts nor folders are allowed, so nothing is fetched or opened.
_POLICY = ResourceAccessPolicy.server(allow_remote=False, max_render_seconds=None)
_INLINE = ("data:image/png;base64,", "data:image/jpeg;base64,")
_FORMATS = ("PNG", "JPEG")
_MOST_OF_A_REASON = 300

# A page that uses every feature, so that all that is loaded on first use is loaded by it.
_WARM_UP = """
<html><head><style>@page { size: a4 } td { color: #123; border: 1px solid rgb(1, 2, 3) }</style></head><body>
<p>Helvetica <b>bold</b> <i>italic</i> <b><i>both</i></b> <a href="#x">link</a> &amp; &#8377;</p>
<p style="font-family: Courier">{{ "\\u03b1 \\u2713" }}</p><p style="font-family: Times">a</p>
<p style="font-family: {{ families }}">a <b>b {{ strange }}</b> <i>c</i> {{ strange }}</p>
<table repeat="1"><tr><td>1</td><td><img src="{{ logo }}"/></td></tr></table>
{% for picture in pictures %}<img src="{{ picture }}"/>{% endfor %}
<pdf:barcode type="QR" value="upi://pay"/><pdf:barcode type="CODE128" value="1"/>
<ul><li>{{ strange | wordwrap(5) | striptags }}</li></ul><p>{{ strange | pprint }}</p>
<pdf:nextpage/><pdf:pagenumber/> <pdf:pagecount/>{{ missing }}</body></html>
"""
# A letter of every packaged script, then characters without a packaged font: Arabic, Chinese, a picture, a check mark.
_STRANGE = "\u0915 \u0995 \u0a95 \u0a15 \u0c95 \u0d15 \u0b15 \u0b95 \u0c15 \u0628 \u4e2d \U0001f600 \u2713"


def warm_up() -> None:
    """Load everything that a page can need. A renderer opens no files once it is confined."""
    # No time is written into the PDF, so that equal content makes equal bytes.
    rl_config.invariant = 1
    # reportlab would evaluate a colour as an expression.
    rl_config.toColorCanUse = None
    # Faults of templates are reported as TemplateFault instead.
    logging.getLogger("xhtml2pdf").setLevel(logging.CRITICAL)
    fonts.register()
    pdf_tags.register()
    _print_everything()


def _print_everything() -> None:
    png, jpeg = _sample("PNG", "RGBA"), _sample("JPEG", "RGB")
    pictures = [
        f"data:image/{kind};base64,{b64encode(data).decode()}"
        for kind, data in (("png", png), ("jpeg", jpeg))
    ]
    context = {"families": ", ".join(fonts.FAMILIES), "pictures": pictures, "strange": _STRANGE}
    render(Paper("invoice", "Warm-up", context | {"missing": ""}, _WARM_UP, png))
    with suppress(TemplateFault):
        render(Paper("invoice", "Warm-up", context, _WARM_UP, png))


def _sample(kind: str, mode: str) -> bytes:
    output = BytesIO()
    Image.new(mode, (2, 2)).save(output, kind)
    return output.getvalue()


def render(paper: Paper) -> bytes:
    """Return the PDF. Equal papers make equal bytes. Raises TemplateFault, or MemoryError at the limit of memory."""
    pictures = _Pictures(paper)
    html = to_html(paper.kind, paper.template, {**paper.context, "logo": LOGO if pictures.logo else None})
    try:
        return _print(html, paper.name, pictures)
    except (MemoryError, TemplateFault):
        raise
    except RenderLimitError as error:
        raise TemplateFault(f"The page is too large or nested too deeply: {_reason(error)}") from error
    except RecursionError as error:
        raise TemplateFault("The page is nested too deeply.") from error
    except Exception as error:  # xhtml2pdf and reportlab raise exceptions of many types
        raise TemplateFault(f"The page cannot be laid out: {_reason(error)}") from error


def _print(html: str, title: str, pictures: "_Pictures") -> bytes:
    output = BytesIO()
    pisaDocument(
        html,
        output,
        link_callback=pictures.find,
        resource_policy=_POLICY,
        capacity=-1,  # no temporary files
        context_meta={"title": title},
    )
    if pictures.refused:
        raise pictures.refused[0]
    return output.getvalue()


class _Pictures:
    """The pictures that a template may show: the organization's logo, and those that the template contains."""

    def __init__(self, paper: Paper) -> None:
        self.logo = _picture(paper.logo)
        self.refused: list[TemplateFault] = []
        self._template = paper.template or ""

    def find(self, address: object, _base: object) -> bytes:
        """Return the picture at an address. xhtml2pdf calls this before it fetches anything. Raises TemplateFault."""
        picture = self.logo if address == LOGO else _picture(_inline(str(address)))
        if picture is None:
            self.refused.append(self._refusal(str(address)))
            raise self.refused[-1]
        return picture

    def _refusal(self, address: str) -> TemplateFault:
        sentence = (
            f"A template can show the logo and PNG or JPEG pictures it contains, not {address[:100]!r}."
        )
        return TemplateFault(sentence, _line_with(self._template, address))


def _line_with(template: str, address: str) -> int | None:
    """Return the first line that contains an address; None where the template composes the address."""
    for written in (address, escape(address)):
        before, found, _ = template.partition(written)
        if address and found:
            return 1 + before.count("\n")
    return None


def _picture(data: bytes | None) -> bytes | None:
    """Return the data if it is a complete PNG or JPEG, else None."""
    try:
        with Image.open(BytesIO(data or b""), formats=_FORMATS) as picture:
            picture.verify()
    except Exception:  # Pillow's readers raise exceptions of many types
        return None
    return data


def _inline(address: str) -> bytes | None:
    if not address.startswith(_INLINE):
        return None
    try:
        return b64decode(address.partition(",")[2])
    except NotBase64:
        return None


def _reason(error: Exception) -> str:
    text = " ".join(str(error).split()) or type(error).__name__
    return text if len(text) <= _MOST_OF_A_REASON else text[:_MOST_OF_A_REASON] + "…"
