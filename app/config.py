"""Settings of the application, read from the environment once, when a process starts.

docs/operating.md lists the variables; gunicorn.conf.py reads those of the server.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from pathlib import Path

from app.environment import choice, present_name, switch, web_origin, whole_number
from app.mailing.mail_addresses import is_address
from app.mailing.mail_server import MailServer, mail_server
from app.postgres.connection import is_on_this_machine, is_readable
from app.webhooks.receiver_addresses import Network, networks_of

ROOT = Path(__file__).resolve().parent.parent
_MEGABYTE = 1024 * 1024


@dataclass(frozen=True)
class Settings:
    """Settings of one process. Times are in seconds, sizes in bytes."""

    database_url: str | None = None  # None: the embedded server under var/
    replica_url: str | None = None  # a standby that reads for callers
    pooler: str = "none"  # database_url leads to a pooler in "transaction" mode, or to a cluster of "citus"
    host: str = "127.0.0.1"
    port: int = 8000
    demo: bool = True  # `make run` makes the demonstration organization and its token
    pool_size: int = 4  # database connections
    pool_wait: float = 2.0  # for a free connection
    concurrent_transactions: int | None = None  # most at the same time; None: as many as pool_size
    body_limit: int = 1024 * 1024
    request_timeout: float = 15.0  # after it a transaction begins no further statement
    rate_per_token: int | None = 30_000  # requests a minute; None: no limit
    rate_per_address: int | None = 60_000
    rate_without_token: int | None = 600
    login_failures_per_address: int | None = 20  # in 15 minutes; None: no limit
    rate_table: int | None = None  # descriptor of a file that workers share; None: this process counts alone
    trusted_proxies: str = "127.0.0.1,::1"
    public_url: str | None = None  # scheme and host of links; None: those that a caller uses
    mail_server: MailServer | None = None  # None: no mail is sent
    mail_from: str = ""
    slow_query: float = 0.5
    metrics: bool = False
    docs: bool = True
    demo_token: str | None = None  # shown on the pages; `make run` sets it
    event_days: int = 90  # for which events are kept
    webhook_allow: tuple[Network, ...] = ()  # that messages may go to though they are not public
    pdf_timeout: float = 10.0  # seconds of processor time for one document
    pdf_processors: frozenset[int] | None = None  # for rendering; None: the same as this process
    pdf_cache: Path | None = ROOT / "var" / "pdf-cache"  # None: no cache
    pdf_cache_bytes: int = 256 * _MEGABYTE

    @property
    def pooled(self) -> bool:
        """Return whether a pooler stands before PostgreSQL: each statement goes in a message of its own, and no
        session is kept."""
        return self.pooler != "none"

    @property
    def distributed(self) -> bool:
        """Return whether `database_url` leads to the coordinator of a Citus cluster."""
        return self.pooler == "citus"

    @property
    def mails(self) -> bool:
        """Return whether a mail server is set."""
        return self.mail_server is not None

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> "Settings":
        """Return the settings of `environment`, or of this process. Raises ValueError, which names the variable."""
        env = os.environ if environment is None else environment
        url = _database_url(env)
        return cls(
            database_url=url,
            replica_url=_replica_url(env, url),
            pooler=_pooler(env),
            host=env.get("HOST") or cls.host,
            port=whole_number(env, "PORT", cls.port, 65_535),
            # On a database of one's own nothing is made that was not asked for.
            demo=switch(env, "DEMO", url is None),
            pool_size=whole_number(env, "POOL_SIZE", cls.pool_size, 1_000),
            concurrent_transactions=_concurrent_transactions(env, url),
            request_timeout=whole_number(
                env, "REQUEST_TIMEOUT", int(cls.request_timeout), 600, old="REQUEST_SECONDS"
            ),
            rate_per_token=_rate(env, "RATE_PER_TOKEN", cls.rate_per_token),
            rate_per_address=_rate(env, "RATE_PER_ADDRESS", cls.rate_per_address),
            rate_without_token=_rate(env, "RATE_WITHOUT_TOKEN", cls.rate_without_token),
            login_failures_per_address=_rate(
                env, "LOGIN_FAILURES_PER_ADDRESS", cls.login_failures_per_address, most=1_000
            ),
            rate_table=int(env["RATE_TABLE"]) if env.get("RATE_TABLE") else None,
            trusted_proxies=env.get("FORWARDED_ALLOW_IPS") or cls.trusted_proxies,
            public_url=web_origin(env, "PUBLIC_URL"),
            mail_server=_mail_server(env),
            mail_from=_mail_from(env),
            slow_query=whole_number(env, "SLOW_QUERY_MS", int(cls.slow_query * 1000), 600_000) / 1000,
            metrics=switch(env, "METRICS", cls.metrics),
            docs=switch(env, "DOCS", cls.docs),
            demo_token=env.get("DEMO_TOKEN") or None,
            event_days=whole_number(env, "EVENT_DAYS", cls.event_days, 3_650),
            webhook_allow=_networks(env, "WEBHOOK_ALLOW"),
            pdf_timeout=whole_number(env, "PDF_TIMEOUT", int(cls.pdf_timeout), 60, old="PDF_SECONDS"),
            pdf_processors=_processors(env),
            pdf_cache=_folder(env, "PDF_CACHE", cls.pdf_cache),
            pdf_cache_bytes=whole_number(env, "PDF_CACHE_MB", cls.pdf_cache_bytes // _MEGABYTE, 1_000_000)
            * _MEGABYTE,
        )


def _database_url(env: Mapping[str, str]) -> str | None:
    return _readable(env, "DATABASE_URL")


def _replica_url(env: Mapping[str, str], primary: str | None) -> str | None:
    url = _readable(env, "DATABASE_REPLICA_URL")
    if url and not primary:
        raise ValueError("DATABASE_REPLICA_URL names a standby of DATABASE_URL, which is not set.")
    if url and _pooler(env) == "citus":
        raise ValueError(
            "DATABASE_REPLICA_URL names one standby, and with DATABASE_POOLER=citus there are several nodes."
        )
    return url


def _readable(env: Mapping[str, str], name: str) -> str | None:
    url = env.get(name) or None
    if url is not None and not is_readable(url):
        # The URL and libpq's message are left out: either may contain a password.
        raise ValueError(
            f"{name} cannot be read; is every special character of its password written as % and two digits?"
        )
    return url


def _networks(env: Mapping[str, str], name: str) -> tuple[Network, ...]:
    try:
        return networks_of(env.get(name) or "")
    except ValueError as error:
        raise ValueError(f"{name} must be networks with commas between them: {error}") from error


def _pooler(env: Mapping[str, str]) -> str:
    return choice(env, "DATABASE_POOLER", ("none", "transaction", "citus"))


def _concurrent_transactions(env: Mapping[str, str], url: str | None) -> int | None:
    """Return the setting, or as many transactions as keep the machine's processors busy.

    Return None, for no limit but the pool's, where PostgreSQL runs on another machine or behind a pooler: a
    transaction then mostly waits for the network, and keeps no processor from the others.
    """
    name = present_name(env, "CONCURRENT_TRANSACTIONS", old="AT_ONCE")
    if env.get(name):
        return whole_number(env, name, 1, 1_000)
    if _pooler(env) != "none" or not (url is None or is_on_this_machine(url)):
        return None
    processors = len(_processors(env) or ()) or _usable_processors()
    workers = whole_number(env, "WEB_CONCURRENCY", min(2, os.cpu_count() or 1), 10_000)
    return ceil(processors / workers)


def _usable_processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _mail_server(env: Mapping[str, str]) -> MailServer | None:
    url = env.get("SMTP_URL")
    return mail_server(url) if url else None


def _mail_from(env: Mapping[str, str]) -> str:
    address = env.get("MAIL_FROM") or ""
    if bool(address) != bool(env.get("SMTP_URL")):
        raise ValueError("SMTP_URL and MAIL_FROM go together: one of them is not set")
    if address and not is_address(address):
        raise ValueError(f"MAIL_FROM must be an e-mail address, not {address!r}")
    return address


def _rate(env: Mapping[str, str], name: str, default: int | None, most: int = 1_000_000) -> int | None:
    return None if env.get(name) == "off" else whole_number(env, name, default or 1, most)


def _processors(env: Mapping[str, str]) -> frozenset[int] | None:
    """Return the processors of the service where this worker is restricted to one of them, else None."""
    text = env.get("PROCESSORS")
    return frozenset(map(int, text.split(","))) if text else None


def _folder(env: Mapping[str, str], name: str, default: Path | None) -> Path | None:
    text = env.get(name)
    return None if text == "off" else Path(text).absolute() if text else default
