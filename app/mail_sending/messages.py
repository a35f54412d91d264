"""A mail as the message that goes to a server. Pure.

Every header is set through `email.message.EmailMessage`, which encodes names in any script (RFC 2047), file names
(RFC 2231), and refuses a value with a line break.
"""

from collections.abc import Mapping
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from typing import Any

from app.mailing.mail_addresses import is_address
from app.mailing.mail_texts import MailText
from app.postgres.database import Row

# Not every server takes bytes beyond ASCII.
_POLICY = SMTP.clone(cte_type="7bit")


def message_of(mail: Row, text: MailText, issuer: Mapping[str, Any], mail_from: str) -> EmailMessage:
    """Return the message of a stored mail, still without its paper.

    issuer: name and e-mail address of the organization; answers go there. mail_from: the address of the service.
    """
    message = EmailMessage(policy=_POLICY)
    message["From"] = Address(issuer["name"], addr_spec=mail_from)
    message["To"] = ", ".join(mail["recipients"])
    if mail["copies"]:
        message["Cc"] = ", ".join(mail["copies"])
    if issuer["email"] and is_address(issuer["email"]):
        message["Reply-To"] = issuer["email"]
    message["Subject"] = text.subject
    message["Date"] = format_datetime(mail["created_at"])
    # The same at each try, so that one that came twice is known.
    message["Message-ID"] = f"<{mail['id']}@{mail_from.rpartition('@')[2]}>"
    message.set_content(text.message)
    return message


def attach_pdf(message: EmailMessage, pdf: bytes, name: str) -> None:
    """Attach a paper. name: that of its file, without its ending."""
    message.add_attachment(pdf, maintype="application", subtype="pdf", filename=f"{name}.pdf")
