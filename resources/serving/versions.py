"""If-Match: the versions that a record may have to be changed.

A version is the record's `updatedAt`, so that a list tells it too; it is the ETag of a record that is read or written.
"""

import falcon

HEADER = "If-Match"


def expected_versions(req: falcon.Request) -> frozenset[str] | None:
    """Return the versions that a change expects, None for any. Weak tags match no version."""
    given = req.get_header(HEADER)
    if given is None or given.strip() == "*":
        return None
    return frozenset(one.strip().removeprefix('"').removesuffix('"') for one in given.split(","))
