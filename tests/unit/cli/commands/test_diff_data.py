"""Which keys of Hiera `duckrow diff` reports: those whose looked-up value is another one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from .control_repository import Repository, Run, git, items

HIERA = """
version: 5
hierarchy:
  - {name: node, path: 'nodes/%{trusted.certname}.yaml'}
  - {name: common, path: common.yaml}
"""
COMMON = """
pond::depth: 3
pond::fish: [carp]
lookup_options: {pond::fish: {merge: unique}}
first: 1
second: 2
"""
POND = """
class pond($depth, Array $fish, $reeds = 'green') {
  notify { "${depth} ${fish} ${reeds} ${lookup('first')} ${lookup('second')}": }
}
"""
FILES = {
    "hiera.yaml": HIERA,
    "data/common.yaml": COMMON,
    "data/nodes/web1.yaml": "pond::depth: 5\npond::fish: [pike]\n",
    "manifests/site.pp": "include pond",
    "modules/pond/manifests/init.pp": POND,
}


@pytest.fixture
def repository(tmp_path: Path, duckrow: Run) -> Repository:
    path = tmp_path / "control"
    path.mkdir()
    found = Repository(path, duckrow)
    for name, text in FILES.items():
        found.write(name, text)
    begin(found)
    return found


def begin(repository: Repository) -> None:
    repository.commit()
    git(repository.path, "tag", "-f", "before")


def data_of(report: dict[str, Any]) -> list[tuple[str, str, object, object]]:
    names = ("diff_type", "title", "old_value", "new_value")
    return [
        tuple(each[name] for name in names) for each in items(report) if each["about"] == "data"
    ]


@pytest.mark.parametrize(
    "changed",
    [
        {"data/common.yaml": COMMON.replace("depth: 3", "depth: 4")},
        {"data/nodes/web1.yaml": "pond::depth: 5\npond::fish: [pike, carp]\n"},
        {
            "data/common.yaml": COMMON.replace("first: 1\n", ""),
            "data/nodes/web1.yaml": FILES["data/nodes/web1.yaml"] + "first: 1\n",
        },
        {
            "hiera.yaml": HIERA.replace("common.yaml", "all.yaml"),
            "data/all.yaml": COMMON,
            "data/common.yaml": "",
        },
        {
            "hiera.yaml": HIERA.replace("nodes/", "hosts/"),
            "data/hosts/web1.yaml": "pond::depth: 5\npond::fish: [pike]",
        },
        {"data/common.yaml": COMMON + "nobody: asks\n"},
    ],
    ids=["hidden", "merged", "moved", "file renamed", "layer renamed", "not looked up"],
)  # fmt: skip
def test_data_with_the_same_values_is_no_difference(
    repository: Repository, changed: dict[str, str]
) -> None:
    for name, text in changed.items():
        repository.write(name, text)
    code, data = repository.diff("--node", "web1")
    assert (code, data["groups"]) == (0, [])
    assert repository.diff("--node", "web1", "--compile-all")[0] == 0


def test_only_nodes_with_another_value_are_different(repository: Repository) -> None:
    repository.write("data/common.yaml", COMMON.replace("depth: 3", "depth: 4"))
    code, data = repository.diff("--node", "web1,web2")
    (group,) = data["groups"]
    assert (code, group["nodes"]) == (2, ["web2"])
    assert data_of(data) == [("~", "pond::depth", 3, 4)]
    (item,) = (each for each in items(data) if each["about"] == "data")
    assert (item["new_file"], item["new_line"]) == ("data/common.yaml", 2)


def test_the_value_is_the_merged_one(repository: Repository) -> None:
    repository.write("data/common.yaml", COMMON.replace("[carp]", "[carp, eel]"))
    _, data = repository.diff("--node", "web1")
    assert data_of(data) == [("~", "pond::fish", ["pike", "carp"], ["pike", "carp", "eel"])]
    _, out, _ = repository.text("--node", "web1")
    assert '~ data pond::fish  (data/common.yaml:3): ["pike", "carp"] → ' in out


@pytest.mark.parametrize("key", ["first", "second"])
def test_a_key_of_a_function_counts(repository: Repository, key: str) -> None:
    number = {"first": 1, "second": 2}[key]
    repository.write("data/common.yaml", COMMON.replace(f"{key}: {number}", f"{key}: 9"))
    _, data = repository.diff("--node", "web1")
    assert data_of(data) == [("~", key, number, 9)]


def test_a_key_that_is_new_or_gone(repository: Repository) -> None:
    repository.write("data/common.yaml", COMMON + "pond::reeds: brown\n")
    _, data = repository.diff("--node", "web1")
    assert data_of(data) == [("+", "pond::reeds", None, "brown")]
    assert (
        '+ data pond::reeds  (data/common.yaml:7): "brown"' in repository.text("--node", "web1")[1]
    )
    begin(repository)
    repository.write("data/common.yaml", COMMON)
    _, data = repository.diff("--node", "web1")
    assert data_of(data) == [("-", "pond::reeds", "brown", None)]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("lookup('k', Hash, 'hash', {})", "lookup('k', Hash, 'hash', {})", ["+ k"]),
        ("hiera('k', 1)", "hiera('k', 1)", ["+ k"]),
        ("lookup('k', {default_value => 1})", "lookup('k', {default_value => 1})", ["+ k"]),
        ("lookup('k', Hash, 'hash', {})", "lookup('k', Hash, 'deep', {})", []),
        ("lookup('k', {default_value => 1})", "lookup('k', Hash, 'hash', {})", []),
        ("1", "lookup('k')", []),
    ],
)
def test_values_are_compared_for_the_same_question(
    repository: Repository, old: str, new: str, expected: list[str]
) -> None:
    repository.write("modules/pond/manifests/init.pp", f"class pond {{ $k = {old} }}")
    begin(repository)
    repository.write("modules/pond/manifests/init.pp", f"class pond {{ $k = {new} }}")
    repository.write("data/common.yaml", COMMON + "k: {a: 1}\n")
    _, data = repository.diff("--node", "web1", "--strict", "warning")
    assert [f"{sign} {key}" for sign, key, _, _ in data_of(data)] == expected


SECRET = (
    "class pond(Sensitive $key) { file { '/tmp/k': content => Sensitive(\"x ${key.unwrap} y\") } }"
)
OPTIONS = "lookup_options: {pond::key: {convert_to: Sensitive}}\n"


def test_the_cause_of_a_sensitive_value_is_its_key(repository: Repository) -> None:
    repository.write("modules/pond/manifests/init.pp", SECRET)
    repository.write("data/common.yaml", f"pond::key: eel\n{OPTIONS}")
    begin(repository)
    repository.write("modules/pond/manifests/init.pp", f"# a comment\n{SECRET}")
    repository.write("data/common.yaml", f"pond::key: cod\n{OPTIONS}")
    _, data = repository.diff("--node", "web1")
    file, key = items(data)
    assert (file["title"], file["cause"]) == ("/tmp/k", "data key pond::key (data/common.yaml:1)")
    assert key["title"] == "pond::key"
    assert "eel" not in json.dumps(data)
    assert "cod" not in json.dumps(data)


def test_a_secret_that_a_manifest_makes_is_hidden(repository: Repository) -> None:
    code = "class pond($key) { file { '/tmp/k': content => Sensitive($key) } }"
    repository.write("modules/pond/manifests/init.pp", code)
    repository.write("data/common.yaml", "pond::key: eel\n")
    begin(repository)
    repository.write("data/common.yaml", "pond::key: cod\n")
    _, data = repository.diff("--node", "web1")
    assert [each["title"] for each in items(data)] == ["/tmp/k", "pond::key"]
    assert "eel" not in json.dumps(data)
    assert "cod" not in json.dumps(data)


def test_a_value_that_no_file_has_is_hidden(repository: Repository) -> None:
    store = """function pond::ask($key, $options, $context) {
      if $key == 'k' { 'VALUE' } else { $context.not_found }
    }"""
    repository.write(
        "hiera.yaml", "version: 5\nhierarchy:\n  - {name: s, lookup_key: 'pond::ask'}\n"
    )
    repository.write("modules/pond/functions/ask.pp", store.replace("VALUE", "old-eel"))
    repository.write("modules/pond/manifests/init.pp", "class pond { notice(lookup('k')) }")
    begin(repository)
    repository.write("modules/pond/functions/ask.pp", store.replace("VALUE", "new-eel"))
    _, data = repository.diff("--node", "web1")
    assert [each[:2] for each in data_of(data)] == [("~", "k")]
    assert "eel" not in json.dumps(data)


def test_an_encrypted_value_is_hidden(repository: Repository, tmp_path: Path) -> None:
    pytest.importorskip("cryptography")
    from tests.unit.puppet.hiera.test_eyaml import encrypted

    def write(secret: str) -> None:
        keys = repository.path / "keys"
        keys.mkdir(exist_ok=True)
        repository.write(
            "data/common.yaml", f"k: {encrypted(keys, secret)}\nn: \"%{{lookup('k')}}\"\n"
        )

    root = "/etc/puppetlabs/code/environments/production/keys"
    repository.write(
        "hiera.yaml",
        "version: 5\nhierarchy:\n  - {name: s, lookup_key: eyaml_lookup_key, path: common.yaml,"
        f" options: {{pkcs7_private_key: {root}/private.pem,"
        f" pkcs7_public_key: {root}/public.pem}}}}\n",
    )
    repository.write("modules/pond/manifests/init.pp", "class pond { notice(lookup('n')) }")
    write("old-eel")
    begin(repository)
    write("new-eel")
    _, data = repository.diff("--node", "web1")
    assert [each[:2] for each in data_of(data)] == [("~", "k"), ("~", "n")]
    assert "eel" not in json.dumps(data)


def test_causes_of_new_resources_and_of_parts_of_values(repository: Repository) -> None:
    code = """class pond(Hash $all, Array $fish) {
      notify { $fish: }
      file { '/tmp/p': content => "port ${all['port']}\\n", mode => '0644' }
    }"""
    text = "pond::fish: [%s]\npond::all: {name: x, port: %d}\n"
    repository.write("modules/pond/manifests/init.pp", code)
    repository.write("data/common.yaml", text % ("carp", 8080))
    repository.write("data/nodes/web1.yaml", "")
    begin(repository)
    repository.write("modules/pond/manifests/init.pp", code.replace("0644", "0600"))
    repository.write("data/common.yaml", text % ("carp, pike", 9090))
    _, data = repository.diff("--node", "web1")
    found = {
        (each["title"], *each["structure"][1:]): each["cause"]
        for each in items(data)
        if "cause" in each
    }
    assert found == {
        ("/tmp/p", "content"): "data key pond::all (data/common.yaml:2)",
        ("/tmp/p", "mode"): "manifest modules/pond/manifests/init.pp",
        ("pike",): "data key pond::fish (data/common.yaml:1)",
    }


def test_the_cause_of_resources_is_a_key_of_a_class_around_them(repository: Repository) -> None:
    pond = """class pond(Boolean $deep = false) { if $deep { pond::fish { 'x': } }
      file { '/tmp/p': mode => $deep ? { true => '0600', false => '0644' } } }"""
    repository.write("modules/pond/manifests/init.pp", pond)
    fish = "define pond::fish { notify { 'swims': } }"
    repository.write("modules/pond/manifests/fish.pp", fish)
    lake = 'class lake(Boolean $deep = false) { notify { "lake ${deep}": } }'
    repository.write("modules/lake/manifests/init.pp", lake)
    repository.write("manifests/site.pp", "include pond\ninclude lake")
    begin(repository)
    repository.write("data/nodes/web1.yaml", "pond::deep: true\nlake::deep: true\n")
    repository.write("modules/lake/manifests/init.pp", f"# a comment\n{lake}")
    _, data = repository.diff("--node", "web1", "--no-order")
    causes = {each["title"]: each["cause"] for each in items(data) if "cause" in each}
    key = "data key pond::deep (data/nodes/web1.yaml:1)"
    assert causes.pop("/tmp/p") == causes.pop("swims") == causes.pop("x") == key
    assert set(causes.values()) == {"manifest modules/lake/manifests/init.pp"}


@pytest.mark.parametrize("code", ["notice(lookup('first'), lookup('k'))", "notice(lookup('k'))"])
def test_a_key_whose_lookup_failed_concerns_the_node(repository: Repository, code: str) -> None:
    repository.write("modules/pond/manifests/init.pp", f"class pond {{ {code} }}")
    begin(repository)
    repository.write("data/common.yaml", COMMON + "k: 1\n")
    exit_code, data = repository.diff("--node", "web1")
    assert exit_code == 1
    assert [each["side"] for each in items(data)] == ["from"]


def test_keys_can_be_left_out(repository: Repository) -> None:
    repository.write("data/common.yaml", COMMON.replace("depth: 3", "depth: 4"))
    _, data = repository.diff("--node", "other", "--no-data")
    assert {(each["about"], each["cause"]) for each in items(data)} == {
        ("resource", "data key pond::depth (data/common.yaml:2)")
    }
