"""A cluster of Citus: each organization is asked of the node that holds its rows."""

from collections.abc import Callable, Iterator
from threading import Lock
from typing import Any, TypeVar

from psycopg.conninfo import make_conninfo

from app.errors import Elsewhere, Unavailable
from app.postgres.begin import Opening
from app.postgres.connection import configure_node
from app.postgres.database import Database, Transaction
from app.postgres.streams import Stream

T = TypeVar("T")

# Tokens whose node is remembered. Beyond it all are forgotten, which costs each a question more.
MOST_REMEMBERED = 100_000
# A shard that moves at the same moment may send a request on more than once.
MOST_HOPS = 4
_WORKERS = b"""
    SELECT nodename || ':' || nodeport AS place
    FROM pg_dist_node
    WHERE groupid <> 0 AND noderole = 'primary'
    ORDER BY place"""


def open_database(url: str, *, pooled: bool, distributed: bool, **how: Any) -> Database:
    """The database of a URL. pooled, distributed: as in the settings; how: the other keywords of Database."""
    return Cluster(url, **how) if distributed else Database(url, pooled=pooled, **how)


class Node(Database):
    """The pool of one node. It refuses what is entered of another node's organizations (Elsewhere)."""

    configure_shared = staticmethod(configure_node)


class Cluster(Node):
    """The coordinator, and through it every node; it is asked as a Database is.

    Work begins on the coordinator, or on the node that the token's last request came to. Where a transaction enters an
    organization that another node holds, nothing has been done yet, and the work begins again there. So a node that is
    remembered wrongly costs time only.
    """

    is_distributed = True

    def __init__(self, url: str, **how: Any) -> None:
        """url: the coordinator's. how: the keywords of Database; each node gets a pool of the same size."""
        super().__init__(url, pooled=True, **how)
        self._url, self._how = url, how
        self._nodes: dict[str, Node] = {}
        self._opening_nodes = Lock()
        self._places: dict[str, str] = {}

    def close(self) -> None:
        """Close every connection to every node."""
        super().close()
        for node in self._nodes.values():
            node.close()

    def run_until(self, opening: Opening, work: Callable[[Transaction], T], until: float) -> T:
        """Run the work on the organization's node, as Database does."""
        here = super().run_until
        return self._follow(
            opening, lambda node: node.run_until(opening, work, until) if node else here(opening, work, until)
        )

    def stream_opened(self, opening: Opening, work: Callable[[Transaction], Iterator[T]]) -> Stream[T]:
        """Read on the organization's node, as Database does."""
        here = super().stream_opened
        return self._follow(
            opening, lambda node: node.stream_opened(opening, work) if node else here(opening, work)
        )

    def run_on_each_node(self, work: Callable[[Transaction], T]) -> list[T]:
        """Run `work` as the login role on the coordinator and on every worker, in the order of their places."""
        with self._pool.connection() as connection:
            workers = connection.execute(_WORKERS, prepare=False).fetchall()
        nodes = (self._node(place) for (place,) in workers)
        return [self.run_as_owner(work), *(node.run_as_owner(work) for node in nodes)]

    def _follow(self, opening: Opening, ask: Callable[[Node | None], T]) -> T:
        """Ask the node that is remembered, None for the coordinator, and whichever it names instead."""
        place = self._places.get(opening.token_hash)
        for _ in range(MOST_HOPS):
            try:
                return ask(self._node(place) if place else None)
            except Elsewhere as found:
                place = found.place
                self._remember(opening.token_hash, place)
        raise Unavailable

    def _remember(self, token_hash: str, place: str) -> None:
        if len(self._places) >= MOST_REMEMBERED:
            self._places.clear()
        if token_hash:
            self._places[token_hash] = place

    def _node(self, place: str) -> Node:
        with self._opening_nodes:
            if place not in self._nodes:
                host, _, port = place.rpartition(":")
                node = Node(make_conninfo(self._url, host=host, port=port), pooled=True, **self._how)
                node.queries = self.queries
                self._nodes[place] = node
            return self._nodes[place]
