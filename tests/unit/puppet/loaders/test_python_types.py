"""Resource types that a module brings in Python."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.cli.main import main
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


WITH_PROVIDER = """
from duckrow.puppet.providers.base import Behaviour, Provider
from duckrow.puppet.resources.table import ResourceTypeTable

TABLE = ResourceTypeTable("egg", properties={"size": ""}, parameters={"name": ""})

class Basket(Provider):
    name = "basket"

    def bind(self, machine):
        BIND

    def is_suitable(self, machine):
        SUITABLE

    def read(self, machine, desired):
        READ

class EggType(Behaviour):
    __slots__ = ()
    own_providers = {"basket": Basket}

    def munge_size(self, desired, value):
        MUNGE

BEHAVIOUR = EggType(TABLE)
"""


@pytest.mark.parametrize(
    ("hook", "line", "is_alone"),
    [("BIND", 11, True), ("SUITABLE", 14, True), ("READ", 17, True), ("MUNGE", 24, False)],
)
def test_an_error_in_a_method_names_the_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], hook: str, line: int, is_alone: bool
) -> None:
    text = WITH_PROVIDER.replace(hook, "raise KeyError('lost')")
    for name, usual in {"BIND": "pass", "SUITABLE": "return True", "MUNGE": "return value"}.items():
        text = text.replace(name, usual)
    file = tmp_path / "m" / "lib" / "duckrow" / "resources" / "egg.py"
    file.parent.mkdir(parents=True)
    file.write_text(text.replace("READ", "return {}"))
    code = "egg { a: size => 1 } notify { after: }"
    assert main(["apply", "--no-state", "--modulepath", str(tmp_path), "-e", code]) == 1
    said = capsys.readouterr()
    assert f"KeyError: 'lost' (file: {file}, line: {line})" in said.err
    assert "fault in duckrow" not in said.err
    assert ("after" in said.out) is is_alone
