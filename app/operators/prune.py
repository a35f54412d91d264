"""`prune`: remove what has no meaning any more. It does nobody harm, and may run from a timer."""

import click

from app.operators.session import in_transaction, json_option, show
from app.postgres.database import Transaction

_KINDS = ("idempotency_keys", "login_failures", "login_tokens")


@click.command()
@json_option
def prune(as_json: bool) -> None:
    """Remove expired idempotency keys, forgotten login failures and long expired tokens of logins."""

    def work(tx: Transaction) -> dict[str, int]:
        return {kind: tx.execute(f"pruning.{kind}") for kind in _KINDS}

    removed = in_transaction(work)
    sentence = ", ".join(f"{count} {kind.replace('_', ' ')}" for kind, count in removed.items())
    show(removed, f"Removed {sentence}.", as_json=as_json)
