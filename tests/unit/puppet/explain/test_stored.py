"""A compile that is stored with a run is repeated from its data, without the files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from duckrow.explain.formats import render
from duckrow.machine.local import LocalMachine
from duckrow.puppet.environment import Environment, Node, compile_catalog
from duckrow.puppet.explain.questions import answer
from duckrow.puppet.explain.record import Record
from duckrow.puppet.explain.recorded import Recorded
from duckrow.puppet.explain.secrets import SecretsHeard
from duckrow.puppet.explain.stored import (
    StoredCompileError,
    compile_data,
    expect_same,
    read_compile,
)
from duckrow.puppet.settings.settings import Settings
from duckrow.puppet.world import RecordedWorld, World
from duckrow.state.secrets import Secrets

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


def stored(directory: Path, node: Node, files: dict[str, str]) -> dict[str, Any]:
    """Compile in a directory and return the data, as it comes back from a file."""
    for name, text in files.items():
        path = directory / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    world, heard = RecordedWorld(World()), SecretsHeard()
    environment = Environment(
        directory=str(directory),
        manifest=str(directory / "site.pp"),
        settings=Settings({"strict": "warning"}, world),
    )
    result = compile_catalog(environment, node, listener=heard)
    assert result.failure is None, result.failure.message
    data = compile_data(environment, node, world, result.build, Secrets(), heard.values)
    found: dict[str, Any] = json.loads(json.dumps(data))
    return found


def repeated(data: dict[str, Any]) -> Recorded:
    """Repeat a stored compile."""
    environment, node = read_compile(data)
    record = Record()
    result = compile_catalog(environment, node, listener=record)
    assert result.failure is None, result.failure.message
    expect_same(data, result.build)
    return Recorded(result.build, record)


def told(recorded: Recorded, question: str, *names: str) -> str:
    """Return the answer to a question as text."""
    return render(answer(recorded, question, list(names), LocalMachine()), "text")


def test_a_stored_compile_is_repeated_without_its_files(tmp_path: Path) -> None:
    facts = {"lake": "lake", "x": [1.5, None, {"a": True}]}
    data = stored(tmp_path, Node("pond", facts), FILES)
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


SECRETS = {
    "hiera.yaml": FILES["hiera.yaml"],
    "data/common.yaml": "pond::password: deeper-water\npond::pin: 1234567\n",
    "site.pp": """class pond(String $password, Integer $pin) {
  $secret = Sensitive($password)
  notify { 'n': message => Sensitive("it is ${password}") }
  ['cold-water'].each |$word| { notify { 'block': message => Sensitive($word).unwrap.upcase } }
  notify { 'long': message => "a password of ${length($secret.unwrap)} letters" }
  $digits = length($secret.unwrap)
  $of_pin = Sensitive(lookup('pond::password'))
}
include pond
""",
}


def test_secrets_of_parameters_variables_and_blocks_are_not_stored(tmp_path: Path) -> None:
    text = json.dumps(stored(tmp_path, Node("pond"), SECRETS))
    assert "1234567" in text
    assert "deeper-water" not in text
    assert "cold-water" not in text


def test_a_compile_without_its_secrets_is_repeated(tmp_path: Path) -> None:
    recorded = repeated(stored(tmp_path, Node("pond"), SECRETS))
    text = told(recorded, "order", "Notify[n]", "Notify[long]")
    assert text.startswith("Notify[n] comes before Notify[long]")
    assert told(recorded, "variable", "pond::pin").startswith("$pond::pin is 1234567.")


def test_a_value_that_depends_on_the_text_of_a_secret_is_not_told(tmp_path: Path) -> None:
    recorded = repeated(stored(tmp_path, Node("pond"), SECRETS))
    text = told(recorded, "value", "Notify[long]", "message")
    assert text.startswith("Notify[long] has message => [value redacted].")
    assert "letters" not in text
    text = told(recorded, "variable", "pond::digits")
    assert text.startswith("$pond::digits is [value redacted].")


@pytest.mark.parametrize(
    "code",
    [
        "if $secret.unwrap =~ /^deep/ { notify { 'deep': } }",
        "notify { ['a', 'b']: } if $secret.unwrap =~ /^deep/ { Notify['a'] -> Notify['b'] }",
        'notify { "title ${length($secret.unwrap)}": }',
    ],
)
def test_a_compile_that_goes_another_way_without_a_secret_is_not_explained(
    tmp_path: Path, code: str
) -> None:
    site = "$password = 'deeper-water'\n$secret = Sensitive($password)\n"
    data = stored(tmp_path, Node("pond"), {"site.pp": site + code})
    with pytest.raises(StoredCompileError, match="cannot be repeated"):
        repeated(data)


def test_a_private_key_is_not_stored(tmp_path: Path) -> None:
    key = tmp_path / "key"
    key.write_text("-----BEGIN PRIVATE KEY-----\nquack\n-----END PRIVATE KEY-----\n")
    world = RecordedWorld(World())
    world.read(str(key))
    environment = Environment(code="", settings=Settings({}, world))
    build = compile_catalog(environment, Node("pond")).build
    text = json.dumps(compile_data(environment, Node("pond"), world, build, Secrets(), []))
    assert "quack" not in text
    assert "a private key is not stored" in text


@pytest.mark.parametrize("data", [{}, {"answers": [], "environment": {}, "node": {"x": 1}}])
def test_damaged_data_is_an_error(data: dict[str, object]) -> None:
    with pytest.raises(StoredCompileError, match="damaged"):
        read_compile(data)
