"""Facts of the kinds of master data that tests run through."""

import re

from app.lists.catalogue import LISTINGS
from app.master_data.defaults import RecordsWithDefault
from app.master_data.kinds import KINDS
from app.wire import camel

#: Every list but those of the trail and of events, which have no records (tests/api/test_audit_over_http.py and
#: test_events.py), and of webhooks (test_webhook_endpoints.py).
LISTS = {
    kind: listing
    for kind, listing in LISTINGS.items()
    if kind not in ("audit", "events", "webhook_endpoints", "webhook_deliveries")
}
#: Each list in each of its orders.
SORTS = [(kind, sort) for kind, listing in LISTS.items() for sort in listing.sorts]
#: What no two records of an organization have, and is no number, and no reference that a caller may leave out.
_UNIQUE = re.compile("_one_per_(?!number|reference)")
#: Collections of which no two records of an organization are alike in some field that is sent.
UNIQUE = {
    kind.path for kind in KINDS if any(_UNIQUE.search(constraint.name) for constraint in kind.constraints)
}
#: Collections with a default, and the flag that it carries.
FLAGS = {
    kind.path: camel(kind.records.flag) for kind in KINDS if isinstance(kind.records, RecordsWithDefault)
}
