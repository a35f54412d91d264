"""Messages about names in a request that the operation does not know, so that a misspelt one is not ignored."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from difflib import get_close_matches

# A name may be as long as a body.
MOST_SHOWN = 100
# Ours are shorter, and to compare long texts takes long.
_LONGEST_COMPARED = 60
# Below this, names of another meaning come up: state for rate.
_LEAST_LIKENESS = 0.7
# Statuses and modes are fewer; types of events are many more.
_MOST_TOLD = 20
# Two letters begin too many names.
_LEAST_BEGINNING = 3


@dataclass(frozen=True, slots=True)
class UnknownName:
    """The message about a name that is none of the `known` ones; `noun` is the word for it, such as `field`.

    The message is made when it is turned into text: near names are looked for only where it is shown.
    """

    noun: str
    name: str
    known: Iterable[str]

    def __str__(self) -> str:
        near = nearest(self.name, self.known)
        return f"There is no such {self.noun}." + (f" Did you mean {near}?" if near else "")


def near_word(given: str, words: Collection[str]) -> str | None:
    """Return the message about a text that is none of the `words`, if they are too many to be listed and one is
    near."""
    near = nearest(given, words) if len(words) > _MOST_TOLD else None
    return f"There is no such word. Did you mean {near}?" if near else None


def shown(name: str) -> str:
    """Return a name from a request as messages show it: at most `MOST_SHOWN` printable characters."""
    printable = "".join(letter if letter.isprintable() else "\ufffd" for letter in name[:MOST_SHOWN])
    return printable + "…" * (len(name) > MOST_SHOWN) or '""'


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that was probably meant, whatever its capitals, `_` and `-`; None where none is near."""
    if len(name) > _LONGEST_COMPARED:
        return None
    meant = _plain(name)
    by_plain = {_plain(own): own for own in sorted(known)}
    if meant in by_plain:
        return by_plain[meant]
    begun = [own for own in by_plain if len(meant) >= _LEAST_BEGINNING and own.startswith(meant)]
    near = sorted(begun, key=len) or get_close_matches(meant, by_plain, 1, _LEAST_LIKENESS)
    return by_plain[near[0]] if near else None


def _plain(name: str) -> str:
    return name.replace("_", "").replace("-", "").casefold()
