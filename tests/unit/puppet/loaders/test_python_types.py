"""Resource types that a module brings in Python."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.puppet.environment import Environment, Node, compile_catalog

TYPE = """
from duckrow.puppet.resources.table import ResourceTypeTable

TABLE = ResourceTypeTable("egg", properties={"size": ""}, parameters={"name": ""})
"""


def failure(directory: Path, text: str, code: str) -> str:
    file = directory / "modules" / "m" / "lib" / "duckrow" / "resources" / "egg.py"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    environment = Environment(modulepath=[str(directory / "modules")], code=code)
    found = compile_catalog(environment, Node("pond")).failure
    return "" if found is None else str(found.to_data()["message"])


def test_its_attributes_are_known(tmp_path: Path) -> None:
    assert failure(tmp_path, TYPE, "egg { 'a': size => 1 }") == ""
    assert "no parameter named 'colour'" in failure(tmp_path, TYPE, "egg { 'a': colour => 1 }")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 / 0", "failed: ZeroDivisionError: division by zero"),
        ("TABLE = 1", "does not define the type 'egg' - TABLE is missing."),
        (TYPE.replace('"egg"', '"nut"'), "wrong name, expected egg, actual nut"),
        ("def", "failed: SyntaxError"),
    ],
)
def test_a_file_that_is_wrong_is_reported(tmp_path: Path, text: str, message: str) -> None:
    assert message in failure(tmp_path, text, "egg { 'a': }")
