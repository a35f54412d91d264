"""Settings: names that nothing reads, values that are not taken, and values that make no sense together. Pure."""

from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches

from app.config import Settings
from app.doctor.findings import Finding, fault, look, ok
from app.environment import whole_number

Environment = Mapping[str, str]

# Old name -> present name; the old one is still read.
RENAMED = {
    "SILENCE": "IDLE_TIMEOUT",
    "ARRIVAL": "READ_TIMEOUT",
    "REQUEST_SECONDS": "REQUEST_TIMEOUT",
    "AT_ONCE": "CONCURRENT_TRANSACTIONS",
    "PDF_SECONDS": "PDF_TIMEOUT",
}
# Of earlier releases, and what to do instead.
NOT_READ = {
    "PDF_WORKERS": "WEB_CONCURRENCY decides how many processes print",
    "PIN_WORKERS": "workers choose their processors by themselves",
    "THREADS": "set --threads in GUNICORN_CMD_ARGS",
    "MAX_REQUESTS": "set --max-requests in GUNICORN_CMD_ARGS",
}
NAMES = (
    *(
        "DATABASE_URL",
        "DATABASE_REPLICA_URL",
        "DATABASE_POOLER",
        "HOST",
        "PORT",
        "WEB_CONCURRENCY",
        "FORWARDED_ALLOW_IPS",
        "PUBLIC_URL",
    ),
    *("SMTP_URL", "MAIL_FROM", "IDLE_TIMEOUT", "READ_TIMEOUT", "REQUEST_TIMEOUT", "RATE_PER_TOKEN"),
    *("RATE_PER_ADDRESS", "RATE_WITHOUT_TOKEN", "LOGIN_FAILURES_PER_ADDRESS", "POOL_SIZE"),
    *(
        "CONCURRENT_TRANSACTIONS",
        "PDF_TIMEOUT",
        "PDF_CACHE",
        "PDF_CACHE_MB",
        "DEMO",
        "DOCS",
        "METRICS",
        "EVENT_DAYS",
    ),
    *("WEBHOOK_ALLOW", "SLOW_QUERY_MS", "OTEL_TRACES_EXPORTER"),
)
_SETTINGS = "docs/operating.md, Settings, has the names"
# The least similarity, 0 to 1, of an unknown name to the setting that was probably meant.
_ALIKE = 0.85
_MOST_SECONDS = 3_600


def judge(env: Environment) -> list[Finding]:
    """Judge the settings of an environment. No finding shows a value of a URL."""
    found = [*_names(env)]
    try:
        settings, times = Settings.from_environment(env), _times(env)
    except ValueError as error:
        return [*found, fault("settings", f"{error}.", "the service does not start until that is right")]
    found += [*_together(env, settings, times)]
    return found or [ok("settings", _counted(env))]


def _counted(env: Environment) -> str:
    count = sum(bool(env.get(name)) for name in NAMES)
    return (
        f"{count} settings are set, and they go together." if count else "All settings have their defaults."
    )


def _times(env: Environment) -> tuple[int, int]:
    """The seconds of IDLE_TIMEOUT and READ_TIMEOUT, and a look at WEB_CONCURRENCY: gunicorn reads these."""
    whole_number(env, "WEB_CONCURRENCY", 1, 10_000)
    idle = whole_number(env, "IDLE_TIMEOUT", 10, _MOST_SECONDS, old="SILENCE")
    return idle, whole_number(env, "READ_TIMEOUT", 30, _MOST_SECONDS, old="ARRIVAL")


def _names(env: Environment) -> Iterator[Finding]:
    for old, present in RENAMED.items():
        if env.get(old) and env.get(present):
            yield look("settings", f"{old} is not read, because {present} is set too.", f"remove {old}")
        elif env.get(old):
            yield look("settings", f"{old} is the name of an earlier release.", f"call it {present}")
    for name, instead in NOT_READ.items():
        if env.get(name):
            yield look("settings", f"{name} is not read any more.", f"remove it: {instead}")
    for name in sorted(set(env) - {*NAMES, *RENAMED, *NOT_READ}):
        if meant := get_close_matches(name, NAMES, 1, _ALIKE):
            yield look(
                "settings", f"Nothing reads {name}.", f"call it {meant[0]} if that was meant; {_SETTINGS}"
            )


# Does it hold, what is said, and what to do.
_Case = tuple[bool, str, str]


def _together(env: Environment, settings: Settings, times: tuple[int, int]) -> Iterator[Finding]:
    for holds, sentence, advice in (*_limits(env, settings, times), *_doors(env, settings)):
        if holds:
            yield look("settings", sentence, advice)


def _limits(env: Environment, settings: Settings, times: tuple[int, int]) -> tuple[_Case, ...]:
    """Return the cases of settings that defeat each other."""
    return (
        (
            settings.pooled and not settings.database_url,
            "DATABASE_POOLER without DATABASE_URL: the embedded PostgreSQL has no pooler, and is no cluster.",
            "set DATABASE_URL, or remove DATABASE_POOLER",
        ),
        (
            settings.concurrent_transactions is not None
            and bool(env.get("CONCURRENT_TRANSACTIONS") or env.get("AT_ONCE"))
            and settings.concurrent_transactions > settings.pool_size,
            "CONCURRENT_TRANSACTIONS is above POOL_SIZE, so it limits nothing.",
            "lower it, or raise POOL_SIZE",
        ),
        (
            settings.pdf_cache is None and bool(env.get("PDF_CACHE_MB")),
            "PDF_CACHE_MB says nothing while PDF_CACHE is off.",
            "remove one of them",
        ),
        (
            times[0] > times[1],
            "IDLE_TIMEOUT is above READ_TIMEOUT, which ends a request before.",
            "lower IDLE_TIMEOUT, or raise READ_TIMEOUT",
        ),
        (
            _is_above(settings.rate_per_token, settings.rate_per_address),
            "RATE_PER_TOKEN is above RATE_PER_ADDRESS, so one address reaches the latter first.",
            "lower RATE_PER_TOKEN, or raise RATE_PER_ADDRESS",
        ),
    )


def _doors(env: Environment, settings: Settings) -> tuple[_Case, ...]:
    """Return the cases of settings that admit strangers, or refuse everybody."""
    is_private = settings.host in ("localhost", "::1") or settings.host.startswith("127.")
    return (
        (
            settings.demo and bool(settings.database_url),
            "DEMO=on makes a demonstration, with a token that is printed, on your own PostgreSQL.",
            "remove DEMO in production",
        ),
        (
            settings.trusted_proxies.strip() == "*" and not is_private,
            "FORWARDED_ALLOW_IPS=* lets everybody who reaches the port name any address and scheme.",
            "name the proxy's address, or let the service listen where the proxy alone comes in",
        ),
        (
            not is_private and not env.get("FORWARDED_ALLOW_IPS"),
            "HOST lets other machines connect, and FORWARDED_ALLOW_IPS names no proxy there.",
            "set FORWARDED_ALLOW_IPS to the proxy's address; else logins by https are refused",
        ),
        (
            settings.metrics and not is_private,
            "METRICS=on serves /metrics to everybody who reaches the port.",
            "close the path at the proxy (docs/operating.md, Metrics)",
        ),
    )


def _is_above(one: int | None, other: int | None) -> bool:
    return one is not None and other is not None and one > other


def links(public_url: str | None) -> Finding:
    """Judge the address of links to the service, the setting PUBLIC_URL."""
    if public_url is None:
        return ok("tls", "PUBLIC_URL is not set: links have the address that a caller used.")
    if public_url.startswith("https://"):
        return ok("tls", f"Links begin with {public_url}.")
    return look(
        "tls",
        f"PUBLIC_URL is {public_url}: links lead to plain http.",
        "use https:// and a proxy that ends TLS",
    )


def tracing(exporter: str | None, is_installed: Callable[[], bool]) -> list[Finding]:
    """Judge OTEL_TRACES_EXPORTER by whether its packages can be found."""
    if not exporter or exporter == "none" or is_installed():
        return []
    found = "OTEL_TRACES_EXPORTER is set, but the packages of OpenTelemetry are missing: there are no traces."
    return [look("settings", found, "pip install --no-deps --require-hashes -r requirements/tracing.txt")]
