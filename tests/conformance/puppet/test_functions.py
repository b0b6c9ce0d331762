"""Calls of the functions of values and iteration: same messages, same errors as the reference's.

`functions/recorded` holds what Puppet 7.23 made of each program, with its own defaults.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from duckrow.puppet.environment import Environment, Node, compile_catalog
from duckrow.puppet.settings.settings import Settings

RECORDED = sorted((Path(__file__).parent / "functions" / "recorded").glob("*.json"))
NODE = "test.example.com"
DEFAULTS = {"strict": "warning", "strict_variables": "false", "certname": NODE}


def run(program: str) -> tuple[list[str], str | None]:
    """Compile a program; give its messages and its error in the recorded shape."""
    environment = Environment(code=program, modulepath=[], settings=Settings(DEFAULTS))
    done = compile_catalog(environment, Node(NODE, {"networking": {"fqdn": NODE}}))
    logs = []
    for entry in done.logs:
        place = entry.place.words() if entry.place is not None else ""
        text = f"{entry.message} {place}" if place and place not in entry.message else entry.message
        if entry.level not in ("debug", "err"):
            logs.append(text if entry.level == "notice" else f"{entry.level}: {text}")
    if done.failure is None:
        return logs, None
    return logs, str(done.failure.to_data()["message"]).removesuffix(f" on node {NODE}")


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_calls(path: Path) -> None:
    cases: list[list[Any]] = json.loads(path.read_text("utf-8"))
    assert cases
    different = [
        (program, found, (logs, error))
        for program, logs, error in cases
        if (found := run(program)) != (logs, error)
    ]
    assert not different
