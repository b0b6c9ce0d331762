"""Load data from a file that is YAML."""

from __future__ import annotations

from duckrow.puppet.functions.stdlib.loaded import load_function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def _read(content: bytes, path: str) -> Any:
    from duckrow.puppet.functions.stdlib.yaml_reader import read_yaml

    return read_yaml(content, path)


FUNCTION = load_function("loadyaml", _read)
