"""What tests ask of kinds of master data."""

from app.master_data.defaults import RecordsWithDefault
from app.master_data.kinds import KINDS
from app.wire import camel

#: Collections of which no two records of an organization are alike in some field that is sent: not a number.
UNIQUE = {
    kind.path for kind in KINDS if any("_one_per_" in constraint.name for constraint in kind.constraints)
} - {"/expenses"}
#: Collections with a default, and the flag that it carries.
FLAGS = {
    kind.path: camel(kind.records.flag) for kind in KINDS if isinstance(kind.records, RecordsWithDefault)
}
