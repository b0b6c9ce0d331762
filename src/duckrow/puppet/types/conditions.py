"""The conditions of the plain types on a value, as Python expressions about a variable.

`check_rules` writes these for type records, and `runtime.quick_checks` for the types in the
signatures of functions. This module imports nothing: a call of a function loads no types.
"""

from __future__ import annotations

NONE = type(None)

# The Python classes whose values a bare type accepts, all of them and no others.
CLASSES: dict[str, tuple[type, ...]] = {
    "Undef": (NONE,),
    "Boolean": (bool,),
    "Integer": (int,),
    "Float": (float,),
    "Numeric": (int, float),
    "ScalarData": (str, int, float, bool),
    "String": (str,),
    "Pattern": (str,),
    "Collection": (list, dict),
    "Array": (list,),
    "Hash": (dict,),
    "Tuple": (list,),
    "Struct": (dict,),
}


def all_of(*parts: str) -> str:
    """Write that all parts are true."""
    return " and ".join(part for part in parts if part != "True") or "True"


def any_of(*parts: str) -> str:
    """Write that one of some parts is true."""
    return f"({' or '.join(parts)})"


def is_bare(name: str, v: str) -> str:
    """Write that a variable is a value of a bare type."""
    if name == "Undef":
        return f"{v} is None"
    tests = [f"{v}.__class__ is {class_.__name__}" for class_ in CLASSES[name]]
    return tests[0] if len(tests) == 1 else any_of(*tests)


def within(low: object, high: object, what: str) -> str:
    """Write the condition that a value is between two bounds; None means unbounded."""
    if low is not None and low == high:
        return f"{what} == {low!r}"
    # Two comparisons of a variable are faster than a chain of them.
    return all_of(
        "True" if low is None else f"{what} >= {low!r}",
        "True" if high is None else f"{what} <= {high!r}",
    )


def has_size(low: int | None, high: int | None, v: str) -> str:
    """Write that the length of a string or a collection lies between two bounds."""
    if not low and high is None:
        return "True"
    if low == 1 and high is None:
        return v  # an empty string, array or hash is false in Python
    if low and high is not None and low != high:
        return f"{low} <= len({v}) <= {high}"
    return within(low or None, high, f"len({v})")


def no_item_fails(item: str, items: str, check: str) -> str:
    """Write that a check holds for all items; a list is faster to make than a generator to run."""
    return "True" if check == "True" else f"not [1 for {item} in {items} if not {check}]"
