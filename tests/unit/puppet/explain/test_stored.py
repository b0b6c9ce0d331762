"""A compile that is stored with a run is repeated from its data, without the files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from duckrow.explain.formats import render
from duckrow.machine.local import LocalMachine
from duckrow.puppet.environment import Environment, Node, compile_catalog
from duckrow.puppet.explain.questions import answer
from duckrow.puppet.explain.record import Record
from duckrow.puppet.explain.recorded import Recorded
from duckrow.puppet.explain.stored import StoredCompileError, compile_data, read_compile
from duckrow.puppet.settings.settings import Settings
from duckrow.puppet.world import RecordedWorld, World

SITE = """class pond($depth, $name_of = $facts['lake']) {
  notify { 'pond': message => "${name_of} is ${depth} deep, ${generate('/bin/echo', 'quack')}" }
}
include pond
"""
FILES = {
    "site.pp": SITE,
    "hiera.yaml": "version: 5\nhierarchy: [{name: common, path: common.yaml}]\n",
    "data/common.yaml": "pond::depth: 3\n",
}


def stored(directory: Path, node: Node) -> dict[str, object]:
    """Compile in a directory and return the data, as it comes back from a file."""
    for name, text in FILES.items():
        path = directory / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    world = RecordedWorld(World())
    environment = Environment(
        directory=str(directory),
        manifest=str(directory / "site.pp"),
        settings=Settings({"strict": "warning"}, world),
    )
    result = compile_catalog(environment, node)
    assert result.failure is None, result.failure.message
    data: dict[str, object] = json.loads(
        json.dumps(compile_data(environment, node, world, result.build))
    )
    return data


def test_a_stored_compile_is_repeated_without_its_files(tmp_path: Path) -> None:
    data = stored(tmp_path, Node("pond", {"lake": "lake", "x": [1.5, None, {"a": True}]}))
    for name in FILES:
        (tmp_path / name).unlink()
    environment, node = read_compile(data)
    assert node.facts == {"lake": "lake", "x": [1.5, None, {"a": True}]}
    record = Record()
    result = compile_catalog(environment, node, listener=record)
    assert result.failure is None, result.failure.message
    recorded = Recorded(result.build, record, str(tmp_path))
    text = render(answer(recorded, "value", ["Notify[pond]", "message"], LocalMachine()), "text")
    assert "message => 'lake is 3 deep, quack" in text
    assert "Hiera has pond::depth: 3  (data/common.yaml:1)" in text
    assert "$facts['lake'] is 'lake'" in text
    order = answer(recorded, "order", ["Class[pond]", "Notify[pond]"], LocalMachine())
    assert order.text.startswith("Class[Pond] contains Notify[pond]")


def test_secrets_of_parameters_and_variables_are_not_stored(tmp_path: Path) -> None:
    (tmp_path / "hiera.yaml").write_text(FILES["hiera.yaml"])
    (tmp_path / "data").mkdir()
    (tmp_path / "data/common.yaml").write_text("pond::password: deep-water\n")
    code = """class pond(Sensitive $password) {
  notify { 'n': message => Sensitive("it is ${password.unwrap}") }
}
class { 'pond': password => Sensitive(lookup('pond::password')) }
$other = Sensitive('cold-water')
"""
    world = RecordedWorld(World())
    environment = Environment(directory=str(tmp_path), code=code, settings=Settings({}, world))
    result = compile_catalog(environment, Node("pond"))
    assert result.failure is None, result.failure.message
    text = json.dumps(compile_data(environment, Node("pond"), world, result.build))
    assert "deep-water" not in text
    assert "cold-water" not in text


def test_a_private_key_is_not_stored(tmp_path: Path) -> None:
    key = tmp_path / "key"
    key.write_text("-----BEGIN PRIVATE KEY-----\nquack\n-----END PRIVATE KEY-----\n")
    world = RecordedWorld(World())
    world.read(str(key))
    environment = Environment(code="", settings=Settings({}, world))
    build = compile_catalog(environment, Node("pond")).build
    text = json.dumps(compile_data(environment, Node("pond"), world, build))
    assert "quack" not in text
    assert "a private key is not stored" in text


@pytest.mark.parametrize("data", [{}, {"answers": [], "environment": {}, "node": {"x": 1}}])
def test_damaged_data_is_an_error(data: dict[str, object]) -> None:
    with pytest.raises(StoredCompileError, match="damaged"):
        read_compile(data)
