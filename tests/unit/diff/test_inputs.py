"""Nodes whose inputs changed are compiled in both versions; others are unchanged."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.unit.diff.versions import HIERA, comparison, differences

from duckrow.diff.nodes import Comparison
from duckrow.diff.versions import NodeInput

COMMON = "data/common.yaml"
SITE = "manifests/site.pp"
RUBY = """Puppet::Functions.create_function(:ask) do
  def ask(path)
    YAML.load(File.read(path))['other']
  end
end
"""
READ = "ask('/etc/puppetlabs/code/environments/production/data/common.yaml')"


def statuses(compared: Comparison, *nodes: str) -> list[str]:
    try:
        return [str(compared.compare(NodeInput(each, {}))["status"]) for each in nodes]
    finally:
        compared.close()


def test_the_order_of_a_hash_in_data_is_an_input(tmp_path: Path) -> None:
    old = {
        SITE: "notify { join(lookup('ducks').keys, ' '): }",
        COMMON: "ducks: {huey: 1, dewey: 2}\nother: 1\n",
    }
    new = {COMMON: "ducks: {dewey: 2, huey: 1}\nother: 2\n"}
    assert statuses(comparison(tmp_path, old, new), "web1", "web2") == ["different", "different"]


def test_a_key_that_nobody_looks_up_is_no_input(tmp_path: Path) -> None:
    old = {SITE: "notify { 'a': message => lookup('ducks') }", COMMON: "ducks: 1\nother: 1\n"}
    new = {COMMON: "ducks: 1\nother: 2\n"}
    assert statuses(comparison(tmp_path, old, new), "web1", "web2") == ["unchanged", "unchanged"]


@pytest.mark.parametrize("order", [("lookup('ducks')", READ), (READ, "lookup('ducks')")])
def test_a_file_that_hiera_and_a_function_read_is_an_input(
    order: tuple[str, str], tmp_path: Path
) -> None:
    old = {
        SITE: f"$one = {order[0]}\n$two = {order[1]}\nnotify {{ 'a': message => [$one, $two] }}",
        COMMON: "ducks: 1\nother: 1\n",
        "lib/puppet/functions/ask.rb": RUBY,
    }
    new = {COMMON: "ducks: 1\nother: 2\n"}
    assert statuses(comparison(tmp_path, old, new), "web1", "web2") == ["different", "different"]


def test_a_new_file_that_a_pattern_of_the_hierarchy_means_is_an_input(tmp_path: Path) -> None:
    old = {
        "hiera.yaml": HIERA.replace("path: common.yaml", "glob: 'pond/*.yaml'"),
        SITE: "notify { 'a': message => lookup('ducks', { default_value => 1 }) }",
        "data/pond/a.yaml": "other: 1\n",
    }
    new = {"data/pond/b.yaml": "ducks: 2\n"}
    assert statuses(comparison(tmp_path, old, new), "web1", "web2") == ["different", "different"]


def test_an_exported_resource_that_its_own_node_collects_is_compared(tmp_path: Path) -> None:
    site = "@@notify { 'a': message => 'one' }\n@@notify { 'b': message => 'one', tag => 'b' }\n"
    old = {SITE: f"{site}Notify <<| tag != 'b' |>>"}
    new = {SITE: old[SITE].replace("one", "two")}
    (item,) = differences(tmp_path, old, new)
    assert (item["title"], item["old_value"], item["new_value"]) == ("a", "one", "two")


@pytest.mark.parametrize("text", ["ducks: [1\n", "- ducks\n", "just text\n"])
def test_data_that_cannot_be_read_is_an_input(text: str, tmp_path: Path) -> None:
    old = {SITE: "notify { 'a': message => lookup('fish', { default_value => 1 }) }"}
    old[COMMON] = "ducks: 1\n"
    assert "unchanged" not in statuses(comparison(tmp_path, old, {COMMON: text}), "web1", "web2")


def test_options_of_lookups_are_an_input(tmp_path: Path) -> None:
    old = {SITE: "notify { 'a': message => lookup('ducks') }", COMMON: "ducks: '1'\nother: 1\n"}
    new = {COMMON: "ducks: '1'\nother: 2\nlookup_options: {ducks: {convert_to: Integer}}\n"}
    assert statuses(comparison(tmp_path, old, new), "web1") == ["different"]


def test_a_template_with_the_name_of_data_is_an_input(tmp_path: Path) -> None:
    template = "modules/pond/templates/conf.yaml"
    old = {SITE: "notify { 'a': message => template('pond/conf.yaml') }", template: "ducks: 1\n"}
    assert statuses(comparison(tmp_path, old, {template: "ducks: 2\n"}), "web1") == ["different"]


FUNCTION = """Puppet::Functions.create_function(:'pond::ask') do
  dispatch :ask do
    param 'Hash', :options
    param 'Puppet::LookupContext', :context
  end
  def ask(options, context)
    { 'pond::ducks' => YAML.load(File.read(options['path']))['other'] }
  end
end
"""
CONFIGURATION = "version: 5\nhierarchy: [{name: a, data_hash: pond::ask, path: a.yaml}]\n"


@pytest.mark.parametrize("directory", ["modules", "site/own/modules"])
def test_a_function_may_use_any_key_of_data(directory: str, tmp_path: Path) -> None:
    module = f"{directory}/pond"
    old = {
        "environment.conf": f"modulepath = {directory}\n",
        SITE: "include pond",
        f"{module}/hiera.yaml": CONFIGURATION,
        f"{module}/lib/puppet/functions/pond/ask.rb": FUNCTION,
        f"{module}/manifests/init.pp": "class pond($ducks) { notify { 'a': message => $ducks } }",
        f"{module}/data/a.yaml": "other: 1\n",
    }
    new = {f"{module}/data/a.yaml": "other: 2\n"}
    assert statuses(comparison(tmp_path, old, new), "web1", "web2") == ["different", "different"]
