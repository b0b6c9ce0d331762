"""`duckrow resource` and `duckrow describe`; the form is that of Puppet 7.23."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from duckrow.cli.drop_ins.puppet.main import run_words
from duckrow.puppet.apply.inspect import manifest_text, shown_attributes
from duckrow.puppet.resources import find

Run = Any


@pytest.fixture
def root(tmp_path: Path) -> str:
    for name in ("etc/ssh", "tmp"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "etc/hosts").write_text("127.0.0.1\tlocalhost\n10.0.0.1\tpond\tlake sea\t# quack\n")
    (tmp_path / "etc/passwd").write_text("root:x:0:0:root:/root:/bin/sh\n")
    (tmp_path / "etc/group").write_text("root:x:0:\n")
    (tmp_path / "etc/ssh/ssh_known_hosts").write_text("pond,10.0.0.1 ssh-rsa AAAA\n")
    return str(tmp_path)


POND = """host { 'pond':
  ensure       => 'present',
  comment      => 'quack',
  host_aliases => ['lake', 'sea'],
  ip           => '10.0.0.1',
  provider     => 'parsed',
  target       => '/etc/hosts',
}
"""


def test_one(duckrow: Run, root: str) -> None:
    assert duckrow("resource", "--root", root, "host", "pond") == (0, POND, "")
    absent = "host { 'none':\n  ensure   => 'absent',\n  provider => 'parsed',\n}\n"
    assert duckrow("resource", "--root", root, "host", "none") == (0, absent, "")


def test_all(duckrow: Run, root: str) -> None:
    code, out, _ = duckrow("resource", "--root", root, "host")
    assert code == 0
    assert out.startswith("host { 'localhost':\n  ensure   => 'present',\n")
    assert out.endswith(f"}}\n{POND}")


def test_parameters_that_are_part_of_the_name(duckrow: Run, root: str) -> None:
    code, out, _ = duckrow("resource", "--root", root, "sshkey")
    assert code == 0
    assert out == (
        "sshkey { 'pond@ssh-rsa':\n"
        "  ensure       => 'present',\n"
        "  host_aliases => ['10.0.0.1'],\n"
        "  key          => 'AAAA',\n"
        "  name         => 'pond',\n"
        "  provider     => 'parsed',\n"
        "  target       => '/etc/ssh/ssh_known_hosts',\n"
        "  type         => 'ssh-rsa',\n"
        "}\n"
    )


def test_change_and_noop(duckrow: Run, root: str) -> None:
    words = ("--root", root, "--no-state", "host", "pond")
    shown = "host { 'pond':\n  ensure   => 'present',\n  provider => 'parsed',\n"
    code, out, _ = duckrow("resource", "--noop", *words, "ensure=absent")
    printed = "Notice: /Host[pond]/ensure: current_value 'present', should be 'absent' (noop)\n"
    assert code == 0
    assert out.startswith(printed + shown)
    code, out, _ = duckrow("resource", *words, "ensure=absent")
    assert code == 0
    assert out.startswith("Notice: /Host[pond]/ensure: removed\nhost { 'pond':\n  ensure   => 'ab")
    assert "pond" not in (Path(root) / "etc/hosts").read_text()


def test_yaml(duckrow: Run, root: str) -> None:
    out = duckrow("resource", "--root", root, "--format", "yaml", "host", "localhost")[1]
    expected = {"ensure": "present", "ip": "127.0.0.1", "provider": "parsed"}
    assert yaml.safe_load(out) == {"host": {"localhost": {**expected, "target": "/etc/hosts"}}}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ("quack",),
            "Could not find type quack\n try: duckrow resource --types lists the types",
        ),
        (("fyle",), "Could not find type fyle\n try: did you mean file?"),
        (("notify", "x"), "notify has no providers and has not overridden 'instances'"),
        (
            ("host", "x", "quack=1"),
            "no parameter named 'quack'\n try: duckrow describe host explains those that there are",
        ),
        (
            ("host", "x", "commment=1"),
            "no parameter named 'commment'\n try: did you mean comment?",
        ),
        (("host", "-x-", "ip=10.0.0.1"), "Parameter name failed on Host[-x-]: Invalid host name"),
        (
            ("file",),
            (
                "Listing all file instances is not supported.  Please specify a file or "
                "directory, e.g. duckrow resource file /etc"
            ),
        ),
    ],
)
def test_resources_that_cannot_be_shown(
    duckrow: Run, root: str, words: tuple[str, ...], message: str
) -> None:
    done = duckrow("resource", "--root", root, "--no-state", "--", *words)
    assert done == (1, "", f"Error: Could not run: {message}\n")


def test_a_change_that_fails(duckrow: Run, root: str) -> None:
    code, out, err = duckrow(
        "resource", "--root", root, "--no-state", "file", "/none/x", "ensure=file"
    )
    assert code == 1
    assert "ensure   => 'absent'" in out
    assert "change from 'absent' to 'file' failed" in err


def test_types(duckrow: Run) -> None:
    names = duckrow("resource", "--types")[1].split()
    assert names == sorted(names)
    assert {"cron", "file", "host", "vcsrepo"} <= {*names}
    assert "component" not in names


@pytest.mark.parametrize("executable", ["duckrow", "puppet"])
def test_types_of_modules_are_listed(
    duckrow: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str], executable: str
) -> None:
    """A module on the modulepath, or one of the environment, brings its types."""
    module = tmp_path / "code/environments/production/modules/pond"
    for directory, file, text in (
        ("lib/puppet/type", "nest.rb", "Puppet::Type.newtype(:nest) do\n  newparam(:name)\nend\n"),
        ("lib/duckrow/resources", "reed.py", ""),
    ):
        (module / directory).mkdir(parents=True)
        (module / directory / file).write_text(text)
    in_path = f"--modulepath={module.parent}"
    in_environment = f"--environmentpath={tmp_path}/code/environments"

    def said(*words: str) -> str:
        if executable == "duckrow":
            return str(duckrow(*words)[1])
        run_words([*words, f"--confdir={tmp_path}"])
        return capsys.readouterr().out

    for option in (in_path, in_environment):
        assert {"file", "nest", "reed"} <= {*said("resource", "--types", option).split()}
        if option is in_path or executable == "puppet":
            lines = said("describe", "--list", option).splitlines()
            assert "nest            - .. no documentation .." in lines
            assert "- **name**" in said("describe", "nest", option)


def test_a_type_of_a_module_that_cannot_be_read_is_left_out(duckrow: Run, tmp_path: Path) -> None:
    directory = tmp_path / "pond/lib/duckrow/resources"
    directory.mkdir(parents=True)
    (directory / "reed.py").write_text("")
    for words, expected in ((["reed"], 1), (["--list", "--format", "json"], 0)):
        code, out, err = duckrow("describe", "--modulepath", str(tmp_path), *words)
        assert code == expected
        assert "reed.py does not define the type 'reed' - TABLE is missing." in err
    assert "reed" not in {each["name"] for each in json.loads(out)}


def test_values_as_code() -> None:
    table = find("host")
    assert table is not None
    state = {"ip": "it's", "comment": "", "host_aliases": ["absent"], "ensure": "absent", "x": 1}
    attributes = shown_attributes(table, state)
    assert attributes == {"ensure": "absent", "ip": "it's"}
    text = manifest_text(table, "a'b", attributes)
    assert text == "host { 'a\\'b':\n  ensure => 'absent',\n  ip     => 'it\\'s',\n}"


def test_describe(duckrow: Run) -> None:
    code, out, _ = duckrow("describe", "mount", "--short", "--meta")
    assert code == 0
    assert "\nmount\n=====\nLooks after a file system" in out
    assert "    atboot, blockdevice, device, dump, ensure, fstype, name, options," in out
    assert "    alias, audit, before, loglevel, noop," in out
    assert "Providers\n---------\n    parsed\n" in out


def test_describe_in_full(duckrow: Run) -> None:
    out = duckrow("describe", "exec", "-p")[1]
    assert "- **command** (*namevar*)\n    The command, with its full path" in out
    assert "Valid values are true, false, on_failure." in " ".join(out.split())
    assert "- **posix**\n    Commands without a shell, unless they need one. It is the" in out


def test_describe_an_unknown_type(duckrow: Run) -> None:
    assert duckrow("describe", "quack", "stage")[0] == 1
    assert duckrow("describe", "quack") == (
        1,
        "Unknown type quack\n",
        " try: duckrow describe --list\n",
    )
    assert duckrow("describe", "fyle")[2] == " try: did you mean file?\n"
    assert duckrow("describe")[0] == 2


def test_describe_list(duckrow: Run) -> None:
    lines = duckrow("describe", "--list")[1].splitlines()
    assert lines[0] == "These are the types known to puppet:"
    assert "host            - Looks after a name and its address in the hosts file" in lines


def test_a_change_without_a_lock_is_made_with_a_warning(duckrow: Run, root: str) -> None:
    (Path(root) / "var").write_text("")
    code, out, err = duckrow("resource", "--root", root, "file", "/tmp/new", "ensure=directory")
    assert code == 0
    assert "Notice: /File[/tmp/new]/ensure: created\n" in out
    assert f"Warning: Could not take the lock {root}/var/lib/duckrow/" in err
    assert (Path(root) / "tmp/new").is_dir()


def test_describe_as_data(duckrow: Run) -> None:
    code, out, err = duckrow("describe", "--json", "host", "notify")
    assert (code, err) == (0, "")
    host, notify = json.loads(out)
    assert (host["name"], host["providers"], notify["name"]) == ("host", ["parsed"], "notify")
    attributes = {each["name"]: each for each in host["attributes"]}
    assert attributes["name"]["namevar"]
    assert attributes["ensure"]["values"] == ["present", "absent"]
    code, out, err = duckrow("describe", "--json", "duckpond")
    assert (code, json.loads(out)) == (1, [])
    assert err.startswith("duckrow: Unknown type duckpond\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "You must specify the type to display"),
        (("host", "x", "quack"), "Invalid parameter setting quack"),
        (("host", "x", "ip="), "Invalid parameter setting ip="),
    ],
)
def test_usage_errors(duckrow: Run, root: str, words: tuple[str, ...], message: str) -> None:
    done = duckrow("resource", "--root", root, "--no-state", "--", *words)
    assert done == (2, "", f"duckrow: {message} (see duckrow resource --help)\n")
