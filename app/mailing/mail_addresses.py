"""Addresses of mail. Pure."""

import re

LONGEST_ADDRESS = 254
_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LABEL = r"[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
#: Of one mailbox: RFC 5321 without quotes, comments and letters beyond ASCII. What precedes the @ has 64 at most.
ADDRESS = rf"(?=[^@]{{1,64}}@){_ATOM}(\.{_ATOM})*@({_LABEL}\.)+{_LABEL}"
_FORM = re.compile(ADDRESS)


def is_address(text: str) -> bool:
    """Return whether a text is the address of one mailbox."""
    return len(text) <= LONGEST_ADDRESS and _FORM.fullmatch(text) is not None
