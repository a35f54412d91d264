"""The server that takes mails, as the setting SMTP_URL names it. Pure."""

from dataclasses import dataclass, field
from ipaddress import ip_address
from urllib.parse import unquote, urlsplit

# The port of each scheme: plain, encrypted once the server was asked, encrypted from the first byte.
_PORTS = {"smtp": 25, "smtp+starttls": 587, "smtps": 465}
_FORM = "SMTP_URL must be smtp://, smtp+starttls:// or smtps:// with a host, and user:password@ before it where needed"
_UNSAFE = "SMTP_URL would send its password unencrypted: use smtp+starttls:// or smtps://"


@dataclass(frozen=True)
class MailServer:
    """The address and login of the server that takes mails. `repr` shows neither user nor password."""

    scheme: str
    host: str
    port: int
    user: str = field(default="", repr=False)
    password: str = field(default="", repr=False)


def mail_server(url: str) -> MailServer:
    """Parse SMTP_URL. Raise ValueError, whose text has nothing of the URL."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise ValueError(_FORM) from None
    beyond = parts.path.strip("/") or parts.query or parts.fragment
    if parts.scheme not in _PORTS or not parts.hostname or beyond or port == 0:
        raise ValueError(_FORM)
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    if bool(user) != bool(password):
        raise ValueError(_FORM)
    if user and parts.scheme == "smtp" and not _is_this_machine(parts.hostname):
        raise ValueError(_UNSAFE)
    return MailServer(parts.scheme, parts.hostname, port or _PORTS[parts.scheme], user, password)


def _is_this_machine(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
