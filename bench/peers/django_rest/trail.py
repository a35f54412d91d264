"""The audit trail: a row for each row written, with user, former and new values. Rows are written together, at the
end."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import models
from rest_framework.request import Request

from bench.peers.django_rest.models import TrailModel


def _row(record: models.Model) -> dict[str, object]:
    return {field.attname: getattr(record, field.attname) for field in record._meta.concrete_fields}


class Trail:
    def __init__(self, request: Request) -> None:
        self._organization_id = request.auth.organization_id
        self._user_id = request.user.id
        self._rows: list[TrailModel] = []

    def inserted(self, *records: models.Model) -> None:
        """Note records that were inserted."""
        for record in records:
            self._add(record, "INSERT", None)

    @contextmanager
    def updating(self, record: models.Model) -> Iterator[None]:
        """Note the change of a record by the block."""
        before = _row(record)
        yield
        self._add(record, "UPDATE", before)

    def write(self) -> None:
        """Write all rows at once."""
        TrailModel.objects.bulk_create(self._rows)

    def _add(self, record: models.Model, operation: str, before: dict[str, object] | None) -> None:
        table = record._meta.db_table
        self._rows.append(
            TrailModel(
                organization_id=self._organization_id,
                user_id=self._user_id,
                table_name=table,
                record_id=str(record.pk),
                operation=operation,
                before=before,
                after=_row(record),
            )
        )
