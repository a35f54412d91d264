"""`template set`, `template show`, `template reset`: an organization's own templates of papers, and texts of mails."""

from collections.abc import Mapping
from typing import cast

import click

from app.identity import organizations
from app.mailing.mail_texts import MAIL_KINDS, MailKind, built_in_text, faults_of_text
from app.operators import arguments as a
from app.operators.session import enter, in_transaction, json_option, settings, show
from app.postgres.database import Transaction
from app.printing import templates
from app.printing.content.paper import PAPER_KINDS, PaperKind
from app.printing.pdf.faults import TemplateFault
from app.printing.pdf.template_check import check_template

MOST_TEMPLATE_BYTES = 256 * 1024

_MAILS: Mapping[str, MailKind] = {f"{kind}_mail": kind for kind in MAIL_KINDS}
_document = click.option(
    "--document", type=click.Choice([*PAPER_KINDS, *_MAILS]), required=True, help="The paper or the mail."
)


@click.group()
def template() -> None:
    """An organization's own papers and texts of mails."""


@template.command("set")
@a.org_option
@_document
@click.argument("file", metavar="FILE", type=click.Path())
@json_option
@click.pass_context
def set_template(context: click.Context, *, slug: str, document: str, file: str, as_json: bool) -> None:
    """Print documents, or write mails, with a template.

    FILE has it (- is the standard input), and is used from now on.

    Sample documents are printed with HTML first. A fault is reported as FILE:LINE: message, or as FILE: message
    where its line is not known, and nothing changes.
    """
    html = _read(file)
    faults = _faults(document, html)
    for fault in faults:
        click.echo(
            f"{file}:{fault.line}: {fault.message}" if fault.line else f"{file}: {fault.message}", err=True
        )
    if faults:
        context.exit(2)

    def work(tx: Transaction) -> str:
        enter(tx, organizations.find(tx, slug)["id"])
        return templates.put(tx, document, html)

    id = in_transaction(work)
    sentence = f"Set the template for each {_noun(document)} of {slug} ({id})."
    show({"id": id, "document": document}, sentence, as_json=as_json)


@template.command("show")
@a.org_option
@_document
@click.option("--built-in", is_flag=True, help="Print the program's own, to start from.")
def show_template(slug: str, document: str, built_in: bool) -> None:
    """Print the template that is in use."""

    def work(tx: Transaction) -> str | None:
        enter(tx, organizations.find(tx, slug)["id"])
        return templates.own(tx, document)

    own = in_transaction(work)
    click.echo(_built_in(document) if built_in or own is None else own, nl=False)


@template.command("reset")
@a.org_option
@_document
@json_option
def reset_template(slug: str, document: str, as_json: bool) -> None:
    """Go back to the built-in template."""

    def work(tx: Transaction) -> str | None:
        enter(tx, organizations.find(tx, slug)["id"])
        return templates.reset(tx, document)

    id = in_transaction(work)
    sentence = f"Each {_noun(document)} of {slug} has the built-in template."
    show({"id": id, "document": document}, sentence, as_json=as_json)


def _faults(document: str, text: str) -> list[TemplateFault]:
    if document in _MAILS:
        return [TemplateFault(fault) for fault in faults_of_text(_MAILS[document], text)]
    return check_template(cast(PaperKind, document), text, settings().pdf_timeout)


def _built_in(document: str) -> str:
    if document in _MAILS:
        return built_in_text(_MAILS[document])
    return templates.built_in(cast(PaperKind, document))


def _noun(document: str) -> str:
    return document.replace("_", " ")


def _read(file: str) -> str:
    """Return the text of a template file. Raises UsageError for a file that is too large, empty or not UTF-8 text."""
    try:
        with click.open_file(file, "rb") as opened:
            content: bytes = opened.read(MOST_TEMPLATE_BYTES + 1)
    except OSError as error:
        raise click.UsageError(f"{file} cannot be read: {error.strerror}.") from error
    if len(content) > MOST_TEMPLATE_BYTES:
        raise click.UsageError(f"{file} is larger than {MOST_TEMPLATE_BYTES // 1024} KiB.")
    try:
        html = content.decode()
    except UnicodeDecodeError as error:
        raise click.UsageError(f"{file} is not UTF-8.") from error
    if "\0" in html or not html.strip():
        raise click.UsageError(f"{file} is empty, or not text.")
    return html
