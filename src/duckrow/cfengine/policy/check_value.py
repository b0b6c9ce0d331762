"""Check that a value has the type and range of an attribute or parameter.

The parser uses these checks, and so does the evaluator after variables are expanded. Values are
strings, lists, calls and data. A value with variables cannot be checked and passes.
"""

from __future__ import annotations

import re
from functools import cache

from duckrow.cfengine.policy.references import has_variables, is_bare_variable
from duckrow.cfengine.policy.tables.functions import SIGNATURES
from duckrow.cfengine.policy.tables.ranges import PATH
from duckrow.cfengine.values.numbers import INFINITE, ignore_message, read_integer, read_real
from duckrow.cfengine.values.rvals import Call, Data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.cfengine.values.numbers import LogMessage

    Report = Callable[[str], None]

_LISTS = frozenset(("slist", "ilist", "rlist", "clist", "olist"))
# A call in these is a bundle with arguments.
_BUNDLES = frozenset(
    "bundlesequence edit_line edit_xml usebundle service_bundle home_bundle".split()
)
_SCALARS = frozenset(("int", "real", "option", "context"))
# Types that a function may return instead of the required type.
_RETURNS = {
    "string": _SCALARS,
    "slist": frozenset(("string",)),
    "context": frozenset(("string",)),
    "ilist": frozenset(("int",)),
    "rlist": frozenset(("real",)),
    "olist": frozenset(("option",)),
    "clist": frozenset(("context",)),
}

UNCHECKED = "Cannot check unexpanded value"
GOT_SCALAR = "Attempted to give a scalar to a non-scalar type"
GOT_LIST = "Attempted to give a list to a non-list type"
GOT_NOTHING = "Attempted to give a value of type null"
RANGE_IN_BRACKETS = "Real range specification should not be enclosed in brackets - just 'a,b'"
RANGE_OF_MANY = "Range format specifier should be of form 'a,b'' but got multiple items"
BAD_MODE = "Error parsing Unix permission string"
OUT_OF_RANGE = "Scalar value is out of range"
EMPTY_OUT_OF_RANGE = "Empty scalar value is out of range"
NOT_ABSOLUTE = "Filename is not an absolute path"
NO_INTEGER = "Cannot parse value as integer"
INTEGER_OUT_OF_RANGE = "Integer is out of range"
REAL_INFINITE = "Keyword 'inf' has an integer value, cannot be used as real"
REAL_OUT_OF_RANGE = "Real value is out of range"
NO_OPTION = "Selection is out of bounds"
WRONG_RETURN = "Function does not return the required type"
UNKNOWN_FUNCTION = "Unknown function"
NO_CONTEXT = "Context string is invalid/out of range"


def check_value(
    value: object,
    type_: str,
    range_: str,
    name: str = "",
    log_message: LogMessage = ignore_message,
    report: Report | None = None,
) -> str | None:
    """Return the error in a value, or None.

    The name of the attribute matters for modes and bundles. `log_message` and `report` receive
    the messages that the reference prints while it checks.
    """
    error = _check(value, type_, range_, name, 0, _Output(log_message, report))
    return None if error == UNCHECKED else error


class _Output:
    __slots__ = ("log_message", "report")

    def __init__(self, log_message: LogMessage, report: Report | None) -> None:
        self.log_message = log_message
        self.report = report


def _check(
    value: object, type_: str, range_: str, name: str, level: int, output: _Output
) -> str | None:
    if isinstance(value, str):
        if type_ in _LISTS and level == 0:
            return GOT_SCALAR
        return _check_scalar(value, type_, range_, name, output)
    if isinstance(value, (list, tuple)):
        if type_ not in _LISTS:
            return GOT_LIST
        for item in value:
            error = _check(item, type_, range_, name, 1, output)
            if error is not None and error != UNCHECKED:
                return error
        return None
    if isinstance(value, Call):
        return None if name in _BUNDLES else _check_return(value.name, type_)
    return None if isinstance(value, Data) else GOT_NOTHING


def _check_return(function: str, type_: str) -> str | None:
    signature = SIGNATURES.get(function)
    if signature is None:
        return UNKNOWN_FUNCTION
    returns = signature.returns
    if returns == type_ or returns in _RETURNS.get(type_, ()):
        return None
    return WRONG_RETURN


def _check_scalar(text: str, type_: str, range_: str, name: str, output: _Output) -> str | None:
    if type_ in ("string", "slist"):
        return _check_string(text, range_, name, output)
    if type_ in ("int", "ilist"):
        return _check_integer(text, range_, output)
    if type_ in ("real", "rlist"):
        return _check_real(text, range_, output)
    if type_ in ("option", "olist"):
        if is_bare_variable(text, "@") or is_bare_variable(text, "$"):
            return UNCHECKED
        # An empty string is in no list.
        return None if not text or text in range_.split(",") else NO_OPTION
    if type_ in ("context", "clist"):
        return None if not range_ or _is_in(text, range_) else NO_CONTEXT
    if type_ == "irange":
        return _check_integer_range(text, range_, output)
    if type_ == "rrange":
        return _check_real_range(text, range_, output)
    return None


def _is_in(text: str, range_: str) -> bool:
    """Return whether the first match of a pattern is the whole string."""
    if text == range_:
        return True
    found = _pattern(range_).search(text)
    return found is not None and found.span() == (0, len(text))


@cache
def _pattern(range_: str) -> re.Pattern[str]:
    # Python reserves doubled signs in a set for later; here they mean the same as one.
    return re.compile(range_.replace("||", "|"), re.ASCII | re.DOTALL | re.MULTILINE)


def _check_string(text: str, range_: str, name: str, output: _Output) -> str | None:
    if not range_:
        return None
    if is_bare_variable(text, "@") or is_bare_variable(text, "$"):
        return UNCHECKED
    if name in ("mode", "search_mode"):
        from duckrow.cfengine.values.modes import read_mode

        if read_mode(text, output.log_message) is None:
            return BAD_MODE
    if _is_in(text, range_):
        return None
    if has_variables(text, output.report):
        return UNCHECKED
    if not text:
        return EMPTY_OUT_OF_RANGE
    return NOT_ABSOLUTE if range_ == PATH else OUT_OF_RANGE


def _bounds(range_: str) -> tuple[int, int]:
    low, high = range_.split(",")
    return int(low), INFINITE if high == "inf" else int(high)


def _check_integer(text: str, range_: str, output: _Output) -> str | None:
    low, high = _bounds(range_)
    if has_variables(text, output.report):
        return UNCHECKED
    number = read_integer(text, output.log_message)
    if number is None:
        return NO_INTEGER
    return None if low <= number <= high else INTEGER_OUT_OF_RANGE


def _check_integer_range(text: str, range_: str, output: _Output) -> str | None:
    if text.startswith(("[", "(")):
        return RANGE_IN_BRACKETS
    low, high = _bounds(range_)
    if has_variables(text, output.report):
        return UNCHECKED
    parts = _split(text)
    if len(parts) != 2:
        return RANGE_OF_MANY
    for part in parts:
        number = read_integer(part, output.log_message)
        # An invalid number counts as the small number that represents it.
        if not low <= (-678 if number is None else number) <= high:
            return INTEGER_OUT_OF_RANGE
    return None


def _check_real(text: str, range_: str, output: _Output) -> str | None:
    if text == "inf":
        return REAL_INFINITE
    if has_variables(text, output.report):
        return UNCHECKED
    low, high = range_.split(",")
    number = read_real(text, output.log_message)
    if number is None or number > float(high) or number < float(low):
        return REAL_OUT_OF_RANGE
    return None


def _check_real_range(text: str, range_: str, output: _Output) -> str | None:
    if text.startswith(("[", "(")):
        return RANGE_IN_BRACKETS
    if text == "inf":
        return REAL_INFINITE
    if has_variables(text, output.report):
        return UNCHECKED
    parts = _split(text)
    if len(parts) != 2:
        return RANGE_OF_MANY
    low, high = range_.split(",")
    for part in parts:
        number = read_real(part, output.log_message)
        if number is None or number > float(high) or number < float(low):
            return REAL_OUT_OF_RANGE
    return None


def _split(text: str) -> list[str]:
    return text.split(",") if text else []
