"""Where the rows of an organization are, for tests that go behind the service's back."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from psycopg.conninfo import make_conninfo
from psycopg.rows import dict_row

from tests.service import POOLER, Service

_PLACE = """
    SELECT n.nodename AS host, n.nodeport AS port, p.shardid AS shard
    FROM pg_dist_placement p
    JOIN pg_dist_node n ON n.groupid = p.groupid AND n.noderole = 'primary'
    WHERE p.shardid = get_shard_id_for_distribution_column('trail', %s::text)"""
_TABLE = """
    SELECT coalesce((
        SELECT d.refobjid
        FROM pg_rewrite r
        JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid
            AND d.refclassid = 'pg_class'::regclass AND d.refobjid <> r.ev_class
        WHERE r.ev_class = v.oid
        LIMIT 1), v.oid)::regclass::text
    FROM pg_class v
    WHERE v.oid = %s::regclass"""
# Citus lets shards be changed, and be seen in catalogues, by whoever says so.
_OPTIONS = (
    "-c search_path=shard_{},public"
    " -c citus.enable_manual_changes_to_shards=on -c citus.override_table_visibility=off"
)


def needs_one_server(reason: str) -> pytest.MarkDecorator:
    """Skip where the tests have a cluster, for the reason."""
    return pytest.mark.skipif(POOLER == "citus", reason=f"on a cluster: {reason}")


@contextmanager
def beside_the_rows(service: Service, organization_id: str) -> Iterator[psycopg.Connection[Any]]:
    """A connection of the owner to the rows of an organization, which commits each statement.

    On a cluster it is to the organization's shard, on the node that holds it: Citus hands on neither numbers nor
    `session_replication_role`, so what a caller's transaction does is only to be played there.
    """
    url = service.url
    if service.owner.is_distributed:
        with psycopg.connect(url, row_factory=dict_row) as coordinator:
            place = coordinator.execute(_PLACE, [organization_id]).fetchone()
        assert place
        options = _OPTIONS.format(place["shard"])
        url = make_conninfo(url, host=place["host"], port=place["port"], options=options)
    with psycopg.connect(url, autocommit=True) as connection:
        yield connection


def table(connection: psycopg.Connection[Any], name: str) -> str:
    """Return the table that has the rows under a name, which the schema of a shard gives to a view."""
    found = connection.execute(_TABLE, [name]).fetchone()
    assert found
    return str(found[0])
