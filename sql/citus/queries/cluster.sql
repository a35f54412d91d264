-- What the service asks of a cluster alone (app/postgres/cluster.py).

-- name: workers
SELECT nodename || ':' || nodeport AS place
FROM pg_dist_node
WHERE groupid <> 0 AND noderole = 'primary'
ORDER BY place;

-- name: lay_out
SELECT lay_out_missing_shard(%(shard)s);
