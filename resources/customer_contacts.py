"""Customer contacts: as every kind of record (spec 4.4)."""

from resources.records import RecordResource


class CustomerContactResource(RecordResource):
    """The contacts of an organization's customers."""
