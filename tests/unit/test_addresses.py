"""The address that a request is counted by."""

import pytest

from app.limits.addresses import Addresses

CLIENT = "203.0.113.9"
SPOOFED = "198.51.100.1"


def same(one: bytes | None, other: str) -> bool:
    return one is not None and one == Addresses("").client(other, None)


def test_a_stranger_is_not_believed() -> None:
    assert same(Addresses("127.0.0.1").client(CLIENT, SPOOFED), CLIENT)


def test_a_trusted_proxy_is_believed_in_what_it_added_itself() -> None:
    addresses = Addresses("127.0.0.1, 10.0.0.0/8")
    assert same(addresses.client("127.0.0.1", CLIENT), CLIENT)
    assert same(addresses.client("10.1.2.3", f"{SPOOFED}, {CLIENT}"), CLIENT)


def test_of_several_hops_the_last_that_is_not_trusted_counts() -> None:
    addresses = Addresses("127.0.0.1,10.0.0.0/8")
    assert same(addresses.client("127.0.0.1", f"{SPOOFED}, {CLIENT}, 10.0.0.7"), CLIENT)
    assert same(addresses.client("127.0.0.1", "10.0.0.8, 10.0.0.7"), "10.0.0.8")


def test_whoever_connects_is_a_proxy_where_everybody_is_trusted_and_nobody_behind_it_is() -> None:
    assert same(Addresses("*").client("192.0.2.1", f"{SPOOFED}, {CLIENT}"), CLIENT)


def test_a_socket_of_this_machine_is_a_proxy_s_and_has_no_address_itself() -> None:
    assert same(Addresses("").client("", CLIENT), CLIENT)
    assert Addresses("").client("", None) is None


@pytest.mark.parametrize("forwarded", ["unknown", "", " ", ",", "_hidden", "1.2.3", "x" * 8_000, "," * 8_000])
def test_what_is_no_address_is_passed_over_for_the_proxy_s_own(forwarded: str) -> None:
    assert same(Addresses("127.0.0.1").client("127.0.0.1", forwarded), "127.0.0.1")


@pytest.mark.parametrize("written", ["203.0.113.9:4711", "::ffff:203.0.113.9", "[::ffff:203.0.113.9]:80"])
def test_an_address_is_the_same_in_every_spelling(written: str) -> None:
    assert same(Addresses("127.0.0.1").client("127.0.0.1", written), CLIENT)


def test_a_proxy_that_came_in_by_ipv6_is_trusted_as_itself() -> None:
    assert same(Addresses("127.0.0.1").client("::ffff:127.0.0.1", CLIENT), CLIENT)


def test_of_ipv6_a_household_counts_as_one() -> None:
    addresses = Addresses("")
    assert addresses.client("2001:db8:1:2::1", None) == addresses.client("2001:db8:1:2:ff::9", None)
    assert addresses.client("2001:db8:1:2::1", None) != addresses.client("2001:db8:1:3::1", None)


def test_what_is_no_network_is_refused() -> None:
    with pytest.raises(ValueError, match="nonsense"):
        Addresses("nonsense")
