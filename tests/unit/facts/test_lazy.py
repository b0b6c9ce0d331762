"""The facts of a host as a mapping: nothing is found out that nobody asks for."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from duckrow.facts.core import CORE, find_core
from duckrow.facts.lazy import LazyFacts
from duckrow.facts.legacy import LEGACY, dig
from duckrow.facts.module_directories import module_directories

PLACE = "/etc/facter/facts.d"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """List the built-in facts that are found out."""
    found: list[str] = []

    def watched(name: str) -> Any:
        function = find_core(name)

        def answer(host: Any, facts: Any) -> Any:
            found.append(name)
            assert function is not None
            return function(host, facts)

        return answer if function is not None else None

    monkeypatch.setattr("duckrow.facts.lazy.find_core", watched)
    return found


def test_one_fact_is_found_out_once(make_host: Any, asked: list[str]) -> None:
    facts = LazyFacts(make_host())
    assert bool(facts)
    assert asked == []
    assert facts["kernel"] == facts.get("kernel") == "Linux"
    assert "kernel" in facts
    assert asked == ["kernel"]
    assert facts.get("nothing", 7) == 7
    with pytest.raises(KeyError):
        facts["nothing"]
    assert asked == ["kernel"]


def test_a_missing_fact_is_computed_once(make_host: Any, asked: list[str]) -> None:
    facts = LazyFacts(make_host())
    assert facts.get("dmi") is facts.get("dmi") is None
    assert asked == ["dmi"]


@pytest.mark.parametrize("way", [list, len, dict, lambda f: {**f}, lambda f: list(f.items())])
def test_going_through_them_finds_out_all(make_host: Any, asked: list[str], way: Any) -> None:
    facts = LazyFacts(make_host())
    found = way(facts)
    assert set(asked) == set(CORE)
    if isinstance(found, dict):
        assert type(found) is dict
        assert found["kernel"] == "Linux"
        assert list(found) == sorted(found)


def test_they_travel_as_plain_values(make_host: Any) -> None:
    facts = LazyFacts(make_host())
    copy = pickle.loads(pickle.dumps(facts))
    assert type(copy) is dict
    assert facts == copy
    assert facts != {}
    assert facts.copy() == facts.plain()
    assert repr(facts).startswith("LazyFacts({")


def test_old_names_are_answered_but_not_listed(make_host: Any) -> None:
    host = make_host({"/etc/os-release": "ID=debian\n", "/etc/debian_version": "12.5\n"})
    facts = LazyFacts(host)
    assert facts["osfamily"] == "Debian"
    assert facts["operatingsystemrelease"] == "12.5"
    assert "osfamily" in facts
    assert "osfamily" not in facts.plain()
    assert facts.lists("os")
    assert not facts.lists("osfamily")
    assert LazyFacts(host, shows_legacy=True).plain()["osfamily"] == "Debian"


def test_every_old_name_leads_to_a_fact() -> None:
    assert {path.partition(".")[0] for path in LEGACY.values()} <= set(CORE)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("interfaces", "eth0,lo"),
        ("ipaddress_eth0", "192.0.2.1"),
        ("mtu_eth0", 1500),
        ("netmask6_eth0", None),
        ("ipaddress_none", None),
        ("dhcp_servers", {"system": "192.0.2.9", "eth0": "192.0.2.9"}),
        ("blockdevices", "sda,sdb"),
        ("blockdevice_sda_size", 512),
        ("blockdevice_sda_color", None),
        ("memorysize_mb", 1.5),
        ("processor1", "b"),
        ("processor2", None),
        ("sshrsakey", "AAAA"),
        ("sshfp_rsa", "one\ntwo"),
        ("sshdsakey", None),
        ("swapsize_mb", None),
        ("xendomains", None),
        ("ipaddress_", None),
    ],
)
def test_old_names_that_need_work(make_host: Any, name: str, value: Any) -> None:
    network = {"dhcp": "192.0.2.9", "ip": "192.0.2.1", "mtu": 1500}
    facts = LazyFacts(
        make_host(),
        given={
            "networking": {"interfaces": {"lo": {}, "eth0": network}, "dhcp": "192.0.2.9"},
            "disks": {"sdb": {}, "sda": {"size_bytes": 512}},
            "memory": {"system": {"total_bytes": 1572864}},
            "processors": {"models": ["a", "b"]},
            "ssh": {"rsa": {"key": "AAAA", "fingerprints": {"sha1": "one", "sha256": "two"}}},
        },
    )
    assert facts.get(name) == value


def test_given_facts_override_the_environment_which_overrides_files(make_host: Any) -> None:
    files = {f"{PLACE}/a.txt": "a=file\nb=file\nos=file\n", "/etc/os-release": "ID=debian\n"}
    host = make_host(files, {"FACTER_b": "environment", "FACTER_C": "c", "facter": "no"})
    facts = LazyFacts(host, given={"c": "given", "d.e.f": "deep"})
    assert facts["a"] == "file"
    assert facts["b"] == "environment"
    assert facts["c"] == "given"
    assert facts["d"] == {"e": {"f": "deep"}}
    assert facts["os"] == "file"
    assert {"a", "b", "c", "d"} <= set(facts.names())


def test_a_part_of_a_fact_may_be_given(make_host: Any) -> None:
    host = make_host({"/etc/os-release": "ID=debian\nNAME=Debian\n"})
    facts = LazyFacts(host, given={"os.family": "RedHat"})
    assert (facts["os"]["family"], facts["os"]["name"]) == ("RedHat", "Debian")
    assert facts["osfamily"] == "RedHat"


def test_external_facts_may_be_left_out(make_host: Any) -> None:
    host = make_host({f"{PLACE}/a.txt": "a=1\n"})
    assert "a" not in LazyFacts(host, has_external=False)


def test_a_fact_that_fails_is_a_warning_and_has_no_value(
    make_host: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = make_host()
    monkeypatch.setattr(type(host), "uname", lambda _: 1 / 0)
    reported: list[str] = []
    facts = LazyFacts(host, warn=reported.append)
    assert "kernel" not in facts
    assert reported == facts.warnings
    assert reported == [
        "error while resolving the fact kernel: ZeroDivisionError: division by zero"
    ]


def test_the_time_of_each_fact_is_reported(make_host: Any) -> None:
    received: list[str] = []
    facts = LazyFacts(make_host(), on_found=lambda name, _: received.append(name))
    assert facts["is_virtual"] is False
    assert facts.get("dmi") is None
    assert received == ["virtual", "is_virtual"]


# ---- facter.conf


CONFIGURATION = """
facts : {
  blocklist : [ "kernel", "file system", "os.family", "memory.system.used", "b.txt", "mine" ]
}
fact-groups : { mine : [ "timezone" ] }
global : { external-dir : "/more", show-legacy : true }
"""


def test_blocked_facts(make_host: Any) -> None:
    host = make_host(
        {
            "/etc/facter/facter.conf": CONFIGURATION,
            "/etc/os-release": "ID=debian\n",
            "/proc/meminfo": "MemTotal: 4 kB\nMemAvailable: 2 kB\n",
            f"{PLACE}/b.txt": "b=1\n",
            "/more/c.txt": "c=1\n",
        }
    )
    facts = LazyFacts(host)
    for name in ("kernel", "kernelversion", "mountpoints", "filesystems", "b", "timezone"):
        assert name not in facts, name
        assert name not in facts.names()
    assert "family" not in facts["os"]
    assert "used" not in facts["memory"]["system"]
    assert facts["c"] == "1"
    assert "memorysize" in facts.plain()
    assert facts["path"] == "/bin"


def test_an_invalid_configuration_is_a_warning(make_host: Any) -> None:
    facts = LazyFacts(make_host({"/etc/facter/facter.conf": "facts : {"}))
    assert facts["kernel"] == "Linux"
    assert facts.warnings[0].startswith("Facter failed to read config file /etc/facter/facter.conf")


def test_a_configuration_that_is_a_directory_is_a_warning(make_host: Any) -> None:
    facts = LazyFacts(make_host({"/conf/x": ""}), configuration="/conf")
    assert facts["kernel"] == "Linux"
    assert facts.warnings == ["Facter failed to read config file /conf: it is a directory"]


def test_another_configuration(make_host: Any) -> None:
    host = make_host({"/x.conf": "global : { no-external-facts : true }", f"{PLACE}/a.txt": "a=1"})
    assert "a" not in LazyFacts(host, configuration="/x.conf")
    assert "a" in LazyFacts(host)


def test_a_configuration_may_turn_custom_facts_off(make_host: Any, tmp_path: Any) -> None:
    code = "from duckrow.facts.custom import fact\n@fact\ndef pond(facts):\n    return 1\n"
    (tmp_path / "pond.py").write_text(code)
    host = make_host({"/x.conf": "global : { no-custom-facts : true }"})
    assert "pond" not in LazyFacts(host, custom=[str(tmp_path)], configuration="/x.conf")
    assert "pond" in LazyFacts(host, custom=[str(tmp_path)])


def test_given_directories_may_replace_the_usual_ones(make_host: Any) -> None:
    host = make_host({"/own/b.txt": "b=1", f"{PLACE}/a.txt": "a=1", "/own/bad.json": "{"})
    errors: list[str] = []
    files: list[str] = []
    facts = LazyFacts(
        host,
        external=["/own"],
        reads_usual=False,
        on_error=errors.append,
        on_found=lambda name, _seconds: files.append(name),
    )
    assert facts["b"] == "1"
    assert "a" not in facts
    assert files == ["bad.json", "b.txt", "b"]
    assert len(errors) == 1
    assert "/own/bad.json" in errors[0]
    assert facts.warnings == []


def test_facts_of_the_environment_can_be_left_out(make_host: Any) -> None:
    host = make_host({}, environment={"FACTER_pond": "1"})
    assert LazyFacts(host)["pond"] == "1"
    assert "pond" not in LazyFacts(host, has_environment=False)


# ---- modules


def test_facts_of_modules(tmp_path: Any) -> None:
    directories = (
        "one/a/facts.d one/b/lib/duckrow/facts two/a/facts.d two/c/facts.d two/c/lib/facter"
    )
    for path in directories.split():
        (tmp_path / path).mkdir(parents=True)
    (tmp_path / "two" / "file").write_text("")
    found = module_directories([f"{tmp_path}/one", f"{tmp_path}/none", f"{tmp_path}/two"])
    assert found == (
        [f"{tmp_path}/one/a/facts.d", f"{tmp_path}/two/c/facts.d"],
        [f"{tmp_path}/one/b/lib/duckrow/facts"],
        [f"{tmp_path}/two/c/lib/facter"],
    )


def test_modules_are_looked_for_when_they_are_needed(tmp_path: Any) -> None:
    directory = tmp_path / "pond" / "facts.d"
    directory.mkdir(parents=True)
    (directory / "a.txt").write_text("pond_of_test=1\n")
    asked: list[int] = []

    def modulepath() -> list[str]:
        asked.append(1)
        return [str(tmp_path)]

    facts = LazyFacts(modulepath=modulepath)
    assert asked == []
    assert facts["pond_of_test"] == "1"
    assert asked == [1]


@pytest.mark.parametrize(
    ("path", "value"), [("a.0.b", 1), ("a.1", None), ("a.x", None), ("c", None), ("a.0.b.c", None)]
)
def test_digging(path: str, value: Any) -> None:
    assert dig({"a": [{"b": 1}]}, path) == value
