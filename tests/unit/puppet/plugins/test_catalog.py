"""Clause MO-9: what a plugin reads of a catalog is its own; what it changes is checked first."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.unit.puppet.plugins.test_phases import FILE, good, messages, plugin, run, write

from duckrow.cli.main import main
from duckrow.puppet.environment import Node, compile_catalog
from duckrow.puppet.environment.find import environment_at
from duckrow.puppet.settings.settings import Settings

GO_ON = """
def change(self, catalog):
    from duckrow.puppet.runtime.errors import EvaluationError
    try:
        {}
    except EvaluationError:
        return
    raise AssertionError('no error')
"""


def test_mo_9_a_value_that_a_plugin_reads_is_a_copy(tmp_path: Path) -> None:
    body = """
    def change(self, catalog):
        catalog['Notify[n]']['message'].append('x')
        catalog['Notify[n]'].attributes['message'].append('x')
        catalog['Notify[s]']['message'].unwrap().append('x')
    """
    code = """
    notify { 'n': message => lookup('birds') }
    notify { 's': message => Sensitive(lookup('birds')) }
    """
    files = {
        "environment.conf": "plugins = pond::census\n",
        "modules/pond/metadata.json": "{}",
        "hiera.yaml": "version: 5\nhierarchy: [{name: c, path: common.yaml}]\n",
        "data/common.yaml": "birds: [teal]\n",
        FILE: plugin(body),
    }
    environment = environment_at(Settings(), "lake", str(write(tmp_path, files)), code=code)
    for name in ("teal", "wigeon"):
        result = compile_catalog(environment, Node(name))
        assert result.failure is None, result.failure.message
        for title in "ns":
            found = result.catalog.find("notify", title)
            assert found is not None
            assert found.parameters["message"] == ["teal"]


def test_mo_9_a_plugin_cannot_change_the_node(tmp_path: Path) -> None:
    body = """
    def variables(self, node):
        node.facts['os']['family'] = 'Quack'
        node.trusted['extensions']['role'] = 'Quack'
        node.variables['list'].append('Quack')
        return {}
    """
    node = Node(
        "teal",
        {"os": {"family": "Debian"}},
        trusted={"extensions": {"role": "pond"}},
        parameters={"list": ["a"]},
    )
    code = "notice($facts['os']['family'], $trusted['extensions']['role'], $list)"
    assert messages(good(tmp_path, body, code, node=node), "notice") == ["Debian pond [a]"]


@pytest.mark.parametrize(
    "statement",
    [
        "catalog['Notify[a]']['quack'] = 1",
        "catalog.add('notify', 'b', quack=1)",
        "catalog.add('notify', 'b', stage='main')",
        "catalog.add('notify', 'b', alias=['c', 'a'])",
        "catalog.add('notify', 'a')",
    ],
)
@pytest.mark.parametrize("first", ["", "catalog.remove('Notify[z]')\n        "])
def test_mo_9_what_fails_its_check_changes_nothing(
    tmp_path: Path, statement: str, first: str
) -> None:
    body = GO_ON.format(first + statement)
    result = good(tmp_path, body, "notify { 'a': }\nnotify { 'z': }")
    found = result.catalog.find("notify", "a")
    assert found is not None
    assert found.parameters == {}
    assert found.origins is None
    assert result.catalog.find("notify", "b") is result.catalog.find("notify", "c") is None
    titles = [each.title for each in result.catalog.resources if each.type == "Notify"]
    assert titles == (["a"] if first else ["a", "z"])


def test_mo_9_a_resource_may_be_replaced(tmp_path: Path) -> None:
    body = """
    def change(self, catalog):
        for each in catalog:
            if each.type == 'Notify':
                catalog.remove(each)
                catalog.add('notify', each.title, alias=f'new {each.title}')
        catalog.remove('Notify[new 2]')
        assert 'Notify[2]' not in catalog and len(catalog) == 4
    """
    result = good(tmp_path, body, "notify { ['1', '2']: alias => undef }", most_resources=6)
    kept = [each for each in result.catalog.resources if each.type == "Notify"]
    assert kept == [result.catalog.find("notify", "new 1")]


def test_mo_9_a_removed_resource_is_in_no_list(tmp_path: Path) -> None:
    """The list of all that was declared is what later phases walk."""
    body = """
    def change(self, catalog):
        catalog.remove('Notify[a]')
        catalog.forget_removed()
        listed = catalog._build.resources
        assert [each.title for each in listed if each.type == 'Notify'] == ['b']
    """
    good(tmp_path, body, "notify { ['a', 'b']: }")


def test_mo_9_what_was_secret_stays_secret_when_another_attribute_is_set(tmp_path: Path) -> None:
    body = """
    def change(self, catalog):
        from duckrow.puppet.values.sensitive import Sensitive
        catalog['File[/a]']['mode'] = Sensitive('0600')
        catalog['File[/a]']['owner'] = 'root'
        assert isinstance(catalog['File[/a]']['content'], Sensitive)
    """
    result = good(tmp_path, body, "file { '/a': content => Sensitive('x') }")
    found = result.catalog.find("file", "/a")
    assert found is not None
    assert found.sensitive == ["content", "mode"]
    assert found.parameters == {"content": "x", "mode": "0600", "owner": "root"}


def test_mo_9_an_attribute_is_taken_from_one_resource_only(tmp_path: Path) -> None:
    body = "def change(self, catalog): del catalog['Notify[a]']['message']"
    result = good(tmp_path, body, "notify { ['a', 'b']: message => 'x' }")
    shown = [each.parameters for each in result.catalog.resources if each.type == "Notify"]
    assert shown == [{}, {"message": "x"}]


def test_mo_9_a_target_of_an_arrow_that_a_plugin_removes_is_missed(tmp_path: Path) -> None:
    body = "def change(self, catalog): catalog.remove('Notify[b]')"
    site = "notify { ['a', 'b']: } Notify['a'] -> Notify['b']"
    result = run(tmp_path, {FILE: plugin(body), "manifests/site.pp": site})
    assert result.failure is not None
    message = result.failure.to_data()["message"]
    assert "Could not find resource 'Notify[b]' in parameter 'before'" in str(message)


def test_mo_9_explanations_name_the_plugin_that_removes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    body = """
    def change(self, catalog):
        catalog.remove('Notify[a]')
        del catalog['Notify[b]']['message']
    """
    site = "notify { ['a', 'b']: message => 'x' }"
    run(tmp_path / "lake", {FILE: plugin(body), "manifests/site.pp": site})
    where = ["--environmentpath", str(tmp_path), "--environment", "lake", "--node", "teal"]
    main(["explain", "resource", "Notify[a]", *where])
    shown = capsys.readouterr().out
    assert "Notify[a] is not in the catalog: a plugin removes it." in shown
    assert "Plugin pond::census removes Notify[a]" in shown
    assert f"{FILE}:5" in shown
    main(["explain", "value", "Notify[b]", "message", *where])
    shown = capsys.readouterr().out
    assert "Notify[b] has no message in the catalog: a plugin takes it away" in shown
    assert f"{FILE}:6" in shown
