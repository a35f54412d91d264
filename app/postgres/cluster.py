"""A cluster of Citus: a caller is served on the shard that holds the organization, all else on its node."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg_pool import PoolTimeout

from app.errors import Elsewhere, Unavailable
from app.postgres.connection import configure_node, configure_shard
from app.postgres.database import Database, Transaction
from app.postgres.openings import Opening
from app.postgres.queries import load
from app.postgres.streams import Stream

T = TypeVar("T")
D = TypeVar("D", bound=Database)

# Tokens whose place is remembered. Beyond it all are forgotten, which costs each a question more.
MOST_REMEMBERED = 100_000
# A shard that moves at the same moment may send a request on more than once.
MOST_HOPS = 4
# Of what one PostgreSQL does not have.
_QUERIES = Path(__file__).resolve().parents[2] / "sql" / "citus" / "queries"
# On a shard itself, which Citus refuses unless it is told that this is meant (sql/citus/shards.sql).
_ON_A_SHARD = "-c search_path=shard_{},dropped_shards,public -c citus.enable_manual_changes_to_shards=on"


def open_database(url: str, *, pooled: bool, distributed: bool, **how: Any) -> Database:
    """Return the database of a URL. pooled, distributed: as in the settings; how: the other keywords of Database."""
    return Cluster(url, **how) if distributed else Database(url, pooled=pooled, **how)


class Node(Database):
    """The pool of one node, for work that is not a caller's request. Its statements go through Citus.

    Entering an organization that another node holds raises Elsewhere.
    """

    configure_shared = staticmethod(configure_node)

    def lay_out(self, shard: str) -> None:
        """Have the schema of a shard made, if the shard is here and has none."""
        self.run(lambda tx: tx.execute("cluster.lay_out", shard=shard))


class Shard(Database):
    """The pool of one shard on its node, for requests of callers. They find one PostgreSQL there.

    Entering an organization of another shard raises Elsewhere.
    """

    configure_shared = staticmethod(configure_shard)
    # There are many: where nobody comes, one idle connection a minute is closed, and one thread opens new ones.
    pool_options: Mapping[str, Any] = {"min_size": 0, "max_idle": 60.0, "num_workers": 1}


class Cluster(Node):
    """The coordinator, and through it every node; it is asked as a Database is.

    Work begins on the coordinator, or at the shard that the token's last request came to. Where a transaction enters an
    organization that lies elsewhere, nothing has been written yet, and the work begins again there. So a place that is
    remembered wrongly costs time only.
    """

    is_distributed = True

    def __init__(self, url: str, **how: Any) -> None:
        """url: the coordinator's. how: the keywords of Database; nodes and shards get pools of the same size."""
        super().__init__(url, pooled=True, **how)
        self.queries |= load(_QUERIES)
        self._url, self._how = url, how
        self._nodes: dict[str, Node] = {}
        self._shards: dict[str, Shard] = {}
        self._opening_pools = Lock()
        # Of tokens: host:port/shard.
        self._places: dict[str, str] = {}

    def close(self) -> None:
        """Close every connection to every node."""
        super().close()
        for pool in (*self._nodes.values(), *self._shards.values()):
            pool.close()

    def run_until(self, opening: Opening, work: Callable[[Transaction], T], until: float) -> T:
        """Run the work where the organization lies, as Database does."""
        here = super().run_until
        return self._follow(
            opening, lambda pool: pool.run_until(opening, work, until) if pool else here(opening, work, until)
        )

    def stream_opened(self, opening: Opening, work: Callable[[Transaction], Iterator[T]]) -> Stream[T]:
        """Read where the organization lies, as Database does."""
        here = super().stream_opened
        return self._follow(
            opening, lambda pool: pool.stream_opened(opening, work) if pool else here(opening, work)
        )

    def run_on_each_node(self, work: Callable[[Transaction], T]) -> list[T]:
        """Run `work` as the login role on the coordinator and on every worker, in the order of their places."""
        workers = self.run_as_owner(lambda tx: tx.all("cluster.workers"))
        nodes = (self._node(worker["place"]) for worker in workers)
        return [self.run_as_owner(work), *(node.run_as_owner(work) for node in nodes)]

    def _stats(self) -> Mapping[str, int]:
        """Return the statistics of all pools, added up."""
        with self._opening_pools:
            pools = (*self._nodes.values(), *self._shards.values())
        total = Counter(super()._stats())
        for pool in pools:
            total.update(pool._stats())
        return total

    def _follow(self, opening: Opening, ask: Callable[[Database | None], T]) -> T:
        """Ask the remembered place, or else the coordinator (None); where that names another place, ask there."""
        place = self._places.get(opening.token_hash)
        for _ in range(MOST_HOPS):
            try:
                return ask(self._pool_for(opening, place) if place else None)
            except Elsewhere as found:
                place = found.place
                self._arrive(opening, place)
            except Unavailable as error:
                if isinstance(error.__cause__, PoolTimeout):
                    # The node may be gone for good.
                    self._places.pop(opening.token_hash, None)
                raise
        raise Unavailable

    def _arrive(self, opening: Opening, place: str) -> None:
        """Remember where the token's organization lies, and see to it that a caller can be served there."""
        if not (opening.finds_caller and place):
            return
        node, _, shard = place.partition("/")
        self._node(node).lay_out(shard)
        if len(self._places) >= MOST_REMEMBERED:
            self._places.clear()
        self._places[opening.token_hash] = place

    def _pool_for(self, opening: Opening, place: str) -> Database:
        """Return the shard for a caller, else its node: operators write to tables of which every node has a copy."""
        return self._shard(place) if opening.finds_caller else self._node(place.partition("/")[0])

    def _node(self, place: str) -> Node:
        """Return the pool of a node, host:port."""
        with self._opening_pools:
            if place not in self._nodes:
                self._nodes[place] = self._open(Node, place)
            return self._nodes[place]

    def _shard(self, place: str) -> Shard:
        """Return the pool of a shard, host:port/shard."""
        with self._opening_pools:
            if place not in self._shards:
                node, _, shard = place.partition("/")
                given = conninfo_to_dict(self._url).get("options") or ""
                self._shards[place] = self._open(
                    Shard, node, options=f"{given} {_ON_A_SHARD.format(shard)}".lstrip()
                )
            return self._shards[place]

    def _open(self, kind: type[D], node: str, **parameters: str) -> D:
        host, _, port = node.rpartition(":")
        pool = kind(make_conninfo(self._url, host=host, port=port, **parameters), pooled=True, **self._how)
        pool.queries = self.queries
        return pool
