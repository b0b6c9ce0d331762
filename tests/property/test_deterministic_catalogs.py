"""The law of catalog_builder = deterministic: the order of declarations has no effect.

DUCKROW_PROGRAMS sets how many programs are generated, DUCKROW_SHUFFLES how often each is shuffled.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from random import Random

import pytest

from duckrow.puppet.environment import Environment, Node, compile_catalog
from duckrow.puppet.settings.settings import RULES, Settings

from .shuffled_programs import Generator

PROGRAMS = int(os.environ.get("DUCKROW_PROGRAMS", "24"))
SHUFFLES = int(os.environ.get("DUCKROW_SHUFFLES", "4"))


def answer(files: dict[str, str], directory: Path, **settings: object) -> tuple[str, object]:
    """Compile files; return the catalog without locations, or the error without them."""
    directory.mkdir()
    for name, text in files.items():
        (directory / name).write_text(text)
    environment = Environment(manifest=str(directory), settings=Settings(settings))
    result = compile_catalog(environment, Node("pond.example.com"))
    data = result.data()
    if data is None:
        assert result.failure is not None
        assert "a fault in duckrow" not in result.failure.message, result.failure.message
        return "error", re.sub(r" *\((?:file: [^,()]*, )?line: .*?\)", "", result.failure.message)
    for resource in data["resources"]:
        resource.pop("file", None)
        resource.pop("line", None)
    del data["version"], data["catalog_uuid"]
    return "catalog", data


@pytest.mark.parametrize("seed", range(PROGRAMS))
def test_du_39_the_order_of_declarations_has_no_effect(seed: int, tmp_path: Path) -> None:
    program = Generator(seed).program()
    first = answer(program.files(), tmp_path / "written", catalog_builder="deterministic")
    for number in range(SHUFFLES):
        files = program.files(Random(seed * 1000 + number))
        found = answer(files, tmp_path / str(number), catalog_builder="deterministic")
        assert found == first, "\n".join(files.values())


def test_programs_make_catalogs_and_errors_and_depend_on_the_order_without_the_rule(
    tmp_path: Path,
) -> None:
    others = dict.fromkeys(RULES, True)
    kinds = []
    differences = 0
    for seed in range(24):
        program = Generator(seed).program()
        written = program.files()
        kinds.append(answer(written, tmp_path / f"a{seed}", catalog_builder="deterministic")[0])
        plain = answer(written, tmp_path / f"b{seed}", **others)
        shuffled = answer(program.files(Random(seed)), tmp_path / f"c{seed}", **others)
        differences += plain != shuffled
    assert set(kinds) == {"catalog", "error"}
    assert differences > 4, differences
