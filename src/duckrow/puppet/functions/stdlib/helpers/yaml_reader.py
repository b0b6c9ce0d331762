"""YAML as Ruby's safe_load reads it: aliases are rejected, symbols become strings."""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.data.yaml import YamlError, first_alias, load
from duckrow.ruby.values.keys import from_key, to_key


def read_yaml(content: bytes, file: str = "<unknown>") -> object:
    """Return the value of a YAML document."""
    try:
        value = load(content, file, to_key)
    except YamlError as wrong:
        # Refused values have no line number, unlike syntax errors.
        message = str(wrong).removeprefix(f"({file}): ")
        if " at line " in message and "contains itself" not in message:
            raise
        _reject_aliases(content)
        raise YamlError(message) from None
    _reject_aliases(content)
    return _plain(value) if b":" in content else value


def _reject_aliases(content: bytes) -> None:
    name = first_alias(content)
    if name is not None:
        raise YamlError(f"Unknown alias: {name}")


def _plain(value: object) -> object:
    if type(value) is list:
        return [_plain(item) for item in value]
    if type(value) is dict:
        return {to_key(_plain(from_key(key))): _plain(item) for key, item in value.items()}
    return value.name if type(value) is Symbol else value
