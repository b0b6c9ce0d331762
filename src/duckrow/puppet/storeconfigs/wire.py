"""Data as JSON for a store: whatever a manifest holds, the text is UTF-8."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def to_json(data: object, on_loss: Callable[[], object] | None = None) -> bytes:
    """Return data as JSON; `on_loss` is called if a string has bytes that are not UTF-8."""
    from orjson import OPT_NON_STR_KEYS, dumps

    try:
        return dumps(data, option=OPT_NON_STR_KEYS)
    except TypeError:  # numbers of more than 64 bits, or strings that are not UTF-8
        from json import dumps as slow

        text = slow(data, ensure_ascii=False, separators=(",", ":"))
        try:
            return text.encode()
        except UnicodeEncodeError:
            if on_loss is not None:
                on_loss()
            return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode()
