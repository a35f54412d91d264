"""Types that generators of clients make: words of a closed set, days and moments."""

import json
import re
from typing import Any

from tests.contract import published

SCHEMAS = published()["components"]["schemas"]
# Any text, as the specification has them.
FREE_WORDS = {"msmeType", "category"}
NAMES_OF_WORDS = re.compile(
    r"(status|[tT]ype|mode|kind|frequency|action|[cC]ategory|then|checks|table|taxability)$"
)
NAMES_OF_TIMES = re.compile(r"(Date|From|To|Through|At|today)$")
OF_BODIES = ("Input", "Change")


def texts(names: re.Pattern[str]) -> list[tuple[str, str, dict[str, Any]]]:
    """Schema, name and what is told of each property that is text, but for those that bodies ignore."""
    return [
        (schema, name, told)
        for schema, whole in SCHEMAS.items()
        for name, told in whole.get("properties", {}).items()
        if "string" in told.get("type", ()) and not told.get("readOnly") and names.search(name)
    ]


def test_what_is_one_of_a_few_words_is_told_with_them() -> None:
    found = texts(NAMES_OF_WORDS)
    assert {name for _, name, told in found if "enum" not in told} == FREE_WORDS
    assert len(found) > 100


def test_no_field_hides_behind_an_expression_against_what_no_text_holds() -> None:
    assert "u0000" not in json.dumps(published())
    assert "Text holds any character but U+0000." in published()["info"]["description"]


def test_days_are_sent_as_dates_and_read_as_the_midnight_that_they_begin_with() -> None:
    found = texts(NAMES_OF_TIMES)
    sent = {told.get("format") for schema, _, told in found if schema.endswith(OF_BODIES)}
    read = {told.get("format") for schema, _, told in found if not schema.endswith(OF_BODIES)}
    assert (sent, read) == ({"date"}, {"date", "date-time"})
    moments = {name for _, name, told in found if told["format"] == "date-time" and "pattern" not in told}
    assert {name for name in moments if name.endswith("Date")} == {"ackDate"}
