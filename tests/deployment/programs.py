"""nginx and PgBouncer with the files of deploy/, in a folder and on ports of their own."""

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from psycopg.conninfo import conninfo_to_dict, make_conninfo

from app.config import ROOT

DEPLOY = ROOT / "deploy"
PATIENCE = 20.0
_PATH = os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin"
NGINX = shutil.which("nginx", path=_PATH)
PGBOUNCER = shutil.which("pgbouncer", path=_PATH)
OPENSSL = shutil.which("openssl", path=_PATH)
LOGIN, PASSWORD = "deployed_login", "correct horse"


def free_port() -> int:
    """A port that nobody has just now."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def adapted(name: str, changes: Mapping[str, str]) -> str:
    """A file of deploy/ with its lines changed as an operator would; each must stand there."""
    text = (DEPLOY / name).read_text()
    for old, new in changes.items():
        assert old in text, f"{name} has no {old!r}"
        text = text.replace(old, new)
    return text


@contextmanager
def running(
    *command: str, port: int, printed: Path, user: int | None = None, group: int | None = None
) -> Iterator[None]:
    """A program in the foreground until the block ends; it must come to listen on the port."""
    with printed.open("wb") as out:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, user=user, group=group
        )
    try:
        deadline = time.monotonic() + PATIENCE
        while not _listens(port):
            assert process.poll() is None, printed.read_text()
            assert time.monotonic() < deadline, printed.read_text()
            time.sleep(0.02)
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _listens(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


@dataclass(frozen=True)
class Proxy:
    """nginx: where it listens for TLS and for plain http, and what it wrote."""

    port: int
    plain: int
    folder: Path

    def told(self, sign: str) -> dict[str, Any]:
        """The line of its access log that has the sign; it is written after the answer."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            for line in (self.folder / "access.log").read_text().splitlines():
                if sign in line:
                    return dict(json.loads(line))
            time.sleep(0.02)
        raise AssertionError(f"no line with {sign}")


def _certify(folder: Path) -> None:
    keys = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", "key.pem")
    name = ("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost")
    command = (str(OPENSSL), "req", "-x509", *keys, *name, "-out", "certificate.pem", "-days", "2")
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


@contextmanager
def proxying(service_port: int, folder: Path, changes: Mapping[str, str] | None = None) -> Iterator[Proxy]:
    """nginx with deploy/nginx.conf in front of what listens on the port."""
    proxy = Proxy(free_port(), free_port(), folder)
    _certify(folder)
    own = {
        "user www-data;": "user root;" if os.geteuid() == 0 else "",
        "/run/nginx.pid": f"{folder}/pid",
        "/var/log/nginx/error.log": f"{folder}/error.log",
        "/var/log/nginx/invoicing.log": f"{folder}/access.log",
        "server_tokens off;": "server_tokens off;\n" + _temporary(folder),
        "server 127.0.0.1:8000": f"server 127.0.0.1:{service_port}",
        "listen 80 ": f"listen 127.0.0.1:{proxy.plain} ",
        "listen [::]:80 default_server;": "",
        # All addresses of this machine are its own, so that a test may have many.
        "listen 443 ": f"listen 0.0.0.0:{proxy.port} ",
        "listen [::]:443 ssl http2 default_server;": "",
        "/etc/nginx/invoicing.crt": f"{folder}/certificate.pem",
        "/etc/nginx/invoicing.key": f"{folder}/key.pem",
    }
    file = folder / "nginx.conf"
    file.write_text(adapted("nginx.conf", own | dict(changes or {})))
    command = (
        str(NGINX),
        "-e",
        f"{folder}/error.log",
        "-p",
        str(folder),
        "-c",
        str(file),
        "-g",
        "daemon off;",
    )
    with running(*command, port=proxy.port, printed=folder / "printed"):
        yield proxy


def _temporary(folder: Path) -> str:
    names = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    return "\n".join(f"{name}_temp_path {folder}/{name};" for name in names)


@dataclass(frozen=True)
class Pooler:
    """PgBouncer: the same database through it, as a plain login and as the owner."""

    login_url: str
    owner_url: str


@contextmanager
def pooling(owner_url: str, folder: Path, changes: Mapping[str, str] | None = None) -> Iterator[Pooler]:
    """PgBouncer with deploy/pgbouncer.ini in front of a database."""
    server = {key: str(value) for key, value in conninfo_to_dict(owner_url).items()}
    port, user = free_port(), _account(server["host"])
    target = {key: server[key] for key in ("host", "port") if key in server}
    owner = server.get("user", "postgres")
    userlist = folder / "userlist.txt"
    userlist.write_text("".join(f'"{name}" "{PASSWORD}"\n' for name in (LOGIN, owner)))
    own = {
        "invoicing = host=127.0.0.1 port=5432 dbname=invoicing": f"{server['dbname']} = {make_conninfo(**target)}",
        "listen_port = 6432": f"listen_port = {port}",
        "/var/log/postgresql/pgbouncer.log": f"{folder}/log",
        "/var/run/postgresql/pgbouncer.pid": f"{folder}/pid",
        "/etc/pgbouncer/userlist.txt": str(userlist),
    }
    file = folder / "pgbouncer.ini"
    file.write_text(adapted("pgbouncer.ini", own | dict(changes or {})))
    for path in (folder, file, userlist):
        os.chown(path, user, -1)
    with running(str(PGBOUNCER), "-q", str(file), port=port, printed=folder / "printed", user=user):
        way = {"host": "127.0.0.1", "port": port, "dbname": server["dbname"], "password": PASSWORD}
        yield Pooler(make_conninfo(**way, user=LOGIN), make_conninfo(**way, user=owner))


def _account(host: str) -> int:
    """PgBouncer refuses to be root, and has to reach the server's socket."""
    if os.geteuid() != 0:
        return os.geteuid()
    return Path(host).stat().st_uid if host.startswith("/") else 65534
