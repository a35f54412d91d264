"""Rules for one field of a portal's file, of which the tables of the formats are made. Pure."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from app.money import ZERO
from app.returns.answers import FilingProblem
from app.wire import Row

GSTIN = r"[0-9]{2}[0-9A-Z]{13}"
# The day of a month of the years 2010 to 2029, as the portals write it.
DAY = r"[0-3][0-9]/[0-1][0-9]/[2][0][1-2][0-9]"
_MISSING, _MALFORMED, _UNKNOWN = "field_missing", "field_invalid", "field_unknown"


@dataclass(frozen=True)
class TextRule:
    """A text of `least` to `most` characters, all of the pattern where there is one."""

    least: int
    most: int
    pattern: str = ""
    required: bool = True

    def fault(self, value: Any) -> str | None:
        """Return the fault of a value as a sentence, None if it has none."""
        if not isinstance(value, str) or not self.least <= len(value) <= self.most:
            return f"Must have {self.least} to {self.most} characters."
        if self.pattern and not re.fullmatch(self.pattern, value):
            return "Has not the form that the portal asks for."
        return None


@dataclass(frozen=True)
class NumberRule:
    """A number from `least` through `most` with at most `places` places."""

    most: Decimal
    least: Decimal = ZERO
    places: int = 2
    required: bool = True

    def fault(self, value: Any) -> str | None:
        """Return the fault of a value as a sentence, None if it has none."""
        if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
            return "Must be a number."
        number = Decimal(str(value))
        if not self.least <= number <= self.most:
            return f"Must be from {self.least} to {self.most}."
        exponent = number.normalize().as_tuple().exponent
        return f"Must have at most {self.places} places." if -int(exponent) > self.places else None


Rules = Mapping[str, TextRule | NumberRule]


def faults_of_section(path: str, section: Row, rules: Rules) -> Iterator[FilingProblem]:
    """Yield a problem for each field of a section that is missing, malformed or unknown. `path` is the section's
    own."""
    before = f"{path}." if path else ""
    for field, rule in rules.items():
        value = section.get(field)
        if value is None:
            if rule.required:
                yield FilingProblem(_MISSING, f"{before}{field}", "The portal requires it.")
        elif fault := rule.fault(value):
            yield FilingProblem(_MALFORMED, f"{before}{field}", fault)
    for field in section.keys() - rules.keys():
        yield FilingProblem(_UNKNOWN, f"{before}{field}", "The portal knows no such field.")
