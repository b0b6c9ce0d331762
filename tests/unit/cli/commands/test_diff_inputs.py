"""What nodes of `duckrow diff` are compiled with: facts, classes, exports of other nodes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[4]
Run = Callable[..., tuple[int, str, str]]
SITE = "notify { 'all': message => \"${trusted['certname']} ${facts['pond']} VERSION\" }\n"


@pytest.fixture
def diff(tmp_path: Path, duckrow: Run) -> Callable[..., dict[str, list[str]]]:
    """Compare two directories that differ in one word; return the messages by node."""

    def compare(*words: str, site: str = SITE, code: int = 2) -> dict[str, list[str]]:
        for version in ("one", "two"):
            manifests = tmp_path / version / "manifests"
            manifests.mkdir(parents=True, exist_ok=True)
            (manifests / "site.pp").write_text(site.replace("VERSION", version))
        sides = (str(tmp_path / "one"), str(tmp_path / "two"))
        options = ("--format", "json", "--no-cache", "--no-order", *words)
        ended, out, err = duckrow("diff", *sides, *options)
        assert ended == code, err
        found: dict[str, list[str]] = {}
        for group in json.loads(out)["groups"]:
            for node in group["nodes"]:
                found.setdefault(node, []).extend(_shown(each) for each in group["changes"])
        return {node: sorted(found[node]) for node in found}

    return compare


def _shown(item: dict[str, Any]) -> str:
    if item["about"] == "error":
        return str(item["title"])
    if item["diff_type"] in "+-":
        return f"{item['diff_type']} {item['title']}"
    return f"{item['title']}: {item['old_value']} -> {item['new_value']}"


def _says(name: str, pond: str) -> list[str]:
    return [f"all: {name} {pond} one -> {name} {pond} two"]


Diff = Callable[..., dict[str, list[str]]]


def test_facts_are_those_of_files(diff: Diff, tmp_path: Path) -> None:
    facts = tmp_path / "facts"
    facts.mkdir()
    (facts / "huey.yaml").write_text("pond: deep\n")
    (facts / "dewey.json").write_text('{"name": "dewey", "values": {"pond": "flat"}}')
    (facts / "notes.txt").write_text("no facts")
    both = {"dewey": _says("dewey", "flat"), "huey": _says("huey", "deep")}
    assert diff("--facts", str(facts)) == both
    assert diff("--facts", str(facts), "--node", "huey") == {"huey": both["huey"]}
    assert diff("--facts", str(facts / "huey.yaml")) == {"huey": both["huey"]}


def test_a_name_of_a_file_that_is_no_text_is_an_error(tmp_path: Path, duckrow: Run) -> None:
    (tmp_path / "manifests").mkdir()
    facts = tmp_path / "facts"
    facts.mkdir()
    (facts / os.fsdecode(b"huey\xff.yaml")).write_text("pond: deep\n")
    code, _, err = duckrow("diff", str(tmp_path), str(tmp_path), "--facts", str(facts))
    assert (code, "is not UTF-8: 'huey\\udcff'" in err) == (1, True)


def test_a_fact_of_the_command_line_wins(diff: Diff, tmp_path: Path) -> None:
    (tmp_path / "huey.yaml").write_text("pond: deep\nos: {family: Debian, name: Debian}\n")
    words = ("--facts", str(tmp_path / "huey.yaml"), "--fact", "pond=dry")
    assert diff(*words) == {"huey": _says("huey", "dry")}
    site = "notify { 'all': message => \"${facts['os']} VERSION\" }\n"
    found = diff(*words, "--fact", "os.family=RedHat", site=site)
    facts = "{family => RedHat, name => Debian}"
    assert found == {"huey": [f"all: {facts} one -> {facts} two"]}


def test_facts_are_those_of_stored_runs(diff: Diff, tmp_path: Path) -> None:
    store = tmp_path / "pond.db"
    subprocess.run([sys.executable, ROOT / "examples/query/pond.py", store], check=True)
    site = "notify { 'all': message => \"${facts['os']['name']} VERSION\" }\n"
    found = diff("--facts-from", str(store), site=site)
    assert set(found) == {"dewey.lab", "huey.lab", "louie.lab"}
    assert found["huey.lab"] == ["all: Debian one -> Debian two"]
    one = diff("--facts-from", str(store), "--node", "huey.lab", site=site)
    assert one == {"huey.lab": found["huey.lab"]}


ROWS = [
    {"certname": "huey", "facts": {"pond": "deep"}, "trusted": {"certname": "huey.example"}},
    {"certname": "dewey", "facts": {"pond": "flat"}},
]


@pytest.fixture
def puppetdb() -> Iterator[tuple[str, list[Any]]]:
    """Answer queries as a PuppetDB does; give its address and the queries."""
    asked: list[Any] = []

    class Answers(BaseHTTPRequestHandler):
        """Knows two nodes."""

        def do_POST(self) -> None:
            asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            body = json.dumps(ROWS if self.path == "/pdb/query/v4" else []).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Answers)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", asked
    server.shutdown()
    server.server_close()
    thread.join()


def test_facts_are_those_of_a_puppetdb(
    diff: Diff, puppetdb: tuple[str, list[Any]], tmp_path: Path, duckrow: Run
) -> None:
    address, asked = puppetdb
    assert diff("--facts-from", address) == {
        "huey": _says("huey.example", "deep"),
        "dewey": _says("dewey", "flat"),
    }
    assert diff("--facts-from", address, "--node", "dewey") == {"dewey": _says("dewey", "flat")}
    extract = ["certname", "facts", "trusted"]
    assert [each["query"] for each in asked] == [
        ["from", "inventory", ["extract", extract]],
        ["from", "inventory", ["extract", extract, ["in", "certname", ["array", ["dewey"]]]]],
    ]
    sides = (str(tmp_path / "one"), str(tmp_path / "two"))
    code, _, err = duckrow("diff", *sides, "--facts-from", address, "--node", "louie")
    assert (code, f"{address} has no facts of louie" in err) == (1, True)


def test_a_program_classifies_nodes(diff: Diff, tmp_path: Path) -> None:
    program = tmp_path / "classifier"
    program.write_text(
        "#!/bin/sh\n"
        'test "$1" = unknown && exit 1\n'
        'echo "classes: {pond: {depth: 3}}"\necho "parameters: {role: $1-role}"\n'
    )
    program.chmod(0o755)
    site = "class pond($depth) { notify { 'all': message => \"$depth $role VERSION\" } }\n"
    words = ("--node", "huey,unknown")
    found = diff(*words, "--enc", str(program), site=site, code=1)
    assert found["huey"] == ["all: 3 huey-role one -> 3 huey-role two"]
    assert "Failed to find unknown via exec" in found["unknown"][0]
    settings = ("--node-terminus", "exec", "--external-nodes", str(program))
    assert diff(*words, *settings, site=site, code=1) == found


def test_a_classifier_that_cannot_run_is_one_error(tmp_path: Path, duckrow: Run) -> None:
    (tmp_path / "manifests").mkdir()
    words = ("--node", "huey,dewey", "--enc", "/no/classifier")
    code, out, err = duckrow("diff", str(tmp_path), str(tmp_path), *words)
    assert (code, out) == (1, "")
    assert err.startswith("duckrow: cannot run /no/classifier\n why: it is no executable file\n")


EXPORTS = """
node /^web/ {
  @@host { "${trusted['certname']}.VERSION": ip => $facts['ip'], tag => ['web', 'shore'] }
  @@host { "other.${trusted['certname']}": ip => '10.0.0.9' }
}
node 'proxy' { Host <<| tag == 'web' and ip != '10.0.0.2' |>> }
node 'plain' { notify { 'plain': } }
"""


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_collector_sees_what_other_nodes_export(diff: Diff, tmp_path: Path, jobs: str) -> None:
    facts = tmp_path / "facts"
    facts.mkdir()
    for number, name in enumerate(("web1", "web2", "web3", "proxy", "plain"), 1):
        (facts / f"{name}.json").write_text(json.dumps({"ip": f"10.0.0.{number}"}))
    found = diff("--facts", str(facts), "--jobs", jobs, site=EXPORTS)
    assert found == {
        "proxy": ["+ web1.two", "+ web3.two", "- web1.one", "- web3.one"],
    }
    same = EXPORTS.replace("VERSION", "lab")
    assert diff("--facts", str(facts), "--jobs", jobs, site=same, code=0) == {}


@pytest.mark.parametrize("failing", ["one", "two"])
def test_a_node_that_fails_in_one_version_exports_what_it_exports_in_the_other(
    failing: str, diff: Diff, tmp_path: Path
) -> None:
    facts = tmp_path / "facts"
    facts.mkdir()
    for number, name in enumerate(("web1", "web3", "proxy"), 1):
        (facts / f"{name}.json").write_text(json.dumps({"ip": f"10.0.0.{number}"}))
    site = f"if $trusted['certname'] == 'web3' and 'VERSION' == '{failing}' {{ fail('dry') }}\n"
    found = diff("--facts", str(facts), site=site + EXPORTS.replace("VERSION", "lab"), code=1)
    assert list(found) == ["web3"]


def test_a_collector_compares_values_with_their_types(diff: Diff) -> None:
    site = """
node web { @@notify { 'a': message => { 'one' => 1, 'two' => true }['VERSION'] } }
node proxy { Notify <<| message == 1 |>> }
"""
    found = diff("--node", "web,proxy", site=site)
    assert found == {"proxy": ["- a"]}


def test_a_collector_that_changes_sees_the_same_exports(diff: Diff, tmp_path: Path) -> None:
    facts = tmp_path / "facts"
    facts.mkdir()
    for number, name in enumerate(("web1", "web2", "proxy"), 1):
        (facts / f"{name}.json").write_text(json.dumps({"ip": f"10.0.0.{number}"}))
    site = EXPORTS.replace(".VERSION", "").replace("{ Host", "{ $n = { one => 1, two => 2 } Host")
    site = site.replace("'10.0.0.2'", '"10.0.0.${n[VERSION]}"')
    assert diff("--facts", str(facts), site=site) == {"proxy": ["+ web1", "- web2"]}


def test_the_cause_of_a_collected_resource_is_the_node_that_exports_it(
    tmp_path: Path, duckrow: Run
) -> None:
    define = 'define member($port) { file { "/tmp/${name}": content => "port ${port}" } }'
    site = """
node /^web/ { @@member { $trusted['certname']: port => 'VERSION' } }
node 'proxy' { Member <<| |>> notify { 'own': message => 'VERSION' } }
"""
    for version in ("one", "two"):
        (tmp_path / version / "manifests").mkdir(parents=True)
        (tmp_path / version / "manifests/site.pp").write_text(site.replace("VERSION", version))
        (tmp_path / version / "modules/member/manifests").mkdir(parents=True)
        (tmp_path / version / "modules/member/manifests/init.pp").write_text(define)
    sides = (str(tmp_path / "one"), str(tmp_path / "two"))
    words = ("--node", "web1,proxy", "--format", "json", "--no-cache", "--no-order")
    (group,) = json.loads(duckrow("diff", *sides, *words)[1])["groups"]
    assert [(each["title"], each["cause"]) for each in group["changes"]] == [
        ("/tmp/web1", "exported by web1 (manifests/site.pp:2)"),
        ("web1", "exported by web1 (manifests/site.pp:2)"),
        ("own", "manifest manifests/site.pp"),
    ]


def test_without_storeconfigs_nothing_is_collected(diff: Diff, tmp_path: Path) -> None:
    words = ("--node", "web1,proxy", "--storeconfigs=false", "--strict", "warning")
    site = EXPORTS.replace("$facts['ip']", "'10.0.0.1'")
    assert diff(*words, site=site, code=0) == {}
