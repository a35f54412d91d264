"""Seals over the trail of an organization: what they stand for, how they are made, and whether they still hold.

A seal is over every entry in a range of numbers, which the next seal continues: the root of a Merkle tree whose leaves
are the entries' texts, and a hash that chains it with the seal before. The tree is kept in parts, to tell where it
differs.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import datetime
from hashlib import sha256

from app.postgres.database import Row, Transaction
from app.trail.merkle import MerkleTree, leaf_hash
from app.wire import to_json

# Entries. A power of two: the roots of equal parts make the root of the whole.
PART = 256
# The hash that the first seal is chained with.
NO_SEAL = bytes(32)

# Rows that are read at once.
_AT_ONCE = 1_000
_LINK = b"\2"


@dataclass(frozen=True)
class Seal:
    """A seal of the trail: the number of `entries` from `first_entry` to `last_entry`, and the `root` of their
    hashes."""

    number: int
    sealed_at: datetime
    first_entry: int
    last_entry: int
    entries: int
    root: bytes

    def chained(self, previous: bytes, organization_id: str) -> bytes:
        """Return the hash of the seal and of the one before.

        It is SHA-256 of the byte 2, the hash `previous`, and this seal as JSON.
        """
        said = {**asdict(self), "root": self.root.hex(), "organization_id": organization_id}
        return sha256(_LINK + previous + to_json(sorted(said.items()))).digest()


@dataclass
class _Part:
    """Entries of one part while they are read: how many, up to which number, and their tree."""

    last_entry: int
    tree: MerkleTree


def seal(tx: Transaction, through: int, now: datetime) -> Row | None:
    """Seal the entries since the last seal, up to the number `through`: none may be added there any more.

    Return the seal and its hash, None if there is no entry.
    """
    tx.execute("locks.take", subject="seals")
    last = tx.one("seals.last") or {"number": 0, "last_entry": 0, "seal": NO_SEAL}
    number, after = last["number"] + 1, last["last_entry"]
    tree, entries = MerkleTree(), 0
    for place, part in enumerate(_parts(tx, after, through)):
        tree.add(part.tree.root())
        entries += part.tree.leaves
        tx.execute(
            "seals.insert_part",
            number=number,
            part=place,
            last_entry=part.last_entry,
            entries=part.tree.leaves,
            hash=part.tree.root(),
        )
    if not entries:
        return None
    made = Seal(number, now, after + 1, through, entries, tree.root())
    row = asdict(made) | {"seal": made.chained(last["seal"], str(tx.organization_id))}
    tx.execute("seals.insert", **row)
    return row


def faults(tx: Transaction) -> Iterator[Row]:
    """Yield altered, missing or added entries under the organization's seals, as rows of seal, first_entry,
    last_entry, fault."""
    number, covered, previous = 0, 0, NO_SEAL
    for row in all_seals(tx):
        said = Seal(**{name: value for name, value in row.items() if name != "seal"})
        if (said.number, said.first_entry) != (number + 1, covered + 1):
            yield _fault(said, "does not continue the seal before")
        if said.chained(previous, str(tx.organization_id)) != row["seal"]:
            yield _fault(said, "was altered, or the seal before it")
        yield from _faults_under(tx, said)
        number, covered, previous = said.number, said.last_entry, row["seal"]


def all_seals(tx: Transaction) -> Iterator[Row]:
    """Yield every seal of the organization, in order."""
    after = 0
    while rows := tx.all("seals.all", after=after, limit=_AT_ONCE):
        yield from rows
        after = rows[-1]["number"]


def _faults_under(tx: Transaction, said: Seal) -> Iterator[Row]:
    kept, after = MerkleTree(), said.first_entry - 1
    for row in _kept_parts(tx, said.number):
        kept.add(row["hash"])
        found = _whole(tx, after, row["last_entry"])
        if found.leaves != row["entries"]:
            sentence = f"has {found.leaves} entries where {row['entries']} were sealed"
            yield _fault(said, sentence, after + 1, row["last_entry"])
        elif found.root() != row["hash"]:
            yield _fault(said, "has an entry that was altered", after + 1, row["last_entry"])
        after = row["last_entry"]
    if (kept.root(), after) != (said.root, said.last_entry):
        yield _fault(said, "has other parts than its root was made of")


def _fault(said: Seal, sentence: str, first: int | None = None, last: int | None = None) -> Row:
    return {
        "seal": said.number,
        "first_entry": said.first_entry if first is None else first,
        "last_entry": said.last_entry if last is None else last,
        "fault": sentence,
    }


def _kept_parts(tx: Transaction, number: int) -> Iterator[Row]:
    after = -1
    while rows := tx.all("seals.parts", number=number, after=after, limit=_AT_ONCE):
        yield from rows
        after = rows[-1]["part"]


def _parts(tx: Transaction, after: int, through: int) -> Iterator[_Part]:
    """Yield the entries in parts, of which the last one reaches to the end of the range."""
    part = _Part(after, MerkleTree())
    for id, text in _texts(tx, after, through):
        if part.tree.leaves == PART:
            yield part
            part = _Part(id, MerkleTree())
        part.tree.add(leaf_hash(text))
        part.last_entry = id
    if part.tree.leaves:
        part.last_entry = through
        yield part


def _whole(tx: Transaction, after: int, through: int) -> MerkleTree:
    tree = MerkleTree()
    for _, text in _texts(tx, after, through):
        tree.add(leaf_hash(text))
    return tree


def _texts(tx: Transaction, after: int, through: int) -> Iterator[tuple[int, bytes]]:
    """Yield the numbers and texts of the entries in a range, page by page."""
    while rows := tx.all("seals.texts", after=after, through=through, limit=_AT_ONCE):
        for row in rows:
            yield row["id"], row["text"].encode()
        if len(rows) < _AT_ONCE:
            return
        after = rows[-1]["id"]
