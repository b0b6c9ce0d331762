"""What code must not get silently: constants without a machine, and services duckrow lacks."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.machine.local import LocalMachine
from duckrow.puppet.ruby_host.host import MachineHost
from duckrow.ruby.errors import RubyError, UnsupportedError
from duckrow.ruby.interpreter import Interpreter
from duckrow.ruby.library import FAMILIES, ON_HOST
from duckrow.ruby.library.unsupported import UnsupportedConstant
from duckrow.ruby.unit import load_ruby


def run(code: str, root: str = "/") -> object:
    host = MachineHost(LocalMachine(root), (), lambda _level, _message: None, dict, {})
    return load_ruby(code.encode(), "example.rb").run(host.interpreter(), None)


@pytest.mark.parametrize("family", sorted(set(ON_HOST) - set(FAMILIES)))
def test_without_a_machine_a_family_exists_by_name(family: str) -> None:
    made = load_ruby(family.encode(), "x.rb").run(Interpreter(), None)
    assert isinstance(made, UnsupportedConstant)


def test_a_class_of_such_a_family_is_no_mistake_of_the_user() -> None:
    with pytest.raises(UnsupportedError, match=r"REXML::Document\.new"):
        load_ruby(b"REXML::Document.new('x') rescue 1", "x.rb").run(Interpreter(), None)


@pytest.mark.parametrize(
    "code",
    [
        "at_exit { 1 }",
        "trap('TERM') { 1 }",
        "Signal.trap('TERM') { 1 }",
        "Net::HTTP.new('h', 443).cert = 'x'",
        "Net::HTTP.new('h', 443).ca_file = '/x'",
    ],
)
def test_code_does_not_go_on_without_it(code: str) -> None:
    with pytest.raises(UnsupportedError):
        run(code)


def test_nil_asks_for_nothing() -> None:
    run("Net::HTTP.new('h', 443).cert = nil")


def test_abort_prints_its_message(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(RubyError) as caught:
        run("abort 'no ducks'")
    assert capsys.readouterr().err == "no ducks\n"
    assert (caught.value.class_name, caught.value.status) == ("SystemExit", 1)


@pytest.mark.parametrize(
    "call",
    [
        "`touch PATH`",
        "`echo > PATH`",
        "system('touch', 'PATH') or raise Errno::ENOENT",
        "IO.popen('touch PATH').read",
        "Puppet::Util::Execution.execute(['touch', 'PATH'], failonfail: true)",
        "Puppet::Util::Execution.execpipe('touch PATH') { 1 }",
    ],
)
def test_a_command_that_the_root_lacks_is_not_found(tmp_path: Path, call: str) -> None:
    (tmp_path / "root").mkdir()
    path = tmp_path / "made"
    with pytest.raises(RubyError):
        run(call.replace("PATH", str(path)), str(tmp_path / "root"))
    assert not path.exists()
