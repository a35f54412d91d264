"""Subjects and messages of mails: built-in ones, an organization's own, and the names in them. Pure.

A text is a line `Subject: …`, an empty line, and the message. Names in braces stand for values of the paper. A line of
the message with a name that the paper has no value for is left out.
"""

import re
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, get_args

MailKind = Literal["invoice", "credit_note", "quote", "receipt_voucher", "statement"]
MAIL_KINDS: tuple[MailKind, ...] = get_args(MailKind)
LONGEST_SUBJECT, LONGEST_MESSAGE = 200, 10_000

_SUBJECT = "Subject:"
_NAME = re.compile(r"\{(\w+)\}")


class MailText(NamedTuple):
    """A subject and a message."""

    subject: str
    message: str


# The names that may stand in the texts of each kind.
NAMES: Mapping[MailKind, frozenset[str]] = {
    "invoice": frozenset({"number", "date", "dueDate", "total", "balanceDue", "seller", "customer"}),
    "credit_note": frozenset({"number", "date", "total", "seller", "customer"}),
    "quote": frozenset({"number", "date", "dueDate", "total", "seller", "customer"}),
    "receipt_voucher": frozenset({"number", "date", "total", "seller", "customer"}),
    "statement": frozenset({"date", "from", "to", "balanceDue", "seller", "customer"}),
}
_BUILT_IN: Mapping[MailKind, str] = {
    "invoice": """Subject: Invoice {number} from {seller}

Dear {customer},

Invoice {number} of {date} for {total} is attached.
Amount due: {balanceDue}
Due date: {dueDate}

Thank you.
{seller}
""",
    "credit_note": """Subject: Credit note {number} from {seller}

Dear {customer},

Credit note {number} of {date} for {total} is attached.

{seller}
""",
    "quote": """Subject: Quotation {number} from {seller}

Dear {customer},

Our quotation {number} of {date} for {total} is attached.
It is valid until {dueDate}.

{seller}
""",
    "receipt_voucher": """Subject: Receipt {number} from {seller}

Dear {customer},

We have received your payment of {total}. The receipt {number} of {date} is attached.

Thank you.
{seller}
""",
    "statement": """Subject: Statement of account from {seller}

Dear {customer},

Your statement of account is attached.
From: {from}
To: {to}
Balance due on {date}: {balanceDue}

{seller}
""",
}


def built_in_text(kind: MailKind) -> str:
    """Return the program's own text."""
    return _BUILT_IN[kind]


def faults_of_text(kind: MailKind, text: str) -> list[str]:
    """Return the faults of an organization's text, each as a sentence; an empty list if it can be used."""
    first, _, rest = text.partition("\n")
    if not first.startswith(_SUBJECT) or not first.removeprefix(_SUBJECT).strip():
        return ["The first line must be `Subject:` and the subject."]
    faults = [] if rest.strip() else ["There is no message below the subject."]
    if len(first) > LONGEST_SUBJECT:
        faults.append(f"The subject is longer than {LONGEST_SUBJECT} characters.")
    if len(rest) > LONGEST_MESSAGE:
        faults.append(f"The message is longer than {LONGEST_MESSAGE} characters.")
    unknown = sorted(set(_NAME.findall(text)) - NAMES[kind])
    return [*faults, *(f"There is no {{{name}}} in this mail." for name in unknown)]


def filled_text(text: str, values: Mapping[str, str | None]) -> MailText:
    """Return a text with its names replaced. A value may have braces: it is not read again."""
    first, _, rest = text.partition("\n")
    lines = [line for line in rest.strip("\r\n").splitlines() if all(map(values.get, _NAME.findall(line)))]
    return MailText(
        " ".join(_filled(first.removeprefix(_SUBJECT), values).split())[:LONGEST_SUBJECT],
        "\n".join(_filled(line.rstrip(), values) for line in lines) + "\n",
    )


def values_of(kind: MailKind, context: Mapping[str, Any]) -> dict[str, str | None]:
    """Return the values of the names of a kind, by the context of its paper (docs/papers.md)."""
    sign = context["currency"]["symbol"]

    def money(amount: Mapping[str, str]) -> str:
        return f"{sign} {amount['text']}"

    if kind == "statement":
        return {
            "date": context["closing_date"],
            "from": context["from_date"],
            "to": context["to_date"],
            "balanceDue": money(context["closing"]),
            **_parties(context["seller"], context["customer"]),
        }
    numbered = {"number": context["number"], "date": context["date"]}
    if kind == "receipt_voucher":
        return numbered | {
            "total": money(context["received"]),
            **_parties(context["seller"], context["customer"]),
        }
    due = context["amounts"]["balance_due"]
    return numbered | {
        "dueDate": context["due_date"],
        "total": money(context["amounts"]["total"]),
        "balanceDue": money(due) if due else None,
        **_parties(context["issuer"], context["recipient"]),
    }


def _parties(seller: Mapping[str, str], customer: Mapping[str, str]) -> dict[str, str | None]:
    return {"seller": seller["name"], "customer": customer["name"]}


def _filled(line: str, values: Mapping[str, str | None]) -> str:
    return _NAME.sub(lambda found: values.get(found[1]) or "", line)
