"""Addresses of mail. Pure."""

import re

LONGEST_ADDRESS = 254
_LONGEST_LOCAL = 64
_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LABEL = r"[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_FORM = re.compile(rf"({_ATOM}(\.{_ATOM})*)@({_LABEL}\.)+{_LABEL}")


def is_address(text: str) -> bool:
    """Whether a text is the address of one mailbox: RFC 5321 without quotes, comments and letters beyond ASCII."""
    found = _FORM.fullmatch(text)
    return found is not None and len(text) <= LONGEST_ADDRESS and len(found[1]) <= _LONGEST_LOCAL
