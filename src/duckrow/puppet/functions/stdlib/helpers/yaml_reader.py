"""YAML as Ruby's safe_load reads it: aliases are rejected, symbols become strings.

From release 9.1 on, stdlib's loadyaml accepts aliases and rejects symbols.
"""

from __future__ import annotations

from duckrow.data.errors import YamlError
from duckrow.data.symbol import Symbol
from duckrow.data.yaml import first_alias, load
from duckrow.ruby.values.keys import from_key, to_key


def read_yaml_with_aliases(content: bytes, file: str) -> object:
    """Return the value of a YAML document that may have aliases and has no symbols."""
    value = load(content, file, to_key)
    if b":" in content:
        _reject_symbols(value)
    return value


def _reject_symbols(value: object) -> None:
    if type(value) is Symbol:
        raise YamlError("Tried to load unspecified class: Symbol")
    if type(value) is list:
        for item in value:
            _reject_symbols(item)
    elif type(value) is dict:
        for key, item in value.items():
            _reject_symbols(from_key(key))
            _reject_symbols(item)


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
