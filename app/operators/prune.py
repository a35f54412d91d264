"""`prune`: remove expired rows. It affects no request and may run from a timer."""

import click

from app.operators.progress import counted, progress
from app.operators.session import in_transaction, json_option, settings, show
from app.postgres.database import Transaction

_STATEMENTS = (
    *("idempotency_keys", "login_failures", "login_tokens", "refresh_repeats"),
    *("share_links", "webhook_secrets"),
)
# Tables whose rows are kept for EVENT_DAYS (setting).
_OF_EVENTS = ("webhook_deliveries", "events")


@click.command()
@json_option
def prune(as_json: bool) -> None:
    """Remove what is kept for a time only.

    That is expired idempotency keys and links, forgotten login failures, what expired logins, refreshes and secrets
    left, and events and deliveries older than EVENT_DAYS. Have a timer run it daily.
    """

    def work(tx: Transaction) -> dict[str, int]:
        days = settings().event_days
        with progress("Removing", len(_STATEMENTS) + len(_OF_EVENTS)) as advance:
            removed = {name: tx.execute(f"pruning.{name}") for name in counted(_STATEMENTS, advance)}
            return removed | {
                name: tx.execute(f"pruning.{name}", event_days=days) for name in counted(_OF_EVENTS, advance)
            }

    removed = in_transaction(work)
    sentence = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in removed.items())
    show(removed, f"Removed {sentence}.", as_json=as_json)
