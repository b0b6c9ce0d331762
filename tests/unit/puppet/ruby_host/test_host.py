"""Ruby code of modules on a machine: constants, files, messages, settings, features."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from duckrow.machine.local import LocalMachine
from duckrow.machine.memory import MemoryMachine
from duckrow.puppet.providers.base import ProviderError
from duckrow.puppet.ruby_host.entry import enter
from duckrow.puppet.ruby_host.files import lib_directories
from duckrow.puppet.ruby_host.host import MachineHost
from duckrow.ruby.errors import UnsupportedError
from duckrow.ruby.host import Host
from duckrow.ruby.interpreter import Interpreter
from duckrow.ruby.nesting import main_object
from duckrow.ruby.unit import load_ruby
from duckrow.ruby.values.kinds import RubyObject


class Example:
    """A host made of dictionaries, with one module on disk."""

    def __init__(self, directory: Path, files: dict[str, bytes] | None = None) -> None:
        self.messages: list[tuple[str, str]] = []
        self.machine = MemoryMachine(files or {})
        self.host = MachineHost(
            self.machine,
            lib_directories([str(directory)]),
            lambda level, message: self.messages.append((level, message)),
            lambda: {"kernel": "Linux"},
            {"vardir": "/var/lib/puppet"},
        )

    def run(self, code: str) -> object:
        ruby = self.host.interpreter()
        return load_ruby(code.encode(), "example.rb").run(ruby, None)


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


@pytest.fixture
def example(tmp_path: Path) -> Example:
    write(
        tmp_path / "pond/lib/puppet_x/duck.rb",
        "module PuppetX\n  class Duck\n    def quack\n      'quack'\n    end\n  end\nend\n",
    )
    write(tmp_path / "pond/lib/puppet/feature/water.rb", "Puppet.features.add(:water) { true }\n")
    write(
        tmp_path / "pond/lib/puppet/feature/ice.rb",
        "Puppet.features.add(:ice, :libs => ['no_such_library'])\n",
    )
    return Example(tmp_path, {"/etc/duck": b"mallard\n"})


def test_code_requires_files_of_modules(example: Example) -> None:
    assert example.run("require 'puppet_x/duck'\nPuppetX::Duck.new.quack") == "quack"
    assert example.run("PuppetX::Duck.new.quack") == "quack"


def test_code_reads_files_of_the_machine(example: Example) -> None:
    assert example.run("File.read('/etc/duck')") == "mallard\n"
    assert example.run("File.exist?('/etc/goose')") is False


def test_shellwords_leave_templates_alone(example: Example) -> None:
    code = "require 'shellwords'; Shellwords.escape('a b'); ERB.new('<%= 1 + 1 %>').result"
    assert example.run(code) == "2"


def test_passwords_are_hashed_by_the_machine(example: Example) -> None:
    assert example.run("'duck'.crypt('$6$pond$')[0, 8]") == "$6$pond$"
    assert example.run("begin; 'duck'.crypt('x'); rescue ArgumentError => e; e.message; end") == (
        "salt too short (need >=2 bytes)"
    )


def test_messages_reach_the_log(example: Example) -> None:
    example.run("Puppet.warning('cold'); Puppet.debug { 'wet' }; Puppet.send_log(:err, 'ill')")
    assert example.messages == [("warning", "cold"), ("debug", "wet"), ("err", "ill")]


def test_messages_of_other_modules_begin_with_their_name(example: Example) -> None:
    example.run(
        "module Lake; extend Puppet::Util::Logging; end; Lake.notice('wet');"
        "Lake.warn_once('a', 'b', 'once'); Lake.warn_once('a', 'b', 'twice');"
        "Puppet.warn_once('a', 'c', 'at', 'x.pp', 3); Lake.deprecation_warning('old')"
    )
    assert example.messages == [
        ("notice", "Lake: wet"),
        ("warning", "Lake: once\n   (file & line not available)"),
        ("warning", "at\n   (file: x.pp, line: 3)"),
        ("warning", "Lake: old\n   (location: example.rb:1)"),
    ]


def test_settings(example: Example) -> None:
    assert example.run("Puppet[:vardir]") == "/var/lib/puppet"
    assert example.run("Puppet[:noop] = true; Puppet.settings[:noop]") is True


def test_features(example: Example) -> None:
    assert example.run("Puppet.features.posix?") is True
    assert example.run("Puppet.features.water?") is True
    assert example.run("Puppet.features.ice?") is False
    assert example.run("Puppet.features.unicorns?") is False


def test_code_may_take_any_number_of_steps(example: Example) -> None:
    ruby = example.host.interpreter()
    ruby.steps = 10
    code = b"n = 0; 1000.times { |i| n += i }; n"
    assert load_ruby(code, "x.rb").run(ruby, main_object(ruby)) == 499500


def test_a_timeout_ends_a_loop_and_then_its_cleanup_runs(example: Example) -> None:
    code = """
    $done = []
    begin
      Timeout.timeout(0.01) { begin; loop { $done.size }; ensure; sleep(0); $done << 1; end }
    rescue Timeout::Error => e
      [$done, e.message]
    end
    """
    assert example.run(code) == [[1], "execution expired"]


NESTED = """
r = []
begin
  Timeout.timeout(0.05) do
    begin
      Timeout.timeout(10) { begin; sleep 5; ensure; r << 1; sleep 0.01; r << 2; end }
    ensure
      sleep 0.01
      r << 3
    end
  end
rescue Timeout::Error => e
  r << e.message
end
begin
  Timeout.timeout(0.2) do
    begin
      Timeout.timeout(0.02) { begin; sleep 5; ensure; sleep 5; end }
    ensure
      r << 4
    end
    r << 5
  end
rescue Timeout::Error => e
  r << e.message
end
r
"""


def test_of_nested_timeouts_each_ends_its_block_once(example: Example) -> None:
    assert example.run(NESTED) == [1, 2, 3, "execution expired", 4, "execution expired"]
    assert example.host.deadline is None


@pytest.mark.parametrize(
    "code",
    [
        "i, o, e, t = Open3.popen3('cat > FILE'); i.puts 'wet'",
        "i, o, t = Open3.popen2('cat > FILE'); i.puts 'wet'; raise 'dry'",
        "IO.popen('cat > FILE', 'w').puts 'wet'",
    ],
)
def test_a_command_that_code_leaves_alone_runs_at_the_end(tmp_path: Path, code: str) -> None:
    host = MachineHost(LocalMachine(), [], lambda _level, _message: None, dict, {})
    file = tmp_path / "file"
    text = code.replace("FILE", str(file)).encode()
    with suppress(ProviderError):
        enter(host, lambda ruby: load_ruby(text, "x.rb").run(ruby, main_object(ruby)))
    assert file.read_text() == "wet\n"
    assert host.waiting == []


def test_only_this_host_has_a_machine(example: Example) -> None:
    assert example.host.machine("File.write") is example.machine
    with pytest.raises(UnsupportedError, match=r"File\.write"):
        Host().machine("File.write")
    with pytest.raises(UnsupportedError):
        load_ruby(b"File.write('/etc/duck', 'x')", "x.rb").run(Interpreter(), None)


def test_an_object_of_ruby_is_made(example: Example) -> None:
    made = example.run("require 'puppet_x/duck'\nPuppetX::Duck.new")
    assert isinstance(made, RubyObject)
