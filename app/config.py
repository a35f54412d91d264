"""Settings, read from the environment once, when a process starts."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Settings:
    """What an operator may decide. Times are in seconds, sizes in bytes."""

    database_url: str | None = None  # None: the embedded server under var/
    host: str = "127.0.0.1"
    port: int = 8000
    pool_size: int = 8
    pool_wait: float = 2.0
    body_limit: int = 1024 * 1024

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> "Settings":
        """Raises ValueError, naming the variable, where a number is meant and none is given."""
        env = os.environ if environment is None else environment
        return cls(
            database_url=env.get("DATABASE_URL") or None,
            host=env.get("HOST") or cls.host,
            port=_whole(env, "PORT", cls.port, 65_535),
            pool_size=_whole(env, "POOL_SIZE", cls.pool_size, 1_000),
        )


def _whole(env: Mapping[str, str], name: str, default: int, most: int) -> int:
    text = env.get(name) or str(default)
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(most)) and 1 <= int(text) <= most):
        raise ValueError(f"{name} must be a whole number from 1 to {most}, not {text!r}")
    return int(text)
