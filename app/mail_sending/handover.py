"""The handover of a message to a server by SMTP."""

import smtplib
import ssl
from collections.abc import Mapping, Sequence
from email.message import EmailMessage

from app.mailing.mail_server import MailServer

# Seconds for each answer of the server.
_PATIENCE = 30
_PERMANENT = 500
_LONGEST_REASON = 1_000

# A server's answer to each address: its code and its text.
Answers = Mapping[str, tuple[int, bytes]]


class NotTaken(Exception):
    """The server did not take a message. `is_final`: it would not take it later either."""

    def __init__(self, reason: str, *, is_final: bool) -> None:
        super().__init__(reason)
        self.reason, self.is_final = reason, is_final


def hand_over(
    server: MailServer, message: EmailMessage, sender: str, recipients: Sequence[str]
) -> list[dict[str, str]]:
    """Hand a message over; return the addresses that were refused while others were taken, each with its reason.

    Raise NotTaken.
    """
    try:
        with _connected(server) as connection:
            refused = connection.send_message(message, sender, list(recipients))
    except smtplib.SMTPRecipientsRefused as error:
        final = all(code >= _PERMANENT for code, _ in error.recipients.values())
        told = "; ".join(f"{one['address']}: {one['reason']}" for one in _refusals(error.recipients))
        raise NotTaken(told[:_LONGEST_REASON], is_final=final) from error
    except (smtplib.SMTPSenderRefused, smtplib.SMTPDataError) as error:
        raise NotTaken(
            _reason(error.smtp_code, error.smtp_error), is_final=error.smtp_code >= _PERMANENT
        ) from error
    except smtplib.SMTPResponseException as error:
        # About the connection or the login, which an operator may set right.
        raise NotTaken(_reason(error.smtp_code, error.smtp_error), is_final=False) from error
    except (smtplib.SMTPException, OSError) as error:
        raise NotTaken(f"The mail server does not answer: {type(error).__name__}.", is_final=False) from error
    return _refusals(refused)


def _connected(server: MailServer) -> smtplib.SMTP:
    tls = ssl.create_default_context()
    if server.scheme == "smtps":
        connection: smtplib.SMTP = smtplib.SMTP_SSL(server.host, server.port, timeout=_PATIENCE, context=tls)
    else:
        connection = smtplib.SMTP(server.host, server.port, timeout=_PATIENCE)
    try:
        if server.scheme == "smtp+starttls":
            connection.starttls(context=tls)
        if server.user:
            connection.login(server.user, server.password)
    except BaseException:
        connection.close()
        raise
    return connection


def _refusals(answers: Answers) -> list[dict[str, str]]:
    return [{"address": address, "reason": _reason(*answer)} for address, answer in answers.items()]


def _reason(code: int, words: bytes | str) -> str:
    text = words.decode("utf-8", "replace") if isinstance(words, bytes) else words
    plain = "".join(character if character.isprintable() else " " for character in text)
    return f"{code} {' '.join(plain.split())}"[:_LONGEST_REASON]
