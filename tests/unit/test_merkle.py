"""Merkle trees: the published vectors of RFC 6962's log, and that nothing can change below a root."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.trail.merkle import EMPTY, MerkleTree, leaf_hash

# The reference inputs and roots of Certificate Transparency (google/certificate-transparency, merkletree tests).
LEAVES = [
    bytes.fromhex(text)
    for text in (
        "",
        "00",
        "10",
        "2021",
        "3031",
        "40414243",
        "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    )
]
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
texts = st.lists(st.binary(max_size=8), max_size=70)


def root_of(leaves: list[bytes]) -> bytes:
    tree = MerkleTree()
    for leaf in leaves:
        tree.add(leaf_hash(leaf))
    assert tree.leaves == len(leaves)
    return tree.root()


def by_the_book(leaves: list[bytes]) -> bytes:
    """The definition of RFC 6962, word for word."""
    if not leaves:
        return sha256().digest()
    if len(leaves) == 1:
        return sha256(b"\0" + leaves[0]).digest()
    k = 1
    while 2 * k < len(leaves):
        k *= 2
    return sha256(b"\1" + by_the_book(leaves[:k]) + by_the_book(leaves[k:])).digest()


@pytest.mark.parametrize("size", range(9))
def test_the_roots_are_those_that_are_published(size: int) -> None:
    assert root_of(LEAVES[:size]).hex() == ROOTS[size]


def test_a_tree_of_nothing_has_the_hash_of_nothing() -> None:
    assert MerkleTree().root() == EMPTY


@given(texts)
def test_the_root_is_that_of_the_definition(leaves: list[bytes]) -> None:
    assert root_of(leaves) == by_the_book(leaves)


@given(texts, st.data())
def test_a_leaf_that_is_changed_removed_added_or_moved_changes_the_root(
    leaves: list[bytes], data: st.DataObject
) -> None:
    other = list(leaves)
    place = data.draw(st.integers(0, len(leaves)))
    what = data.draw(st.sampled_from(["change", "remove", "add", "swap"]))
    if what == "add":
        other.insert(place, data.draw(st.binary(max_size=8)))
    elif what == "swap":
        other = other[place:] + other[:place]
    elif place < len(leaves):
        other[place : place + 1] = [data.draw(st.binary(max_size=8))] * (what == "change")
    assert (root_of(other) == root_of(leaves)) == (other == leaves)


@given(texts, st.sampled_from([1, 2, 4, 8, 16]))
def test_the_roots_of_equal_parts_make_the_root_of_the_whole(leaves: list[bytes], size: int) -> None:
    whole = MerkleTree()
    for start in range(0, len(leaves), size):
        whole.add(root_of(leaves[start : start + size]))
    assert whole.root() == root_of(leaves)


def test_a_node_is_no_leaf() -> None:
    left, right = leaf_hash(b"a"), leaf_hash(b"b")
    assert root_of([left + right]) != root_of([b"a", b"b"])
