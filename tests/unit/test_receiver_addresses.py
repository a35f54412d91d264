"""Addresses that webhooks are sent to."""

from ipaddress import IPv4Address, IPv6Address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.webhooks.receiver_addresses import is_allowed, networks_of

PUBLIC = ("8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808")
REFUSED = {
    "this machine": ("127.0.0.1", "127.255.255.254", "::1", "0.0.0.0", "::"),  # noqa: S104 - compared, not bound
    "private networks": ("10.0.0.1", "172.16.0.1", "192.168.0.1", "fc00::1", "fd00::1", "fec0::1"),
    "link-local, and metadata of clouds": ("169.254.169.254", "fe80::1", "fe80::1%eth0", "fd00:ec2::254"),
    "carriers": ("100.64.0.1", "100.100.100.200"),
    "no single machine": ("224.0.0.1", "255.255.255.255", "ff02::1"),
    "reserved": (
        "240.0.0.1",
        "192.0.0.1",
        "192.0.2.1",
        "198.18.0.1",
        "198.51.100.1",
        "203.0.113.1",
        "2001:db8::1",
    ),
    "IPv4 addresses of these in IPv6": (
        *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::7f00:1"),
        *(
            "64:ff9b::7f00:1",
            "64:ff9b::a00:1",
            "64:ff9b::a9fe:a9fe",
            "64:ff9b:1::1",
            "2002:7f00:1::",
            "2002:a00:1::",
            "2002:808:808::",
            "64:ff9b:1::808:808",
        ),
        "2001:0:808:808:0:0:f5ff:fffe",
    ),
}


@pytest.mark.parametrize("address", PUBLIC)
def test_a_public_address_is_told_over_tls_alone(address: str) -> None:
    assert is_allowed(address, (), is_secure=True)
    assert not is_allowed(address, (), is_secure=False)


@pytest.mark.parametrize("address", [address for group in REFUSED.values() for address in group])
def test_an_address_that_is_not_public_is_told_only_where_its_network_is_named(address: str) -> None:
    assert not is_allowed(address, (), is_secure=True)
    if "ffff:" not in address and "%" not in address:
        assert is_allowed(address, networks_of(address), is_secure=False)


def test_a_mapped_address_is_one_of_its_ipv4_network() -> None:
    named = networks_of("10.0.0.0/8")
    assert is_allowed("::ffff:10.1.2.3", named, is_secure=False)
    assert not is_allowed("::ffff:11.1.2.3", named, is_secure=False)


@given(st.ip_addresses(v=4))
def test_whatever_form_an_ipv4_address_has_the_answer_is_that_of_the_address(address: IPv4Address) -> None:
    plain = is_allowed(str(address), (), is_secure=True)
    number = int(address)
    for form in (IPv6Address((0xFFFF << 32) + number), IPv6Address((0x64FF9B << 96) + number)):
        assert is_allowed(str(form), (), is_secure=True) is plain


def test_the_networks_of_nothing_are_none() -> None:
    assert networks_of("") == networks_of(" , ") == ()
