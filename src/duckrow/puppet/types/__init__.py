"""The type system: types as data, and the questions one can ask about them.

parse_type("Optional[String[1]]")    from text; str(type) goes back
accepts(type_, value)                is the value an instance
assignable(to, other)                does every value of the one fit the other
infer(value)                         what type a value has
common_type(one, other)              what both fit

accepts_each, assignable_each and infer_each answer for many values or types in one call, faster.
"""

from duckrow.puppet.types.assignable import assignable, assignable_each
from duckrow.puppet.types.common import common_type
from duckrow.puppet.types.generalize import generalize
from duckrow.puppet.types.infer import infer, infer_detailed, infer_each, infer_generic
from duckrow.puppet.types.instance import accepts, accepts_each
from duckrow.puppet.types.normalize import normalize
from duckrow.puppet.types.written import written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.types.parse import parse_type

__all__ = [
    "accepts",
    "accepts_each",
    "assignable",
    "assignable_each",
    "common_type",
    "generalize",
    "infer",
    "infer_detailed",
    "infer_each",
    "infer_generic",
    "normalize",
    "parse_type",
    "written",
]


def __getattr__(name: str) -> object:
    """Load what reads types from text when it is first asked for: it brings the whole parser."""
    if name == "parse_type":
        from duckrow.puppet.types.parse import parse_type

        globals()[name] = parse_type
        return parse_type
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
