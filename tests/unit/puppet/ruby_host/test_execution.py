"""Puppet::Util::Execution: outputs, exit codes and messages are those of Puppet 7.23."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.machine.local import LocalMachine
from duckrow.puppet.ruby_host.host import MachineHost
from duckrow.ruby.errors import RubyError
from duckrow.ruby.unit import load_ruby


class Example:
    """This host, and the messages of code that runs on it."""

    def __init__(self) -> None:
        self.messages: list[str] = []
        self.host = MachineHost(
            LocalMachine(),
            (),
            lambda level, message: self.messages.append(f"{level}: {message}"),
            dict,
            {},
        )

    def run(self, code: str) -> object:
        unit = load_ruby(f"X = Puppet::Util::Execution\n{code}".encode(), "example.rb")
        return unit.run(self.host.interpreter(), None)


def failure_of(code: str) -> str:
    with pytest.raises(RubyError) as caught:
        Example().run(code)
    return f"{caught.value.class_name}: {caught.value.message}"


@pytest.mark.parametrize(
    ("code", "answer"),
    [
        (
            "X.execute(['sh', '-c', 'echo a >&2; false'])",
            "Puppet::ExecutionFailure: Execution of 'sh -c echo a >&2; false' returned 1: a",
        ),
        (
            "X.execute(['no_such_command', 'a'])",
            (
                "Puppet::ExecutionFailure: Execution of 'no_such_command a' returned 1: "
                "Error: Could not execute posix command: "
                "No such file or directory - no_such_command"
            ),
        ),
        (
            "X.execute('pwd', cwd: '/no_such_directory')",
            "ArgumentError: Working directory /no_such_directory does not exist!",
        ),
        (
            "X.execute('echo hush; exit 4', failonfail: true, combine: true, sensitive: true)",
            "Puppet::ExecutionFailure: Execution of '[redacted]' returned 4: hush",
        ),
        (
            "X.execute(['sh', '-c', 'kill -9 $$'])",
            "Puppet::ExecutionFailure: Execution of 'sh -c kill -9 $$' returned : ",
        ),
        ("X.execpipe(['echo', 'x', '; exit 2']) { |p| p.read }", "Puppet::ExecutionFailure: x\n"),
    ],
)
def test_failures(code: str, answer: str) -> None:
    assert failure_of(code) == answer


@pytest.mark.parametrize(
    ("code", "answer"),
    [
        ("X.execute(['sh', '-c', 'echo a; exit 3'], failonfail: false).exitstatus", 3),
        (
            "X.execute('echo $HOME $LANG $X; echo b >&2', custom_environment: {'X' => '1'})",
            "C 1\n",
        ),
        ("X.execute('pwd', cwd: '/etc')", "/etc\n"),
        ("X.execute('echo x', squelch: true)", ""),
        ("X.execpipe('echo x') { |p| p.read }", "x\n"),
    ],
)
def test_outputs(code: str, answer: object) -> None:
    assert Example().run(code) == answer


def test_input_comes_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "in").write_text("quack")
    assert Example().run(f"X.execute('cat', stdinfile: '{tmp_path}/in')") == "quack"


def test_commands_are_logged_and_secrets_are_not() -> None:
    example = Example()
    example.run("X.execute(['echo', 'a'])")
    example.run("X.execute(['echo', 'secret'], sensitive: true)")
    assert example.messages == ["debug: Executing: 'echo a'", "debug: Executing: '[redacted]'"]
