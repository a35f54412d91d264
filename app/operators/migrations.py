"""`migrate` and `migrate-status`."""

import click

from app.operators.progress import progress
from app.operators.session import bring_up_to_date, json_option, owner_url, settings, show
from app.postgres import migrations

NOT_POOLED = (
    "Migrations need a session of their own: name PostgreSQL itself in DATABASE_URL, without DATABASE_POOLER."
)


@click.command()
@json_option
def migrate(as_json: bool) -> None:
    """Apply the migrations that the database lacks."""
    if settings().pooled:
        raise click.ClickException(NOT_POOLED)
    with owner_url() as url:
        applied = bring_up_to_date(url)
        turned = _turn_copies(url)
    sentence = "\n".join(f"Applied {version}." for version in applied) or "The database is current."
    show({"applied": applied, "turned": turned}, sentence, as_json=as_json)


def _turn_copies(url: str) -> int:
    """Turn what the trail held before migration 0024. The service may run meanwhile."""
    total = 0
    with progress("Turning the trail into entries", unit="copies") as advance:
        for turned in migrations.turn_copies(url):
            total += turned
            advance(turned)
    return total


@click.command("migrate-status")
@json_option
@click.pass_context
def migrate_status(context: click.Context, as_json: bool) -> None:
    """Tell which migrations the database has.

    Status 1 when it lacks one.
    """
    with owner_url() as url:
        known = migrations.status(url)
    for version, applied in known:
        sentence = f"{version}  {'applied' if applied else 'missing'}"
        show({"version": version, "applied": applied}, sentence, as_json=as_json)
    if not all(applied for _, applied in known):
        context.exit(1)
