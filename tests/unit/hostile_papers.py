"""Hostile texts and templates, and a program that prints with all of them, confined as a renderer is.

`python -m tests.unit.hostile_papers PORT ROUNDS` answers a JSON object on its standard output: what was asked of the
operating system, and how each one ended. At PORT somebody listens for a connection that must not come; in each round
every field has another text.
"""

import json
import sys
from collections.abc import Iterator
from itertools import count
from typing import Any

from app.printing.content.paper import Paper, PaperKind
from app.printing.pdf import rendering
from app.printing.pdf.faults import TemplateFault
from app.printing.pdf.samples import samples
from app.printing.workers import confinement

# Where somebody listens; the program is told the port.
URL = "http://127.0.0.1:PORT/x"
# A file that stands on every machine, one of the project, one beside the packaged fonts, and the network.
_PLACES = (
    "/etc/passwd",
    "file:///etc/passwd",
    "../../../etc/passwd",
    "app/config.py",
    "NotoSans-Regular.ttf",
    URL,
)
# CVE-2023-33733: a colour that reportlab evaluated.
_COLOUR = (
    "[[[getattr(pow, Word('__globals__'))['os'].system('touch /tmp/x') for Word in [orgTypeFun('Word', (str,), {})]] "
    "for orgTypeFun in [type(type(1))]] and 'red']"
)

TEXTS = [
    *(f"<img src='{place}'>" for place in _PLACES),
    f"<link rel='stylesheet' href='{URL}.css'>",
    f"<style>@import url({URL}); p {{ background-image: url({URL}) }}</style>",
    f"<style>@page {{ background-image: url({URL}.pdf) }}</style>",
    f"<style>@font-face {{ font-family: a; src: url({URL}.ttf) }}</style>",
    f"</style><script>fetch('{URL}')</script>",
    f"<object data='{URL}'></object><iframe src='{URL}'></iframe><embed src='{URL}'>",
    f"<svg><image xlink:href='{URL}'/></svg>",
    "<pdf:include src='/etc/passwd'/>",
    "<pdf:insertpdf src='/etc/passwd'/>",
    "<pdf:font name='a' src='/etc/passwd'/>",
    "<pdf:barcode type='QR' value='x'/>",
    "<pdf:nextpage/><pdf:across text='PAID'/><pdf:row sofar='9'/>",
    "</pdf:row></td></tr></table></body></html><h1>PAID</h1>",
    '"><img src=/etc/passwd><a href="',
    "'><img src=/etc/passwd>",
    f'<font color="{_COLOUR}">x</font>',
    f"<para style='color: {_COLOUR}'>x</para>",
    "red; background-image: url(/etc/passwd)",
    "{{ 7 * 7 }}",
    "{{ ''.__class__.__mro__[1].__subclasses__() }}",
    "{% include '/etc/passwd' %}{% import 'os' as os %}",
    "{# never closed",
    "{%- raw %}",
    "{{ cycler.__init__.__globals__.os.system('id') }}",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]>&b;",
    "&lt;img src=/etc/passwd&gt; &#60;b&#62; &amp; &nbsp;",
    "data:image/svg+xml,<svg/>",
    "javascript:alert(1)",
    "paper:logo",
    "W" * 300,
    "\u202e\u2066\u200d\u0301" * 20,
    "\x01\x1b[31m\x7f\ufffe",
    "%s %n {0} $x ${x} \\N{DIGIT ONE}",
]

KINDS: tuple[PaperKind, ...] = ("invoice", "statement", "purchase_order")

_OPENING = [
    "<img src='PLACE'>",
    "<img src=\"PLACE\" style='width: 10pt'>",
    "<link rel='stylesheet' href='PLACE'>",
    "<style>@import 'PLACE';</style>",
    "<style>p { background-image: url('PLACE') }</style><p>x</p>",
    "<style>td { background: url('PLACE') }</style><table background='PLACE'><tr><td>x</td></tr></table>",
    "<style>@page { background-image: url('PLACE') }</style>x",
    "<style>@page { @frame a { -pdf-frame-content: b; background-image: url('PLACE') } }</style>x",
    "<style>@font-face { font-family: a; src: url('PLACE') }</style><p style='font-family: a'>x</p>",
    "<style>ul { list-style-image: url('PLACE') }</style><ul><li>x</li></ul>",
    "<pdf:font name='a' src='PLACE'/>",
    "<pdf:insertpdf src='PLACE'/>",
    "<pdf:include src='PLACE'/>",
    "<pdf:template name='a' background='PLACE'></pdf:template>x",
    "<object data='PLACE'></object><embed src='PLACE'><iframe src='PLACE'></iframe><video src='PLACE'></video>",
    "<svg width='9' height='9'><image href='PLACE' xlink:href='PLACE'/><use xlink:href='PLACE#a'/></svg>",
    "<base href='PLACE'><img src='x.png'>",
    "<input type='image' src='PLACE'>",
    "<xi:include href='PLACE'/><?xml-stylesheet href='PLACE'?>",
    "{% include 'PLACE' %}",
    "{% extends 'PLACE' %}",
    "{% import 'PLACE' as a %}",
    "{% from 'PLACE' import a %}",
]

_ESCAPING = [
    "{{ ''.__class__.__mro__[1].__subclasses__() }}",
    "{{ ''['__class__'] }}",
    "{{ ''|attr('__class__') }}",
    "{{ '{0.__class__}'.format(1) }}",
    "{{ '{0.__class__}'|format(1) }}{{ '%s'|format(''.__class__) }}",
    "{{ cycler.__init__.__globals__.os.system('id') }}",
    "{{ self.__init__.__globals__ }}",
    "{{ self._TemplateReference__context.environment.loader }}",
    "{{ namespace.__init__.__globals__ }}",
    "{{ range.__self__ }}",
    "{{ lipsum() }}",
    "{{ (1).__add__.__self__.__class__ }}",
    "{{ joiner.__call__.__func__.__globals__ }}",
    "{{ [].append(1) }}",
    "{{ seller.update(name='x') }}",
    "{{ number|safe }}",
    "{% autoescape false %}{{ number }}{% endautoescape %}",
    "{% macro a() %}{{ caller.__globals__ }}{% endmacro %}{% call a() %}{% endcall %}",
    f"<style>p {{ color: {_COLOUR.replace('{}', '')} }}</style><p>x</p>",
    f'<font color="{_COLOUR.replace("{}", "")}">x</font>',
    '<p style=\'color: __import__("os").system("id")\'>x</p>',
    "{{ 1/0 }}",
    "{{ nobody.knows }}",
    "{% for %}",
    "{{",
    "{% block a %}",
    "{{ 'x' * 10**10 }}",
    "{{ range(10**9) }}",
    "{% macro a() %}{{ a() }}{% endmacro %}{{ a() }}",
    "<div>" * 3_000,
    "{% if 1 %}" * 3_000,
    f"{{{{ {'(' * 3_000} }}}}",
    "<svg><!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]>&b;</svg>",
    "<img src='data:image/svg+xml;base64,PHN2Zy8+'>",
    "<img src='data:image/png;base64,iVBORw0KGgo='>",
    "<a href='file:///etc/passwd'>x</a>",
]

TEMPLATES = [
    *(text.replace("PLACE", place) for text in _OPENING for place in ("/etc/passwd", "app/config.py", URL)),
    *_ESCAPING,
]


def main() -> None:
    """Print with everything, and tell."""
    port, rounds = sys.argv[1], int(sys.argv[2])
    texts = [text.replace("PORT", port) for text in TEXTS]
    asked: list[str] = []
    rendering.warm_up()
    sys.addaudithook(lambda event, values: _note(asked, event, values))
    confinement.confine()
    asked.clear()
    printed = [
        _printed(kind, _filled(samples(kind)[0], texts, count(first)))
        for first in range(0, len(texts), len(texts) // rounds)
        for kind in KINDS
    ]
    templates = {
        html: _printed("invoice", samples("invoice")[0], html.replace("PORT", port)) for html in TEMPLATES
    }
    sys.stdout.write(json.dumps({"asked": asked, "texts": printed, "templates": templates}))


def _note(asked: list[str], event: str, values: tuple[Any, ...]) -> None:
    if event.startswith(confinement._REFUSED):
        asked.append(f"{event} {values!r}"[:200])


def _filled(value: Any, texts: list[str], turn: Iterator[int], name: str = "") -> Any:
    """The context with the next text instead of each text that is not a figure or the key of one."""
    if isinstance(value, dict):
        return {key: _filled(inner, texts, turn, key) for key, inner in value.items()}
    if isinstance(value, list):
        return [_filled(inner, texts, turn, name) for inner in value[:5]]
    fixed = not isinstance(value, str) or name in {"key", "text", "value"}
    return value if fixed else texts[next(turn) % len(texts)]


def _printed(kind: PaperKind, context: Any, template: str | None = None) -> str:
    try:
        return rendering.render(Paper(kind, "Hostile", context, template))[:5].decode()
    except TemplateFault as fault:
        return fault.message
    except MemoryError:
        return "memory"


if __name__ == "__main__":
    main()
