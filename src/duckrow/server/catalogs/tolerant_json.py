r"""JSON between our own processes: strings may have bytes that are not UTF-8, such as paths.

    from_json(to_json({"path": "caf\udce9.pp"}))       is the same again

Such a byte is a surrogate, as Python reads it, and an escape in the text. What leaves for others is
UTF-8: see puppet/storeconfigs/wire.py.
"""

from __future__ import annotations

from orjson import JSONDecodeError, dumps, loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def to_json(data: object) -> bytes:
    """Return data as JSON."""
    try:
        return dumps(data)
    except TypeError:  # it cannot write some numbers and strings
        from json import dumps as slow

        return slow(data, separators=(",", ":")).encode()


def from_json(text: bytes) -> Any:
    """Return the data in JSON that `to_json` wrote. Raises ValueError."""
    try:
        return loads(text)
    except JSONDecodeError:
        from json import loads as slow

        return slow(text)
