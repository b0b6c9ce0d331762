"""Read JSON with the standard library, for texts that it reads as the reference does.

These are valid JSON with plain escapes; `json_reader.py` reads all others.
"""

from __future__ import annotations

import re
from json import JSONDecoder

from duckrow.cfengine.values.json_text import MAX_DEPTH, real_text
from duckrow.cfengine.values.rvals import Real

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.values.rvals import Json

_QUOTED = re.compile('"[^"]*"')
_BRACKETS = re.compile(r"[\[\]{}]")


def _number(text: str) -> Real:
    # json_text rejects a number without a point when it is copied.
    return Real(real_text(float(text)) if "." in text else text)


def _reject(_text: str) -> Json:
    raise ValueError


def _pairs(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    out = dict(pairs)
    if len(out) == len(pairs):
        return out
    out = {}
    for key, item in pairs:  # a key that occurs again moves to the end
        out.pop(key, None)
        out[key] = item
    return out


_decoder, _exact_decoder = (
    JSONDecoder(object_pairs_hook=_pairs, parse_float=read, parse_constant=_reject, strict=False)
    for read in (_number, Real)
)


def parse_plain(text: str, *, is_exact: bool) -> Json:
    """Return the value of a text; raise ValueError if the other reader must read it."""
    if text.count("[") + text.count("{") > MAX_DEPTH and _is_deep(text):
        raise ValueError
    try:
        value: Json = (_exact_decoder if is_exact else _decoder).decode(text)
    except (RecursionError, OverflowError):
        raise ValueError from None
    return value


def _is_deep(text: str) -> bool:
    depth = 0
    for bracket in _BRACKETS.findall(_QUOTED.sub("", text)):
        depth += 1 if bracket in "[{" else -1
        if depth > MAX_DEPTH:
            return True
    return False
