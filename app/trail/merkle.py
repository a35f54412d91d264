"""Merkle trees as RFC 6962, section 2.1, has them. Pure, and in memory of the tree's height.

A leaf's hash is SHA-256 of the byte 0 and its text, a node's SHA-256 of the byte 1 and the hashes of its two children,
so that no leaf can stand for a node. The left child of a node has as many leaves as the largest power of two that is
less than all of them.
"""

from hashlib import sha256

EMPTY = sha256().digest()

_LEAF, _NODE = b"\0", b"\1"


def leaf_hash(text: bytes) -> bytes:
    """Return the hash of a leaf."""
    return sha256(_LEAF + text).digest()


class MerkleTree:
    """A tree that grows to the right, of which the roots of the perfect subtrees are kept, the largest first."""

    def __init__(self) -> None:
        self.leaves = 0
        self._roots: list[bytes] = []

    def add(self, hash: bytes) -> None:
        """Append a leaf by its hash.

        The roots of trees may be appended in the place of leaves, where all of them have the same number of leaves, a
        power of two; the last one may have fewer. The root is that of the tree over all leaves then.
        """
        self.leaves += 1
        self._roots.append(hash)
        # As many trees of equal size are joined as the number of leaves has zeros at its end.
        for _ in range((self.leaves & -self.leaves).bit_length() - 1):
            right, left = self._roots.pop(), self._roots.pop()
            self._roots.append(_node(left, right))

    def root(self) -> bytes:
        """Return the root over all leaves; the SHA-256 of nothing if there are none."""
        if not self._roots:
            return EMPTY
        *lefts, root = self._roots
        for left in reversed(lefts):
            root = _node(left, root)
        return root


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(_NODE + left + right).digest()
