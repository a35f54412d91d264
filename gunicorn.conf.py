"""Settings of gunicorn, for `python -m app serve` and for production. docs/operating.md lists the variables."""

import os
from pathlib import Path

from resources.serving.gunicorn import hooks, replacements
from resources.serving.gunicorn.settings import address, whole_number
from resources.serving.gunicorn.worker import Worker, after_start

# Only this machine can connect, until an operator says otherwise.
bind = address(os.environ.get("HOST") or "127.0.0.1", whole_number("PORT", 8000, 65_535))
worker_class = Worker
# Each worker has its own pool of connections: more than two are an operator's decision.
workers = whole_number("WEB_CONCURRENCY", min(2, os.cpu_count() or 1), 10_000)
# Far more than the pool has connections: each client that sends or reads slowly holds a thread. A waiting thread takes
# about 32 kB.
threads = 256
# Connections of a worker, idle ones included.
worker_connections = 1000
# Seconds in which a whole request must arrive. IDLE_TIMEOUT does not stop a client that sends a byte now and then.
replacements.install(read_timeout=whole_number("READ_TIMEOUT", 30, 3_600, old="ARRIVAL"))
# Each worker loads the application: a pool of connections does not survive a fork.
preload_app = False
# Replaces workers against slow leaks in libraries, though none is known: so seldom that the second which a new worker
# needs does not matter, and not all workers at the same time.
max_requests = 100_000
max_requests_jitter = 25_000
# The longest time that a request may take: no statement begins after REQUEST_TIMEOUT, and a statement is answered
# within 20 s or given up.
graceful_timeout = whole_number("REQUEST_TIMEOUT", 15, 600, old="REQUEST_SECONDS") + 20
# Longer than nginx's 60 s: the side that reuses an idle connection must close it first.
keepalive = 75
# In memory, because the heartbeat file is touched every second and a busy disk could stall a worker. gunicorn's file
# names cannot be guessed.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108
# Fits a `q` of 255 characters, percent-encoded. gunicorn allows no more.
limit_request_line = 8190
# Browsers and proxies send about 20 headers. All of them wait in memory.
limit_request_fields = 64
# Fits a token, a proxy's cookie and a trace; servers commonly allow 8 KiB.
limit_request_field_size = 8190
# The proxies whose X-Forwarded-Proto and X-Forwarded-For are believed.
forwarded_allow_ips = os.environ.get("FORWARDED_ALLOW_IPS") or "127.0.0.1,::1"
# The only header that gives the scheme: proxies pass X-Forwarded-Ssl and the like on as clients send them.
secure_scheme_headers = {"X-FORWARDED-PROTO": "https"}
# A header with an underscore could pass for its twin with a hyphen.
header_map = "drop"
# A proxy may pass on a client's headers that name another path.
forwarder_headers = ""
# The application writes one JSON line for each request.
accesslog = None
loglevel = "warning"
# gunicorn's control socket would be one file in the home folder for all checkouts. Nothing uses it.
control_socket_disable = True

on_starting = hooks.on_starting
# Seconds for which a client may send nothing within a request, or receive nothing of an answer.
when_ready = hooks.limit_idle_time(whole_number("IDLE_TIMEOUT", 10, 3_600, old="SILENCE"))
pre_fork = hooks.pre_fork
post_fork = hooks.post_fork
post_worker_init = after_start
child_exit = hooks.child_exit
worker_exit = hooks.worker_exit
on_exit = hooks.on_exit
