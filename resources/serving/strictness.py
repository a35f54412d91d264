"""Names that a request has and its operation does not: query parameters, and fields where there is no body."""

from collections.abc import Mapping
from typing import NamedTuple

import falcon

from app.errors import DomainError, Invalid
from app.schemas.body import MOST_ERRORS, BodySchema
from app.schemas.unknown_names import UnknownName, shown
from resources.serving.bodies import json_object

_NO_FIELDS = BodySchema()


class Takes(NamedTuple):
    """The inputs of an operation: the names of its query parameters, None for any, and whether it has a body."""

    query: frozenset[str] | None = None
    body: bool = True


# Path -> method -> what is taken.
TakesByRoute = Mapping[str, Mapping[str, Takes]]
ANYTHING = Takes()


def unknown_names(req: falcon.Request) -> DomainError | None:
    """Return the error for parameters, or else for fields of a body, that the operation does not have; None for none.

    A body that `json_object` refuses is returned as its error.
    """
    known = req.context.takes.query
    unknown = [] if known is None else [name for name in req.params if name not in known][:MOST_ERRORS]
    if unknown:
        return Invalid([(shown(name), str(UnknownName("parameter", name, known))) for name in unknown])
    if req.context.takes.body or "body" not in req.context or not req.context.body.size:
        return None
    try:
        _NO_FIELDS.create(json_object(req))
    except DomainError as refusal:
        return refusal
    return None
