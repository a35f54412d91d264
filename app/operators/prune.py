"""`prune`: remove expired rows. It affects no request and may run from a timer."""

import click

from app.operators.session import in_transaction, json_option, show
from app.postgres.database import Transaction

_STATEMENTS = (
    *("idempotency_keys", "login_failures", "login_tokens", "refresh_repeats"),
    *("share_links", "events"),
)


@click.command()
@json_option
def prune(as_json: bool) -> None:
    """Remove expired idempotency keys and links, forgotten login failures, what expired logins and refreshes left, and
    events of more than 90 days ago."""

    def work(tx: Transaction) -> dict[str, int]:
        return {name: tx.execute(f"pruning.{name}") for name in _STATEMENTS}

    removed = in_transaction(work)
    sentence = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in removed.items())
    show(removed, f"Removed {sentence}.", as_json=as_json)
