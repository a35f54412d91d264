"""What customers owe, by how long it has been due. Amounts are in the base currency."""

from app.postgres.database import Reading, Row


def _shown(read: list[list[Row]]) -> Row:
    (buckets,) = read
    return {
        "totalOutstanding": buckets[0]["totalOutstanding"],
        "overdueAmount": buckets[0]["overdueAmount"],
        "aging": [{"bucket": row["bucket"], "amount": row["amount"]} for row in buckets],
    }


# Every open invoice's balance in exactly one bucket; the buckets add up to `totalOutstanding`.
RECEIVABLES = Reading[Row]((("dashboard.receivables", {}),), _shown)
