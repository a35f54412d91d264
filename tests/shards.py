"""Where the rows of an organization are, for tests that go behind the service's back."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg.conninfo import make_conninfo
from psycopg.rows import dict_row

from tests.service import Client, Service

_PLACE = """
    SELECT n.nodename AS host, n.nodeport AS port, p.shardid AS shard
    FROM pg_dist_placement p
    JOIN pg_dist_node n ON n.groupid = p.groupid AND n.noderole = 'primary'
    WHERE p.shardid = get_shard_id_for_distribution_column('trail', %s::text)"""
_OPTIONS = "-c search_path=shard_{},public -c citus.enable_manual_changes_to_shards=on"


@contextmanager
def beside_its_rows(service: Service, org: Client) -> Iterator[psycopg.Connection[Any]]:
    """A connection of the owner, which commits each statement.

    On a cluster it is to the shard of the organization, on the node that holds it: Citus hands on neither numbers nor
    `session_replication_role`, so what a caller's transaction does is only to be played there.
    """
    url = service.url
    if service.owner.is_distributed:
        with psycopg.connect(url, row_factory=dict_row) as coordinator:
            place = coordinator.execute(_PLACE, [org.organization_id]).fetchone()
        assert place
        url = make_conninfo(url, host=place["host"], port=place["port"], options=_OPTIONS.format(place["shard"]))
    with psycopg.connect(url, autocommit=True) as connection:
        yield connection
