"""Keys: `ntp::servers`, `network.interfaces.0`, `'dotted.name'.port`.

The part before the first dot is looked up; the rest is dug out of its value. A part in quotes may
have dots, and a part of digits is an index.
"""

from __future__ import annotations

import re

from duckrow.puppet.hiera.errors import MISSING, HieraError
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.ruby.values.class_names import class_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckrow.puppet.hiera.explain import Explainer
    from duckrow.puppet.hiera.request import Request

    Segment = str | int

LOOKUP_OPTIONS = "lookup_options"


class Key:
    """A key, taken apart."""

    __slots__ = ("module_name", "root", "segments", "text")

    def __init__(self, text: str) -> None:
        root = text
        self.segments: tuple[Segment, ...] = ()
        if "." in text or "'" in text or '"' in text:
            first, *rest = split(text, f"in key: '{text}'")
            root = str(first)
            self.segments = tuple(rest)
        colons = root.find("::")
        self.text = text
        self.root = root
        # A name that begins with :: belongs to no module there is.
        self.module_name = None if colons < 0 else root[:colons] or root

    def dig(self, request: Request, value: object) -> object:
        """Go down into a value that was found for the root."""
        if not self.segments or value is MISSING:
            return value
        return dig(self.text, request, self.segments, value)

    def undig(self, value: object) -> object:
        """Wrap a value in the hashes and lists that the segments lead through."""
        for segment in reversed(self.segments):
            if isinstance(segment, int):
                value = [None] * segment + [value]
            else:
                value = {segment: value}
        return value

    def __str__(self) -> str:
        return self.text


# Keys of the last compiles: every compile of a node asks for the same.
_KEYS: dict[str, Key] = {}
_MOST_KEYS = 50_000


def key_of(text: str) -> Key:
    """Return a key, taken apart once."""
    key = _KEYS.get(text)
    if key is None:
        if len(_KEYS) >= _MOST_KEYS:
            _KEYS.clear()
        key = _KEYS[text] = Key(text)
    return key


def split(text: str, where: str) -> list[Segment]:
    """Split a key at its dots."""
    if "." not in text and "'" not in text and '"' not in text:
        return [text]

    parts = re.split(r"""(\s*"[^"]+"\s*|\s*'[^']+'\s*|[^'".]+)""", text)
    while parts and not parts[-1]:
        parts.pop()
    # Between the parts there are dots, and nothing before the first.
    names = parts[1::2]
    if not parts or parts[0] or any(dot != "." for dot in parts[2::2]) or len(parts) % 2:
        raise HieraError(f"Syntax error {where}")
    return [_segment(name.strip()) for name in names]


def _segment(name: str) -> Segment:
    if name[0] in "\"'":
        return name[1:-1]
    digits = name[1:] if name[0] in "+-" else name
    return int(name) if digits.isascii() and digits.isdigit() else name


def dig(key: str, request: Request, segments: Sequence[Segment], value: object) -> object:
    """Go down into a value, segment by segment; return MISSING where a segment is not there."""
    explainer = request.explainer
    if explainer is None:
        for segment in segments:
            # Nearly always a hash; other classes of hashes are asked below.
            value = (
                value.get(segment, MISSING) if type(value) is dict else _inside(key, segment, value)
            )
            if value is MISSING:
                break
        return value
    explainer.enter("sub_lookup", segments)
    try:
        for segment in segments:
            value = _step(key, segment, value, explainer)
            if value is MISSING:
                break
        return value
    finally:
        explainer.leave()


def _step(key: str, segment: Segment, value: object, explainer: Explainer) -> object:
    explainer.enter("segment", segment)
    try:
        found = _inside(key, segment, value)
        if found is MISSING:
            explainer.not_found(str(segment))
        else:
            explainer.found(str(segment), found)
        return found
    finally:
        explainer.leave()


def _inside(key: str, segment: Segment, value: object) -> object:
    if value is None:
        return MISSING
    if isinstance(value, dict):
        return value.get(segment, MISSING)
    if isinstance(value, list) and isinstance(segment, int):
        return value[segment] if 0 <= segment < len(value) else MISSING
    if type(value) is int:
        # In Ruby an integer has `[]`, for its bits, but no `include?`.
        raise EvaluationError(f"undefined method `include?' for {value}:Integer")
    raise HieraError(
        f"Data Provider type mismatch: Got {class_name(value)} when a hash-like object was "
        f"expected to access value using '{segment}' from key '{key}'"
    )
