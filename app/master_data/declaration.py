"""The declaration of a kind of master data: its routes, list, messages and part of the document follow from it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from marshmallow import Schema

from app.errors import a_or_an
from app.lists.listing import Listing
from app.master_data.records import Records
from app.postgres.constraints import Constraint
from app.schemas.answers.derived import answer_of
from app.schemas.body import BodySchema
from app.schemas.record_kind import RecordKind
from app.wire import Json, camel

KEEPS = "Fields that are left out keep their values. "


@dataclass(frozen=True, kw_only=True)
class MasterDataKind(RecordKind):
    """A kind of master data. Table, query file and path have one name, that of its `records`.

    `record` follows from the `body` unless it is given. `unique` are columns in which no two records are alike
    (`one_per` of kind_table): who breaks that gets 422. `constraints` are the others of its table that a request may
    break. `about` stands under its heading in the document, `words` say what fields mean, by name on the wire or as
    `Schema.name`, and `example` is a valid body to begin with; `change` is that of PATCH where it differs.
    `demonstrated` are records of the demonstration that name no others, by what it calls them. `create_errors` and
    `delete_errors` are codes that only creating or deleting one answers.
    """

    records: Records
    body: BodySchema
    record: type[Schema] = Schema  # stands for what follows from the body
    listing: Listing
    about: str
    example: Json
    change: Json | None = None
    demonstrated: Mapping[str, Json] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    unique: tuple[str, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    create_errors: tuple[str, ...] = ()
    delete_errors: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Derive `record` from the body unless it is given, and the constraints of `unique`.

        The body ignores fields that only `record` has: so a record can be sent back as it was read.
        """
        if self.record is Schema:
            object.__setattr__(self, "record", answer_of(type(self.body)))
        self.body.answered_as(self.record)
        object.__setattr__(self, "constraints", (*self.constraints, *map(self._one_per, self.unique)))

    def _one_per(self, column: str) -> Constraint:
        taken = f"There is already {a_or_an(self.one)} with this {camel(column)}."
        return Constraint(f"{self.name}_one_per_{column}", taken, camel(column))

    @property
    def name(self) -> str:
        """`cost_centers`: of the table, the query file and the list."""
        return self.records.kind

    @property
    def path(self) -> str:
        """`/cost-centers`."""
        return "/" + self.name.replace("_", "-")
