"""Programs that use the library on a host, with the answers of Ruby 3.1.

Each NAME.rb returns an array of strings; NAME.txt holds them as `ruby` writes them, one in a line.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.machine.local import LocalMachine
from duckrow.ruby.constants import known_class
from duckrow.ruby.errors import UnsupportedError
from duckrow.ruby.host import Host
from duckrow.ruby.interpreter import Interpreter
from duckrow.ruby.library.host.environment import Environment
from duckrow.ruby.unit import load_ruby
from duckrow.ruby.values.kinds import RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.machine import Machine

HERE = Path(__file__).parent
PROGRAMS = sorted(HERE.glob("*.rb"))


class ExampleHost(Host):
    """A host with this machine."""

    __slots__ = ("_environment",)

    has_machine = True

    def __init__(self) -> None:
        super().__init__()
        self._environment = Environment({"PATH": "/usr/bin:/bin", "HOME": "/root"})

    def machine(self, construct: str) -> Machine:
        return LocalMachine()

    @property
    def environment(self) -> Environment:
        return self._environment

    def random_bits(self, count: int) -> int:
        from duckrow.machine.this_process import random_bytes

        return int.from_bytes(random_bytes(16), "big") & ((1 << count) - 1)

    def now(self) -> int:
        from time import time_ns

        return time_ns()


def run(path: Path, host: Host) -> object:
    ruby = Interpreter(None, host)
    main = RubyObject(known_class(ruby, "Object"))
    return load_ruby(path.read_bytes(), str(path)).run(ruby, main)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_the_answers_are_those_of_ruby(program: Path) -> None:
    made = run(program, ExampleHost())
    assert isinstance(made, list)
    assert made == program.with_suffix(".txt").read_text().splitlines()


@pytest.mark.parametrize(
    "code",
    [
        "`id`",
        "system('id')",
        "spawn('id')",
        "open('/etc/passwd')",
        "File.write('/etc/x', '')",
        "File.open('/etc/passwd')",
        "Dir.glob('/*')",
        "FileUtils.rm_rf('/')",
        "Tempfile.new('x')",
        "IO.popen('id')",
        "Open3.capture3('id')",
        "Etc.getpwnam('root')",
        "Process.kill(9, 1)",
        "StringIO.new('')",
        "STDOUT.puts('x')",
        "sleep 1",
    ],
)
def test_templates_reach_none_of_it(code: str) -> None:
    ruby = Interpreter()
    with pytest.raises(UnsupportedError):
        load_ruby(code.encode(), "x.rb").run(ruby, None)


def test_templates_see_no_environment() -> None:
    assert load_ruby(b"ENV['PATH']", "x.rb").run(Interpreter(), None) is None


def test_a_file_that_nobody_closes_is_written(tmp_path: Path) -> None:
    code = f"File.open('{tmp_path}/a', 'w').write('kept')"
    load_ruby(code.encode(), "x.rb").run(Interpreter(None, ExampleHost()), None)
    assert (tmp_path / "a").read_text() == "kept"


def test_all_of_a_device_is_never_read() -> None:
    code = b"File.open('/dev/zero') { |f| f.read }"
    with pytest.raises(UnsupportedError, match="/dev/zero"):
        load_ruby(code, "x.rb").run(Interpreter(None, ExampleHost()), None)
