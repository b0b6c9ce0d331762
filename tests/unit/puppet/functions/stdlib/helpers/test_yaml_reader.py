"""YAML as stdlib's releases read it."""

from __future__ import annotations

import pytest

from duckrow.data.errors import YamlError
from duckrow.puppet.functions.stdlib.helpers.yaml_reader import read_yaml, read_yaml_with_aliases

ALIAS = b"a: &x {b: 1}\nc: *x\n"
SYMBOL = b"a:\n- :b\n"


def test_releases_before_9_1_reject_aliases() -> None:
    assert read_yaml(SYMBOL) == {"a": ["b"]}
    with pytest.raises(YamlError, match="Unknown alias: x"):
        read_yaml(ALIAS)


def test_release_9_1_accepts_aliases_and_rejects_symbols() -> None:
    assert read_yaml_with_aliases(ALIAS, "f.yaml") == {"a": {"b": 1}, "c": {"b": 1}}
    with pytest.raises(YamlError, match="unspecified class: Symbol"):
        read_yaml_with_aliases(SYMBOL, "f.yaml")
