"""Templates and contexts to HTML, in Jinja's sandbox."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import jinja2.exceptions
from jinja2 import nodes
from jinja2.sandbox import ImmutableSandboxedEnvironment

from app.printing.content.paper import PaperKind, built_in_template
from app.printing.pdf.faults import TemplateFault

_FOLDER = Path(__file__).parent.parent / "templates"


class _Sandbox(ImmutableSandboxedEnvironment):
    """Escapes everything, allows no changes, and includes only parts that come with the program."""

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return a key of the context before an attribute of Python's, so that `line.items` is what the context has."""
        if isinstance(obj, Mapping) and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)


def _environment() -> _Sandbox:
    parts = {path.name: path.read_text(encoding="utf-8") for path in sorted(_FOLDER.glob("*.html"))}
    environment = _Sandbox(
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        loader=jinja2.DictLoader(parts),
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    # With `safe`, a customer's name could add HTML to the page.
    del environment.filters["safe"]
    del environment.globals["lipsum"]
    return environment


_SANDBOX = _environment()


def to_html(kind: PaperKind, template: str | None, context: Mapping[str, Any]) -> str:
    """Return the page. `template` None means the built-in one. Raises TemplateFault."""
    try:
        page = _SANDBOX.get_template(built_in_template(kind)) if template is None else _compiled(template)
        return page.render(context)
    except jinja2.TemplateSyntaxError as error:
        raise TemplateFault(error.message or "The template cannot be read.", _own_line(error)) from error
    except jinja2.TemplateNotFound as error:
        raise TemplateFault(f"There is no part {error.name!r} to include.", line_of(error)) from error
    except jinja2.exceptions.SecurityError as error:
        raise TemplateFault(f"Not allowed in a template: {error}", line_of(error)) from error
    except RecursionError as error:
        raise TemplateFault("The template is nested too deeply.", line_of(error)) from error
    except (MemoryError, TemplateFault):
        raise
    except Exception as error:  # whatever an expression of the template can raise
        raise TemplateFault(str(error) or type(error).__name__, line_of(error)) from error


def line_of(error: BaseException) -> int | None:
    """Return the line of the template in which an error was raised; None where it was raised elsewhere."""
    line, step = None, error.__traceback__
    while step:
        if step.tb_frame.f_code.co_filename == "<template>":
            line = step.tb_lineno
        step = step.tb_next
    return line


def _own_line(error: jinja2.TemplateSyntaxError) -> int | None:
    return error.lineno if error.name is None else None


@lru_cache(maxsize=16)
def _compiled(text: str) -> jinja2.Template:
    # The text is parsed twice, to check its tree first. Few templates are in use at a time, so the cache hides it.
    tree = _SANDBOX.parse(text)
    for node in tree.find_all(nodes.EvalContextModifier):
        raise TemplateFault("Escaping cannot be switched off.", node.lineno)
    return _SANDBOX.from_string(tree)
