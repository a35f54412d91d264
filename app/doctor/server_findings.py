"""PostgreSQL, as it answers: migrations, clock, role, connections, TLS, durability. Pure."""

from collections.abc import Mapping

from app.doctor.findings import Finding, fault, look, ok, size
from app.wire import Row

# Connections that the deliverer and a command or two need beside the workers.
BESIDE = 6
_MOST = 0.8  # of the connections
_SECONDS_TO_LOOK, _SECONDS_OF_A_FAULT = 2.0, 30.0
_MIGRATE = "run make migrate as the owner of the tables"


def migrations(applied: Mapping[str, str] | None, known: Mapping[str, str], *, is_embedded: bool) -> Finding:
    """Judge the migrations of the database by those of the program: version -> checksum. None: it has no tables."""
    advice = "run any command, or make run" if is_embedded else _MIGRATE
    if applied is None:
        return fault("migrations", "The database has none.", advice)
    edited = sorted(
        version for version in applied.keys() & known.keys() if applied[version] != known[version]
    )
    if edited:
        return fault(
            "migrations",
            f"{', '.join(edited)} differs from the file that was applied.",
            "install the release as it was published",
        )
    missing, newer = sorted(known.keys() - applied.keys()), sorted(applied.keys() - known.keys())
    if newer:
        return look(
            "migrations",
            f"The database is ahead of this program by {_named(newer)}: commands refuse to work.",
            "install the release that has them",
        )
    if missing:
        return fault("migrations", f"The database lacks {_named(missing)}.", advice)
    return ok("migrations", f"All {len(known)} are applied.")


def _named(versions: list[str]) -> str:
    return (
        versions[0] if len(versions) == 1 else f"{len(versions)} migrations, {versions[0]} to {versions[-1]}"
    )


def clock(seconds: float, uncertainty: float, zones: tuple[str, str]) -> Finding:
    """Judge by how many seconds PostgreSQL's clock is ahead of this machine's; `zones` are its zone and ours."""
    told = (
        f"PostgreSQL's clock is {abs(seconds):.1f} s {'ahead of' if seconds > 0 else 'behind'} this machine's"
    )
    where = f"its time zone is {zones[0]}, this machine's {zones[1]}"
    apart = abs(seconds) - uncertainty
    advice = "have both machines keep time by NTP: tokens, e-invoices and books go by it"
    if apart > _SECONDS_OF_A_FAULT:
        return fault("clock", f"{told}; {where}.", advice)
    if apart > _SECONDS_TO_LOOK:
        return look("clock", f"{told}; {where}.", advice)
    return ok("clock", f"The clocks agree; {where} (the service works in UTC).")


def zones(*, are_known: bool) -> list[Finding]:
    """Judge whether this machine knows the time zones that organizations have."""
    if are_known:
        return []
    return [fault("clock", "This machine has no data of time zones.", "install tzdata")]


def role(row: Row, *, is_embedded: bool) -> list[Finding]:
    """Judge the login: what it may, and whether row security holds for it and for `invoicing_app`."""
    found = [_login(row, is_embedded=is_embedded)]
    if row["app_passes"]:
        advice = "ALTER ROLE invoicing_app NOSUPERUSER NOBYPASSRLS"
        found.append(
            fault("role", "invoicing_app passes row security: organizations see each other's rows.", advice)
        )
    return found


def _login(row: Row, *, is_embedded: bool) -> Finding:
    name = row["name"]
    if is_embedded:
        return ok(
            "role", f"{name} owns the tables of the embedded PostgreSQL; the service logs in as a plain role."
        )
    if row["is_superuser"]:
        return look(
            "role",
            f"{name} is a superuser, which neither the service nor commands need.",
            "log in as a plain owner for commands, as a member of invoicing_app for the service",
        )
    if row["passes"]:
        return look("role", f"{name} passes row security (BYPASSRLS).", f"ALTER ROLE {name} NOBYPASSRLS")
    return _plain_login(row)


def _plain_login(row: Row) -> Finding:
    name = row["name"]
    if row["is_owner"] is None:
        return look("role", f"{name} sees no tables of the service.", _MIGRATE)
    if row["is_owner"]:
        return ok("role", f"{name} owns the tables: right for commands and migrations, not for the service.")
    if row["is_member"]:
        return ok(
            "role", f"{name} is a plain member of invoicing_app: right for the service, not for commands."
        )
    return fault(
        "role",
        f"{name} neither owns the tables nor is a member of invoicing_app.",
        f"GRANT invoicing_app TO {name}",
    )


def connections(row: Row, limits: Row, *, workers: int, pool_size: int, pooled: bool) -> Finding:
    """Judge the connections that PostgreSQL allows by those that the service takes on this machine."""
    if pooled:
        return ok("connections", "A pooler stands in between; its own limits are not seen from here.")
    free = row["max_connections"] - row["reserved"]
    most = min(limit for limit in (free, limits["of_role"], limits["of_database"]) if limit >= 0)
    need = workers * pool_size + BESIDE
    told = (
        f"{workers} workers with {pool_size} connections each and {BESIDE} beside them may take {need} of {most}; "
        f"{row['connections']} are open now."
    )
    if need > most:
        return fault("connections", told, "raise max_connections, or lower POOL_SIZE or WEB_CONCURRENCY")
    if max(need, row["connections"]) > _MOST * most:
        return look("connections", told, "count other machines and programs too, and raise max_connections")
    return ok("connections", told)


def encryption(*, is_local: bool, is_encrypted: bool, sslmode: str | None) -> Finding:
    """Judge the way to PostgreSQL; `sslmode` is what the URL or PGSSLMODE says."""
    if is_local:
        return ok("tls", "PostgreSQL is on this machine: its connection needs no TLS.")
    if not is_encrypted:
        return fault(
            "tls",
            "The connection to PostgreSQL on another machine is not encrypted.",
            "turn ssl on there, and add sslmode=verify-full to DATABASE_URL",
        )
    if sslmode not in ("verify-full", "verify-ca"):
        return look(
            "tls",
            "The connection to PostgreSQL is encrypted, but its certificate is not verified.",
            "add sslmode=verify-full and sslrootcert to DATABASE_URL",
        )
    return ok("tls", "The connection to PostgreSQL is encrypted, and its certificate verified.")


def durability(row: Row) -> Finding:
    """Judge whether answered writes outlive a loss of power."""
    off = [name for name in ("fsync", "synchronous_commit") if row[name] == "off"]
    if off:
        return fault(
            "durability",
            f"{' and '.join(off)} {'is' if len(off) == 1 else 'are'} off: a loss of power loses what was answered.",
            "turn it on in postgresql.conf",
        )
    return ok("durability", "fsync and synchronous_commit are on.")


def database_size(row: Row) -> Finding:
    """Tell how large the database is."""
    return ok("database", f"It has {size(row['bytes'])}.")
