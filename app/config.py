"""Settings, read from the environment once, when a process starts."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from pathlib import Path

from app.postgres.connection import is_on_this_machine, is_readable

ROOT = Path(__file__).resolve().parent.parent
_MEGABYTE = 1024 * 1024


@dataclass(frozen=True)
class Settings:
    """What an operator may decide. Times are in seconds, sizes in bytes."""

    database_url: str | None = None  # None: the embedded server under var/
    pooled: bool = False  # database_url leads to a pooler in transaction mode
    host: str = "127.0.0.1"
    port: int = 8000
    pool_size: int = 4
    pool_wait: float = 2.0
    at_once: int | None = None  # transactions that have a turn; None: there are no turns
    body_limit: int = 1024 * 1024
    request_seconds: float = 15.0
    rate_per_token: int | None = 30_000  # requests a minute; None: as many as come
    rate_per_address: int | None = 60_000
    rate_without_token: int | None = 600
    rate_table: int | None = None  # the descriptor of a file that workers share; None: each counts alone
    trusted_proxies: str = "127.0.0.1,::1"
    slow_query: float = 0.5
    metrics: bool = False
    docs: bool = True
    pdf_workers: int = 1
    pdf_seconds: float = 10.0
    pdf_processors: frozenset[int] | None = (
        None  # of a worker that keeps to one itself; None: those of the worker
    )
    pdf_cache: Path | None = ROOT / "var" / "pdf-cache"  # None: nothing is kept
    pdf_cache_bytes: int = 256 * _MEGABYTE

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> "Settings":
        """Raises ValueError, naming the variable, where one has a value that it cannot have."""
        env = os.environ if environment is None else environment
        url = _database(env, "DATABASE_URL")
        return cls(
            database_url=url,
            pooled=_pooler(env, "DATABASE_POOLER"),
            host=env.get("HOST") or cls.host,
            port=_whole(env, "PORT", cls.port, 65_535),
            pool_size=_whole(env, "POOL_SIZE", cls.pool_size, 1_000),
            at_once=_at_once(env, url),
            request_seconds=_whole(env, "REQUEST_SECONDS", int(cls.request_seconds), 600),
            rate_per_token=_rate(env, "RATE_PER_TOKEN", cls.rate_per_token),
            rate_per_address=_rate(env, "RATE_PER_ADDRESS", cls.rate_per_address),
            rate_without_token=_rate(env, "RATE_WITHOUT_TOKEN", cls.rate_without_token),
            rate_table=int(env["RATE_TABLE"]) if env.get("RATE_TABLE") else None,
            trusted_proxies=env.get("FORWARDED_ALLOW_IPS") or cls.trusted_proxies,
            slow_query=_whole(env, "SLOW_QUERY_MS", int(cls.slow_query * 1000), 600_000) / 1000,
            metrics=_switch(env, "METRICS", cls.metrics),
            docs=_switch(env, "DOCS", cls.docs),
            pdf_workers=_whole(env, "PDF_WORKERS", cls.pdf_workers, 64),
            pdf_seconds=_whole(env, "PDF_SECONDS", int(cls.pdf_seconds), 60),
            pdf_processors=_processors(env, "PROCESSORS"),
            pdf_cache=_folder(env, "PDF_CACHE", cls.pdf_cache),
            pdf_cache_bytes=_whole(env, "PDF_CACHE_MB", cls.pdf_cache_bytes // _MEGABYTE, 1_000_000)
            * _MEGABYTE,
        )


def _database(env: Mapping[str, str], name: str) -> str | None:
    url = env.get(name) or None
    if url is not None and not is_readable(url):
        # Neither it nor what libpq says of it is repeated: a password may be in both.
        raise ValueError(
            f"{name} cannot be read; is every special character of its password written as % and two digits?"
        )
    return url


def _whole(env: Mapping[str, str], name: str, default: int, most: int) -> int:
    text = env.get(name) or str(default)
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(most)) and 1 <= int(text) <= most):
        raise ValueError(f"{name} must be a whole number from 1 to {most}, not {text!r}")
    return int(text)


def _at_once(env: Mapping[str, str], url: str | None) -> int | None:
    """As many as keep the machine's processors busy, where PostgreSQL works on these too. Elsewhere most of a
    transaction's time passes on the way there, and nobody is kept from a processor by it."""
    if env.get("AT_ONCE"):
        return _whole(env, "AT_ONCE", 1, 1_000)
    if _pooler(env, "DATABASE_POOLER") or not (url is None or is_on_this_machine(url)):
        return None
    processors = len(_processors(env, "PROCESSORS") or ()) or _usable_processors()
    workers = _whole(env, "WEB_CONCURRENCY", min(2, os.cpu_count() or 1), 10_000)
    return ceil(processors / workers)


def _usable_processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _rate(env: Mapping[str, str], name: str, default: int | None) -> int | None:
    return None if env.get(name) == "off" else _whole(env, name, default or 1, 1_000_000)


def _switch(env: Mapping[str, str], name: str, default: bool) -> bool:
    text = env.get(name) or ("on" if default else "off")
    if text not in ("on", "off"):
        raise ValueError(f"{name} must be on or off, not {text!r}")
    return text == "on"


def _pooler(env: Mapping[str, str], name: str) -> bool:
    text = env.get(name) or "none"
    if text not in ("none", "transaction"):
        raise ValueError(f"{name} must be none or transaction, not {text!r}")
    return text == "transaction"


def _processors(env: Mapping[str, str], name: str) -> frozenset[int] | None:
    text = env.get(name)
    return frozenset(map(int, text.split(","))) if text else None


def _folder(env: Mapping[str, str], name: str, default: Path | None) -> Path | None:
    text = env.get(name)
    return None if text == "off" else Path(text).absolute() if text else default
