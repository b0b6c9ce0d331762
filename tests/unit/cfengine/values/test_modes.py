"""Modes are read as cf-agent 3.21.0 reads them (modes.json, made by record_modes.py)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from duckrow.cfengine.values.modes import read_mode

RECORDED = json.loads(Path(__file__).with_name("modes.json").read_text())


@pytest.mark.parametrize(("text", "answer"), RECORDED.items(), ids=list(RECORDED))
def test_recorded(text: str, answer: dict[str, Any]) -> None:
    said: list[str] = []
    change = read_mode(text, lambda _level, message: said.append(message))
    assert list(dict.fromkeys(said)) == answer["said"]
    assert (change and f"{change.of(0o751):04o}") == answer["mode"]


def test_no_mode_changes_nothing() -> None:
    change = read_mode(None)
    assert change is not None
    assert change.of(0o751) == 0o751
    assert change.for_new == 0


def test_an_empty_mode_is_invalid() -> None:
    assert read_mode("") is None


def test_bits_of_a_new_file() -> None:
    change = read_mode("a+rw,o-w")
    assert change is not None
    assert change.for_new == 0o664
