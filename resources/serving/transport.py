"""The transport of a request, and the address under which the service is reached."""

import re

import falcon

from app.errors import Conflict
from app.limits.addresses import Addresses

_HOST = re.compile(r"([A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:[0-9]{1,5})?")
_NOT_SET = "The address of the service is not set up: its operator sets PUBLIC_URL."


def is_secure(req: falcon.Request, addresses: Addresses) -> bool:
    """Return whether a request came by https, or from this machine itself."""
    # `req.scheme` trusts headers of known proxies only (FORWARDED_ALLOW_IPS). Where one says `http` the client came
    # by plain http, wherever it is; which host it asked for tells nothing.
    if req.scheme == "https":
        return True
    forwarded = req.get_header("X-Forwarded-For")
    return req.get_header("X-Forwarded-Proto") is None and addresses.is_this_machine(
        req.remote_addr, forwarded
    )


def public_address(req: falcon.Request, addresses: Addresses, setting: str | None) -> str:
    """Return scheme and host for links to the service: those of PUBLIC_URL (setting), else those that the caller used.

    Raise Conflict without the setting where the caller came by plain http, so that its links would too, or named no
    host.
    """
    if setting:
        return setting
    host = req.get_header("Host", default="")
    if not is_secure(req, addresses) or not _HOST.fullmatch(host):
        raise Conflict(_NOT_SET)
    return f"{req.scheme}://{host}"
