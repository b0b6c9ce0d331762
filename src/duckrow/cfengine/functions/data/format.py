"""format(format, values...): format values as printf does.

%d, %o and %x take integers, %f numbers, %s strings, and %S the name of a container or a list.
"""

from __future__ import annotations

from duckrow.cfengine.functions.helpers.common import leading_integer
from duckrow.cfengine.functions.helpers.reals import leading_real
from duckrow.cfengine.values.json_text import compact
from duckrow.cfengine.values.numbers import saturated
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.source.lazy_pattern import LazyPattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.cfengine.evaluation.context import Context

_PIECE = LazyPattern(r"(?s)(%%|%[^diouxXeEfFgGaAcsCSpnm%]*?[diouxXeEfFgGaAcsCSpnm])([^%]*)")
_SPECIFIER = LazyPattern(r"%([-+ #0']*)(\d*)(?:\.(\d*))?(l*)([a-zA-Z])")
BAD_MODIFIERS = "hLqjzt"
MOST = 4095
_LARGEST = (1 << 63) - 1


def format_(context: Context, arguments: list[str]) -> str:
    """Format values as printf does."""
    if not arguments:
        raise FunctionFailed
    template = arguments[0]
    start = template.find("%")
    if start < 0:
        return template
    values = iter(arguments[1:])
    out = [template[:start]]
    match = _PIECE.match(template, start)
    while match is not None:
        out.append(_filled(context, match[1], values))
        out.append(match[2])
        match = _PIECE.match(template, match.end())
    return "".join(out)


def _filled(context: Context, piece: str, values: Iterator[str]) -> str:
    if piece == "%%":
        return "%"
    value = next(values, None)
    if value is None:
        raise FunctionFailed("format() didn't have enough parameters")
    for modifier in BAD_MODIFIERS:
        if modifier in piece:
            raise FunctionFailed(
                f"format() does not allow modifier character '{modifier}' "
                f"in format specifier '{piece}'."
            )
    if "d" in piece or "o" in piece or "x" in piece:
        return _whole(piece, leading_integer(value))
    if "f" in piece:
        return _printed(piece, leading_real(value))
    if "s" in piece:
        return _padded(piece, value)
    if "S" in piece:
        return _padded(piece.replace("S", "s"), _written(context, value))
    return "(unhandled format)"


def _read(piece: str) -> tuple[str, str, str, str, str]:
    match = _SPECIFIER.fullmatch(piece)
    if match is None:
        return "", "", "", "", piece[-1]
    flags = match[1].replace("'", "")
    precision = "" if match[3] is None else f".{match[3] or 0}"
    return flags, _bounded(match[2]), _bounded(precision), match[4], match[5]


def _bounded(size: str) -> str:
    """Limit widths to the size of cf-agent's buffer."""
    digits = size.lstrip(".")
    return size if not digits or saturated(digits) <= MOST else size[: -len(digits)] + str(MOST)


def _whole(piece: str, number: int) -> str:
    """Format an integer; without `l` cf-agent uses its lower 32 bits."""
    flags, width, precision, longs, kind = _read(piece)
    number = max(-_LARGEST - 1, min(number, _LARGEST))
    bits = 64 if longs else 32
    number &= (1 << bits) - 1
    if kind in "di" and number >> (bits - 1):
        number -= 1 << bits
    if kind not in "diox":
        return "(unhandled format)"
    digits = format(abs(number), {"o": "o", "x": "x"}.get(kind, "d"))
    if precision:
        least = int(precision[1:])
        digits = "" if least == 0 and number == 0 else digits.rjust(least, "0")
    start = ""
    if kind in "di":
        start = "-" if number < 0 else "+" if "+" in flags else " " if " " in flags else ""
    elif "#" in flags and kind == "o" and not digits.startswith("0"):
        digits = f"0{digits}"
    elif "#" in flags and kind == "x" and number != 0:
        start = "0x"
    size = int(width or 0)
    if "-" in flags:
        return (start + digits).ljust(size)
    if "0" in flags and not precision:  # as in C, a precision is the number of digits
        return start + digits.rjust(size - len(start), "0")
    return (start + digits).rjust(size)


def _printed(piece: str, number: float) -> str:
    flags, width, precision, _, kind = _read(piece)
    text: str = f"%{flags}{width}{precision}{kind}" % number
    return text


def _padded(piece: str, value: str) -> str:
    """Pad or cut a string; sizes are in bytes."""
    flags, width, precision, _, _ = _read(piece)
    if not width and not precision:
        return value
    wide = value.encode("utf-8", "surrogateescape").decode("latin-1")
    if precision:
        wide = wide[: int(precision[1:])]
    size = int(width or 0)
    wide = wide.ljust(size) if "-" in flags else wide.rjust(size)
    return wide.encode("latin-1").decode("utf-8", "surrogateescape")


def _written(context: Context, name: str) -> str:
    """Return a container as JSON and a list in policy notation."""
    variable = context.variable(name)
    if variable is not None and variable.kind == "data":
        return compact(variable.value)
    if variable is not None and variable.kind == "slist":
        items = (text.replace('"', '\\"') for text in variable.value)
        return "{ " + ", ".join(f'"{text}"' for text in items) + " }"
    if variable is None:
        context.log.verbose(
            f"Could not resolve expected list variable '{name}' in function 'format'"
        )
    elif variable.kind not in ("ilist", "rlist"):
        context.log.error(
            f"Function 'format' expected a list variable, got variable of type '{variable.kind}'"
        )
    raise FunctionFailed(
        f"format() with %S specifier needs a data container or a list instead of '{name}'.",
        "verbose",
    )
