"""A field that is given a value, and values that most fields refuse."""

import pytest

from app.errors import Invalid
from app.schemas.body import BodySchema

HUGE = pytest.param(10**5000, id="10^5000")
NOT_SCALARS = [[], {}, [1], {"a": 1}]


def read(field, value):
    """Return the value that the field makes of the given one."""
    return BodySchema.from_dict({"field_name": field})().create({"fieldName": value})["field_name"]


def refusal(field, value):
    """Return the message with which the field refuses the value."""
    with pytest.raises(Invalid) as refused:
        read(field, value)
    ((name, message),) = refused.value.details
    assert name.partition(".")[0] == "fieldName"
    return message
