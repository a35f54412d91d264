"""The client's address of a request, from X-Forwarded-For where a trusted proxy sent it."""

from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

# An IPv6 client has a whole /64 network, which is counted as one address.
_IPV6_PREFIX = 8  # bytes
_IPV6_LOOPBACK = bytes(_IPV6_PREFIX)
_IPV4_LOOPBACK = bytes([127])
_LONGEST = 60  # characters of an address with brackets and a port
_CACHED = 4_096


class Addresses:
    """Finds client addresses behind trusted proxies."""

    def __init__(self, trusted: str) -> None:
        """trusted: addresses and networks as in FORWARDED_ALLOW_IPS, or `*` for every peer. Raises ValueError."""
        names = [name.strip() for name in trusted.split(",") if name.strip()]
        self._every_peer = "*" in names
        self._networks = [ip_network(name, strict=False) for name in names if name != "*"]
        self._parse_cached = lru_cache(_CACHED)(self._parse)

    def client(self, peer: str, forwarded: str | None) -> bytes | None:
        """Return the client's address in bytes, or None for a Unix socket without forwarded address.

        peer: the address that connects. forwarded: the header X-Forwarded-For, which is read where the peer is
        trusted. Each proxy adds an address at its end; the last one that is no trusted proxy is the client's.
        """
        client, trusted = self._parse_cached(peer)
        if not forwarded or not (trusted or self._every_peer or not peer):
            return client
        for hop in reversed(forwarded.split(",")):
            address, trusted = self._parse_cached(hop.strip()[:_LONGEST])
            if address is None:
                return client
            client = address
            if not trusted:
                return client
        return client

    def is_this_machine(self, peer: str, forwarded: str | None) -> bool:
        """True if the client address, found as in `client`, is a loopback address."""
        client = self.client(peer, forwarded)
        return client == _IPV6_LOOPBACK or (
            client is not None and len(client) < _IPV6_PREFIX and client[:1] == _IPV4_LOOPBACK
        )

    def _parse(self, text: str) -> tuple[bytes | None, bool]:
        """Return an address as it is counted, and whether it is a trusted proxy's."""
        address = _address_of(text)
        if address is None:
            return None, False
        trusted = any(address in network for network in self._networks)
        packed = address.packed
        return packed if len(packed) <= _IPV6_PREFIX else packed[:_IPV6_PREFIX], trusted


def _address_of(text: str) -> IPv4Address | IPv6Address | None:
    """Parse an address, with or without a port. Return None where it is not valid."""
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
