"""Whose address a request is counted by: the client's, told by a proxy only where the proxy is trusted."""

from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

# Who holds one address of IPv6 holds this much of it.
_OWN_IPV6 = 8  # bytes: a /64
_LONGEST = 60  # characters of an address, with brackets and a port
_REMEMBERED = 4_096


class Addresses:
    """Knows the trusted proxies: addresses and networks as FORWARDED_ALLOW_IPS has them, or `*` for whoever connects.

    Raises ValueError for what is neither.
    """

    def __init__(self, trusted: str) -> None:
        names = [name.strip() for name in trusted.split(",") if name.strip()]
        self._everybody = "*" in names
        self._networks = [ip_network(name, strict=False) for name in names if name != "*"]
        self._looked_at = lru_cache(_REMEMBERED)(self._look_at)

    def client(self, peer: str, forwarded: str | None) -> bytes | None:
        """The client's address as it is counted, or None where there is none, as on a socket of this machine.

        `forwarded` is the header X-Forwarded-For. A trusted proxy is believed in what it has added to the end; of
        several the last one that is not trusted is the client.
        """
        who, trusted = self._looked_at(peer)
        if not forwarded or not (trusted or self._everybody or not peer):
            return who
        for hop in reversed(forwarded.split(",")):
            told, trusted = self._looked_at(hop.strip()[:_LONGEST])
            if told is None:
                return who
            who = told
            if not trusted:
                return who
        return who

    def _look_at(self, text: str) -> tuple[bytes | None, bool]:
        address = _address_of(text)
        if address is None:
            return None, False
        trusted = any(address in network for network in self._networks)
        packed = address.packed
        return packed if len(packed) <= _OWN_IPV6 else packed[:_OWN_IPV6], trusted


def _address_of(text: str) -> IPv4Address | IPv6Address | None:
    """Read an address, which some proxies write with a port."""
    for written in _spellings(text):
        try:
            address = ip_address(written)
        except ValueError:
            continue
        mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
        return mapped or address
    return None


def _spellings(text: str) -> Sequence[str]:
    if text.startswith("["):
        return (text[1:].partition("]")[0],)
    return (text, text.rpartition(":")[0])
