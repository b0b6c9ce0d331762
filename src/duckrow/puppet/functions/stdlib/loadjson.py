"""Load data from a file that is JSON."""

from __future__ import annotations

from duckrow.puppet.functions.stdlib.loaded import load_function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def _read(content: bytes, _path: str) -> Any:
    from duckrow.data.pson import load

    return load(content.decode("utf-8", "surrogateescape"))


FUNCTION = load_function("loadjson", _read)
