"""Load data from a file that is YAML."""

from __future__ import annotations

from duckrow.puppet.functions.stdlib.loaded import load_function
from duckrow.puppet.values.keys import to_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def _read(content: bytes, path: str) -> Any:
    from duckrow.data.yaml import load

    return load(content, path, to_key=to_key)


FUNCTION = load_function("loadyaml", _read)
