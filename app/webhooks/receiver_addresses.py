"""Rules for the addresses of webhook receivers: public ones, and those of networks that the operator names. Pure.

What is not public is listed in the registries of special-purpose addresses (IANA, RFC 6890), which Python's ipaddress
follows. Addresses that carry an IPv4 address are judged by it: mapped ones (RFC 4291, 2.5.5.2) and NAT64 (RFC 6052).
"""

from collections.abc import Iterable, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

_NAT64 = IPv6Network("64:ff9b::/96")
# Public to some versions of ipaddress: 6to4, which has ended (RFC 7526), and NAT64 of local networks (RFC 8215).
_NOT_PUBLIC = (IPv6Network("2002::/16"), IPv6Network("64:ff9b:1::/48"))
_IPV4_BITS = 0xFFFF_FFFF


def networks_of(text: str) -> tuple[Network, ...]:
    """Networks with commas between them, such as `10.0.0.0/8,fd00::/8`. Raise ValueError for what is none."""
    return tuple(ip_network(part.strip()) for part in text.split(",") if part.strip())


def is_allowed(text: str, named: Sequence[Network], *, is_secure: bool) -> bool:
    """Return whether a message may go to the IP address `text`: without TLS (`is_secure`) only in the networks
    `named`."""
    address = _plain(ip_address(text.partition("%")[0]))
    return _is_in(address, named) or (is_secure and _is_public(address))


def _plain(address: Address) -> Address:
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def _is_in(address: Address, networks: Iterable[Network]) -> bool:
    return any(address.version == network.version and address in network for network in networks)


def _is_public(address: Address) -> bool:
    if _is_in(address, [_NAT64]):
        return _is_public(IPv4Address(int(address) & _IPV4_BITS))
    special = address.is_multicast or address.is_reserved or address.is_unspecified or address.is_loopback
    special = special or (isinstance(address, IPv6Address) and address.is_site_local)
    return address.is_global and not special and not _is_in(address, _NOT_PUBLIC)
