"""Peers that are served and do the same as the service; each other is left out, with a sentence that says why."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager

import psycopg

from bench.peers import django, postgrest
from bench.peers.checking import UnlikeError, check
from bench.peers.installing import NoPeerError
from bench.running import NotReadyError
from bench.shop import Shop
from bench.sides import MeasuredSide

_OPENED = {django.DjangoSide.name: django.opened, postgrest.PostgrestSide.name: postgrest.opened}


def open_peers(
    stack: ExitStack,
    url: str,
    service: MeasuredSide,
    shops: Sequence[Shop],
    connections: int,
    say: Callable[[str], None],
) -> list[MeasuredSide]:
    """Serve each peer until the stack is left; `say` gets the sentence about one that is left out."""
    served: dict[str, MeasuredSide] = {}
    for name, opened in _OPENED.items():
        with _leaving_out(name, say):
            served[name] = stack.enter_context(opened(url, shops, connections))
    alike: list[MeasuredSide] = []
    # Once all have their rows: to compare is to create.
    for name, peer in served.items():
        with _leaving_out(name, say):
            check(url, service, peer, shops)
            alike.append(peer)
    return alike


@contextmanager
def _leaving_out(name: str, say: Callable[[str], None]) -> Iterator[None]:
    try:
        yield
    except (NoPeerError, UnlikeError, NotReadyError, psycopg.Error) as error:
        say(f"{name} is left out: {error}")
