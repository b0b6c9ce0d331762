"""A catalog is served again only while nothing that its compile asked has changed."""

from __future__ import annotations

import json
import os
import signal
import time
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from orjson import dumps
from tests.unit.server.running import PATIENCE, Reply, RunningServer, messages

from duckrow.puppet.world import World
from duckrow.server.catalogs.questions import AskedWorld
from duckrow.server.catalogs.unchanged import LARGE, Kept, UnchangedCatalogs

ORIGIN = "X-Duckrow-Catalog"
FACTS = {"color": "red", "size": 1, "uptime": 7, "os": {"family": "Debian"}}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    running = RunningServer(tmp_path_factory.mktemp("s"))
    for name in ("huey.lab", "dewey.lab"):
        running.add_node(name)
    with running:
        yield running


@pytest.fixture
def pond(server: RunningServer, request: pytest.FixtureRequest) -> Pond:
    name = "".join(each if each.isalnum() else "_" for each in request.node.name)
    return Pond(server, name[-60:])


class Pond:
    """An environment of its own for a test."""

    def __init__(self, server: RunningServer, name: str) -> None:
        self.server = server
        self.name = name
        self.directory = server.production.parent / name

    def write(self, path: str, content: str) -> Path:
        self.server.write(f"../{self.name}/{path}", content)
        return self.directory / path

    def site(self, code: str) -> None:
        self.write("manifests/site.pp", code)

    def ask(self, facts: dict[str, object] | None = None, node: str = "huey.lab") -> Reply:
        return self.server.catalog(node, FACTS if facts is None else facts, self.name)

    def settled(self, facts: dict[str, object] | None = None) -> list[str]:
        """Ask until the catalog is served unchanged: files that are just written do not count."""
        limit = time.monotonic() + PATIENCE
        while True:
            reply = self.ask(facts)
            found = messages(reply)
            if reply.headers[ORIGIN] == "unchanged":
                return found
            assert time.monotonic() < limit
            time.sleep(0.02)

    def never_settles(self) -> None:
        time.sleep(0.2)
        assert {self.ask().headers[ORIGIN] for _ in range(4)} == {"compiled"}


def test_the_same_request_gets_the_same_catalog_with_another_uuid(pond: Pond) -> None:
    pond.site("notify { a: message => $facts['color'] }")
    assert pond.settled() == ["red"]
    one, other = pond.ask().json(), pond.ask().json()
    assert one.pop("catalog_uuid") != other.pop("catalog_uuid")
    assert one == other


@pytest.mark.parametrize("code", ["$facts['size']", "$size", "$::size", "getvar('facts.size')"])
@pytest.mark.parametrize("value", [2, 1.0, True, "1", None])
def test_a_fact_that_was_read_counts_with_its_type(pond: Pond, code: str, value: object) -> None:
    pond.site(f'notify {{ a: message => "x${{type({code}, generalized)}}" }}')
    pond.settled()
    changed = {**FACTS, "size": value}
    if value is None:
        del changed["size"]
    if value is None and code in ("$size", "$::size"):
        assert pond.ask(changed).status == 500
    else:
        assert pond.ask(changed).headers[ORIGIN] == "compiled"


def test_a_fact_that_was_not_read_does_not_count(pond: Pond) -> None:
    pond.site("notify { a: message => $facts['color'] }")
    pond.settled()
    assert pond.ask({**FACTS, "uptime": 8, "new": 1}).headers[ORIGIN] == "unchanged"


def test_a_fact_that_was_missing_counts_when_it_comes(pond: Pond) -> None:
    pond.site("notify { a: message => \"x${facts['moon']}\" }")
    assert pond.settled() == ["x"]
    assert messages(pond.ask({**FACTS, "moon": "full"})) == ["xfull"]


def test_a_fact_that_was_missing_counts_when_it_comes_as_null(pond: Pond) -> None:
    for code in ("$facts['moon']", "'moon' in $facts"):
        pond.site(f'$x = {code} notify {{ a: message => "x${{x}}" }}')
        pond.settled()
        assert pond.ask({**FACTS, "moon": None}).headers[ORIGIN] == "compiled"


def test_all_facts_count_when_all_are_read(pond: Pond) -> None:
    pond.site('notify { a: message => "${facts.length}" }')
    pond.settled()
    assert pond.ask({**FACTS, "uptime": 8}).headers[ORIGIN] == "compiled"


def test_the_classification_and_the_certificate_count(pond: Pond) -> None:
    pond.site("notify { a: message => $trusted['certname'] }")
    assert pond.settled() == ["huey.lab"]
    assert messages(pond.ask(node="dewey.lab")) == ["dewey.lab"]


def test_hiera_reads_parts_of_facts(pond: Pond) -> None:
    hierarchy = '- {name: os, path: "%{facts.os.family}.yaml"}\n  - {name: c, path: c.yaml}'
    pond.write("hiera.yaml", f"version: 5\nhierarchy:\n  {hierarchy}\n")
    pond.write("data/Debian.yaml", "key: deb\n")
    pond.site("notify { a: message => lookup('key') }")
    assert pond.settled() == ["deb"]
    assert pond.ask({**FACTS, "uptime": 8}).headers[ORIGIN] == "unchanged"


MODULE = "modules/pond"
CHANGES: dict[str, tuple[str, dict[str, str], Callable[[Pond], object]]] = {
    "site manifest": ("$x = 'a'", {}, lambda p: p.site("notify { a: message => 'new' }")),
    "new manifest": ("$x = 'a'", {}, lambda p: p.write("manifests/z.pp", "notify { z: }")),
    "class": (
        "include pond $x = $pond::x",
        {f"{MODULE}/manifests/init.pp": "class pond { $x = 'a' }"},
        lambda p: p.write(f"{MODULE}/manifests/init.pp", "class pond { $x = 'new' }"),
    ),
    "file": (
        "$x = file('pond/duck')",
        {f"{MODULE}/files/duck": "a"},
        lambda p: p.write(f"{MODULE}/files/duck", "new"),
    ),
    "missing file": (
        "$x = file('/nowhere/at/all', \"${settings::environmentpath}/../new\", 'pond/duck')",
        {f"{MODULE}/files/duck": "a"},
        lambda p: (p.server.directory / "code/new").write_text("new"),
    ),
    "find_file": (
        "$x = String(find_file('pond/other', 'pond/duck'))",
        {f"{MODULE}/files/duck": "a"},
        lambda p: p.write(f"{MODULE}/files/other", "new"),
    ),
    "epp": (
        "$x = epp('pond/t.epp')",
        {f"{MODULE}/templates/t.epp": "a"},
        lambda p: p.write(f"{MODULE}/templates/t.epp", "new"),
    ),
    "erb": (
        "$x = template('pond/t.erb')",
        {f"{MODULE}/templates/t.erb": "<%= 'a' %>"},
        lambda p: p.write(f"{MODULE}/templates/t.erb", "<%= 'new' %>"),
    ),
    "function": (
        "$x = pond::f()",
        {f"{MODULE}/functions/f.pp": "function pond::f() { 'a' }"},
        lambda p: p.write(f"{MODULE}/functions/f.pp", "function pond::f() { 'new' }"),
    ),
    "data": (
        "$x = lookup('key')",
        {
            "hiera.yaml": "version: 5\nhierarchy: [{name: c, path: c.yaml}]\n",
            "data/c.yaml": "key: a\n",
        },
        lambda p: p.write("data/c.yaml", "key: new\n"),
    ),
    "data of a level that was missing": (
        "$x = lookup('key')",
        {
            "hiera.yaml": "version: 5\nhierarchy: [{name: a, paths: [n.yaml, c.yaml]}]\n",
            "data/c.yaml": "key: a\n",
        },
        lambda p: p.write("data/n.yaml", "key: new\n"),
    ),
    "hierarchy": (
        "$x = lookup('key')",
        {
            "hiera.yaml": "version: 5\nhierarchy: [{name: c, path: c.yaml}]\n",
            "data/c.yaml": "key: a\n",
            "data/d.yaml": "key: new\n",
        },
        lambda p: p.write("hiera.yaml", "version: 5\nhierarchy: [{name: d, path: d.yaml}]\n"),
    ),
    "new module": (
        "$x = String(module_directory('lake', 'pond'))",
        {f"{MODULE}/files/duck": "a"},
        lambda p: p.write("modules/lake/manifests/init.pp", "class lake {}"),
    ),
    "environment.conf": (
        "$x = 'a'",
        {"other.pp": "notify { a: message => 'new' }"},
        lambda p: p.write("environment.conf", "manifest = other.pp\n"),
    ),
}


@pytest.mark.parametrize("kind", CHANGES)
def test_a_change_counts_at_once(server: RunningServer, kind: str) -> None:
    pond = Pond(server, "e_" + "".join(each for each in kind if each.isalpha()))
    code, files, change = CHANGES[kind]
    for path, content in files.items():
        pond.write(path, content)
    pond.site(f'{code} notify {{ a: message => "${{x}}" }}')
    before = pond.settled()
    change(pond)
    reply = pond.ask()
    assert reply.headers[ORIGIN] == "compiled"
    if kind != "new manifest":
        assert messages(reply) != before
    assert pond.settled() == messages(reply)


DUCK = "Puppet::Type.newtype(:duck) do\n newparam(:name)\n newproperty(:sound)\nend\n"
GENERATED = """Puppet::Resource::ResourceType3.new(
  'duck',
  [Puppet::Resource::Param(Any, 'sound', false)],
  [Puppet::Resource::Param(Any, 'name', true)],
  { /(?m-ix:(.*))/ => ['name'] },
  true,
  false)
"""


@pytest.mark.parametrize(
    "path", [".resource_types/duck.pp", f"{MODULE}/lib/puppet/provider/duck/real.rb"]
)
def test_what_a_worker_asks_once_counts_for_later_catalogs(pond: Pond, path: str) -> None:
    pond.write(f"{MODULE}/lib/puppet/type/duck.rb", DUCK)
    pond.write(f"{MODULE}/lib/puppet/provider/goose/real.rb", "")
    pond.write(".resource_types/goose.pp", GENERATED.replace("duck", "goose"))
    pond.site("duck { a: sound => String($facts['size']) }")
    for size in range(10):  # both workers know the type now
        assert pond.ask({**FACTS, "size": size}).headers[ORIGIN] == "compiled"
    pond.settled()
    pond.write(path, GENERATED if path.endswith(".pp") else "")
    assert pond.ask().headers[ORIGIN] == "compiled"


@pytest.mark.parametrize(
    "code",
    [
        "$x = String(Timestamp())",
        "$x = strftime('%s')",
        "$x = generate('/bin/echo', 'a')",
        "$x = file('/proc/uptime')",
    ],
)
def test_what_differs_each_time_is_compiled_each_time(server: RunningServer, code: str) -> None:
    pond = Pond(server, "t_" + "".join(each for each in code if each.isalpha())[:40])
    pond.site(f'{code} notify {{ a: message => "${{x}}" }}')
    pond.never_settles()


def test_python_code_may_ask_anybody(pond: Pond) -> None:
    pond.write(
        "modules/pond/lib/duckrow/functions/pond/song.py",
        "from duckrow.puppet.runtime.function import Form, Function\n"
        "FUNCTION = Function('pond::song', Form(run=lambda _scope: 'la'))\n",
    )
    pond.site("notify { a: message => pond::song() }")
    assert messages(pond.ask()) == ["la"]
    pond.never_settles()


def test_the_version_of_the_configuration_is_asked_for_again(pond: Pond) -> None:
    version = pond.write("version", "one")
    pond.write("environment.conf", f"config_version = /bin/cat {version}\n")
    pond.site("notify { a: message => 'a' }")
    pond.settled()
    assert pond.ask().json()["version"] == "one"
    version.write_text("two")
    reply = pond.ask()
    assert (reply.headers[ORIGIN], reply.json()["version"]) == ("compiled", "two")
    assert pond.settled() == ["a"]


def test_fixed_files_count_after_a_deploy(tmp_path: Path) -> None:
    server = RunningServer(tmp_path)
    server.add_node("huey.lab")
    pond = Pond(server, "production")
    pond.write("environment.conf", "environment_timeout = unlimited\n")
    pond.site("notify { a: message => 'one' }")
    time.sleep(0.2)
    with server:
        assert pond.settled() == ["one"]
        server.process.send_signal(signal.SIGHUP)
        server.wait_for("generation 2 of the workers takes over")
        assert pond.ask().headers[ORIGIN] == "unchanged"
        pond.site("notify { a: message => 'two' }")
        time.sleep(0.2)
        assert pond.ask().headers[ORIGIN] == "unchanged"
        server.process.send_signal(signal.SIGHUP)
        server.wait_for("generation 3 of the workers takes over")
        reply = pond.ask()
        assert (reply.headers[ORIGIN], messages(reply)) == ("compiled", ["two"])


def test_files_count_after_the_time_that_environment_timeout_gives(tmp_path: Path) -> None:
    server = RunningServer(tmp_path)
    server.add_node("huey.lab")
    pond = Pond(server, "production")
    pond.write("environment.conf", "environment_timeout = 1s\n")
    pond.write("modules/pond/manifests/init.pp", "class pond { notify { a: message => 'one' } }")
    pond.site("include pond")
    time.sleep(0.2)
    with server:
        assert pond.settled() == ["one"]
        pond.write(
            "modules/pond/manifests/init.pp", "class pond { notify { a: message => 'two' } }"
        )
        limit = time.monotonic() + PATIENCE
        while pond.settled() != ["two"]:
            assert time.monotonic() < limit
            time.sleep(0.05)


def test_every_question_to_the_world_is_recorded() -> None:
    """A new question that is not recorded would lead to catalogs that are out of date."""
    # Of `kind`, of archives that were asked for, and of its arguments alone; what a cache knows
    # about an archive counts only with its stamp.
    derived = {"exists", "joined_lists", "recall_archives", "keep_archives", "crypt"}
    questions = {name for name in vars(World) if not name.startswith("_")}
    questions -= {"has_disk", *World.__slots__}
    assert questions - set(vars(AskedWorld)) == derived


def a_reply(**more: object) -> dict[str, object]:
    """Return the reply of a worker about a catalog that asked nothing."""
    return {
        "base_files": {},
        "more_files": {},
        "others": [],
        "fixed_seconds": 0,
        "generation": 1,
        "has_all_facts": False,
        "fact_names": [],
        "logs": [],
        "reason": "",
        **more,
    }


def files_of(role: int) -> dict[str, tuple[int, ...]]:
    return {f"/modules/role{role}/manifests/c{each}.pp": (each, each, each) for each in range(100)}


def test_kept_catalogs_share_the_files_that_are_the_same() -> None:
    kept = UnchangedCatalogs(1_000_000)
    catalog = b'{"catalog_uuid":"%b"}' % (b"0" * 36)
    for number in range(400):  # each reply has a base of its own, as workers take turns
        kept.keep(f"n{number}", b"{}", {}, a_reply(base_files=files_of(number % 2)), catalog)
    assert len(kept) == 400
    found = [kept.find(f"n{number}", b"{}", {}) for number in range(400)]
    assert len({id(each.base) for each in found if each is not None}) == 2


@pytest.mark.parametrize(
    "more",
    [
        {"more_files": {path: list(stamp) for path, stamp in files_of(1).items()}},
        {"logs": [("notice", "quack" * 2000)]},
        {"others": [("variable", ["DUCK"], "quack" * 2000)]},
    ],
)
def test_all_that_is_kept_counts(more: dict[str, object]) -> None:
    kept = UnchangedCatalogs(1_000_000)
    catalog = b'{"catalog_uuid":"%b"}' % (b"0" * 36)
    for number in range(400):
        kept.keep(f"n{number}", b"{}", {}, a_reply(**more), catalog)
    assert 1 < len(kept) < 100
    for number in range(400):
        kept.keep(f"n{number}", b"{}", {}, a_reply(base_files=files_of(number)), catalog)
    assert 1 < len(kept) < 100


def test_a_kept_catalog_takes_about_the_memory_that_counts() -> None:
    kept = UnchangedCatalogs()
    catalog = b'{"catalog_uuid":"%b","data":"%b"}' % (b"0" * 36, b"quack" * 1000)
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        for number in range(200):
            job = dumps({"node": f"n{number}"})
            kept.keep(f"n{number}", job, FACTS, a_reply(fact_names=["color", "size"]), catalog)
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(kept) == 200
    assert after - before < 2 * kept.size


def test_kept_catalogs_have_a_limit() -> None:
    kept = UnchangedCatalogs(10_000)
    reply = a_reply()
    catalog = json.dumps(
        {"catalog_uuid": "0" * 36, "data": os.urandom(400).hex()}, separators=(",", ":")
    ).encode()
    for number in range(100):
        kept.keep(f"n{number}", b"{}", {}, reply, catalog)
    assert 2 < len(kept) < 10
    assert kept.find("n0", b"{}", {}) is None
    assert kept.find("n99", b"{}", {}) is not None
    kept.keep("huge", b"{}", {}, reply, catalog + os.urandom(9000))
    assert kept.find("huge", b"{}", {}) is None
    assert kept.reasons == {"size": 1}


def test_a_look_at_many_files_takes_time() -> None:
    few = {f"/duck/{number}": None for number in range(10)}
    many = {f"/duck/{number}": None for number in range(1000)}
    catalog = b'{"catalog_uuid":"%b"}' % (b"0" * 36)
    assert not Kept(b"{}", {}, a_reply(base_files=few, fixed_seconds=0), catalog).takes_time()
    assert Kept(b"{}", {}, a_reply(base_files=many, fixed_seconds=0), catalog).takes_time()
    assert not Kept(b"{}", {}, a_reply(base_files=many, fixed_seconds=99), catalog).takes_time()


def test_a_large_catalog_takes_time_to_unpack() -> None:
    catalog = b'{"catalog_uuid":"%b"%b}' % (b"0" * 36, os.urandom(LARGE * 2))
    kept = Kept(b"{}", {}, a_reply(base_files={}), catalog)
    assert kept.is_large()
    assert kept.content("0" * 36) == catalog
