"""Refusals that answers must be, and what they say."""

from webtest import TestResponse


def refused(answer: TestResponse) -> set[str]:
    """The fields that a validation error names."""
    assert answer.status_int == 422, answer.text
    assert answer.json["success"] is False
    assert answer.json["error"]["code"] == "validation_error"
    return {detail["field"] for detail in answer.json["error"]["details"]}


def conflict(answer: TestResponse) -> str:
    """The sentence of a conflict."""
    assert answer.status_int == 409, answer.text
    assert answer.json["error"]["code"] == "conflict"
    return str(answer.json["error"]["message"])
