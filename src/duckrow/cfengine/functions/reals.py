"""Numbers with a point, read and written as the reference does."""

from __future__ import annotations

import re
from math import copysign, isnan

from duckrow.cfengine.functions.common import by_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context

_SCANNED = re.compile(
    r"""\s*([+-]?)(?:
        (0[xX](?:[0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)(?:[pP][+-]?\d*)?)
        | ((?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d*)?)
        | (inf(?:inity)?|nan))""",
    re.VERBOSE | re.IGNORECASE | re.ASCII,
)
_REST = re.compile(r"(.)\s*(.?)", re.DOTALL | re.ASCII)
_FACTORS = {"k": 1000, "K": 1024, "m": 1000**2, "M": 1024**2, "g": 1000**3, "G": 1024**3}
_LARGEST = (1 << 63) - 1


def scan_real(text: str) -> tuple[float, int] | None:
    """Read the number that a text begins with; gives also where it ends. None for no number."""
    match = _SCANNED.match(text)
    if match is None:
        return None
    sign, hexadecimal, decimal, special = match.groups()
    if hexadecimal is not None:
        number = float.fromhex(re.sub(r"[pP][+-]?\Z", "", hexadecimal))
    elif decimal is not None:
        number = float(re.sub(r"[eE][+-]?\Z", "", decimal))
    else:
        number = float(special)
    return (-number if sign == "-" else number), match.end()


def read_real(context: Context, text: str) -> float | None:
    """Read a number such as 1.5 or 4k; what is none is None, with a complaint."""
    scanned = scan_real(text)
    if scanned is None:
        context.log.error(f"Failed to parse real number: {text}")
        return None
    number, end = scanned
    rest = _REST.match(by_bytes(text), end)
    if rest is None:
        return number
    unit, ending = rest.groups()
    if ending:
        ending = (unit + ending).encode("latin-1").decode("utf-8", "surrogateescape")
        context.log.error(f"Anomalous ending '{ending}' while parsing real number: {text}")
        return None
    if unit == "%":
        if not 0 <= number <= 100:
            context.log.error(f"Percentage out of range: {number:.2f}")
            return None
        return -number
    if unit in _FACTORS:
        return number * _FACTORS[unit]
    if unit != " ":
        context.log.verbose(f"Ignoring bad quantifier '{unit}' in real number: {text}")
    return number


def write_real(number: float) -> str:
    """Write a number with six decimals."""
    if isnan(number):
        return "-nan" if copysign(1.0, number) < 0 else "nan"
    return f"{number:f}"


def whole_part(number: float) -> int:
    """Drop the decimals; what no machine word holds is the least of them."""
    if isnan(number) or not -_LARGEST - 1 <= number < _LARGEST:
        return -_LARGEST - 1
    return int(number)
