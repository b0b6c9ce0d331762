"""Types that an installed Puppet runs, with the real one where it is installed."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from duckrow.machine.memory import MemoryMachine
from duckrow.machine.processes.dialogue import Dialogue
from duckrow.machine.processes.memory import MemoryCommands
from duckrow.puppet.providers.base import ProviderError
from duckrow.puppet.ruby_host.installed.program import InstalledPuppet

EXAMPLES = Path(__file__).parents[5] / "examples" / "puppet"
DUCKROW = Path(sys.executable).parent / "duckrow"
MANIFEST = """
reed_setting {{ 'song/volume': path => '{0}/reeds.conf', value => low }}
reed_setting {{ 'song/pitch': path => '{0}/reeds.conf', value => 3 }}
reed_setting {{ 'song/gone': ensure => absent, path => '{0}/reeds.conf' }}
"""

Apply = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def apply(tmp_path: Path) -> Apply:
    (tmp_path / "puppet.conf").write_text("[main]\nruby_providers = reed_setting\n")

    def run(
        manifest: str, *words: str, path: str | None = None
    ) -> subprocess.CompletedProcess[str]:
        places = ("--confdir", "--vardir", "--state-dir", "--cache-dir")
        own = [word for place in places for word in (place, str(tmp_path))]
        own += ["--modulepath", str(EXAMPLES), "--node", "pond", *words]
        command = [str(DUCKROW), "apply", *own, "-e", manifest]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    return run


needs_puppet = pytest.mark.skipif(
    shutil.which("puppet") is None or shutil.which("ruby") is None, reason="Puppet is not installed"
)


@needs_puppet
def test_the_installed_puppet_reads_and_changes(apply: Apply, tmp_path: Path) -> None:
    first = apply(MANIFEST.format(tmp_path))
    assert "Reed_setting[song/volume]/ensure: created" in first.stdout, first.stderr
    assert (tmp_path / "reeds.conf").read_text() == "[song]\npitch = 3\nvolume = low\n"
    changed = apply(MANIFEST.format(tmp_path).replace("low", "high"))
    assert "Reed_setting[song/volume]/value: value changed 'low' to 'high'" in changed.stdout
    assert "Reed_setting[song/pitch]" not in changed.stdout
    noop = apply(MANIFEST.format(tmp_path), "--noop")
    assert "current_value 'high', should be 'low' (noop)" in noop.stdout
    assert "volume = high" in (tmp_path / "reeds.conf").read_text()


@needs_puppet
def test_the_type_of_the_installed_puppet_checks_attributes(apply: Apply, tmp_path: Path) -> None:
    done = apply(f"reed_setting {{ song: path => '{tmp_path}/x', value => 1 }}")
    assert done.returncode == 1
    assert "Parameter name failed on Reed_setting[song]: song is not SECTION/SETTING" in done.stderr


LAKE = """
Puppet::Type.newtype(:lake) do
  newparam(:name)
  newparam(:about)
  newproperty(:seen) do
    def retrieve; :absent; end
    def insync?(is); false; end
    def sync; Puppet.notice("lake: #{resource[:about].inspect}"); end
  end
end
"""


VALUES = {
    "{ 1 => [2, 'x'] }": '{1=>[2, "x"]}',
    "{ a => { b => undef } }": '{"a"=>{"b"=>nil}}',
    "[/a+/, Sensitive('hush')]": '[/a+/, "hush"]',
    "File['/tmp']": "File[/tmp]",
    "default": ":default",
}


@needs_puppet
def test_values_arrive_as_they_are(apply: Apply, tmp_path: Path) -> None:
    (tmp_path / "puppet.conf").write_text("[main]\nruby_providers = installed\n")
    file = tmp_path / "modules" / "marsh" / "lib" / "puppet" / "type" / "lake.rb"
    file.parent.mkdir(parents=True)
    file.write_text(LAKE)
    lakes = [f"lake {{ x{n}: about => {each}, seen => 1 }}" for n, each in enumerate(VALUES)]
    done = apply("file { '/tmp': } " + " ".join(lakes), "--modulepath", str(tmp_path / "modules"))
    for seen in VALUES.values():
        assert f"lake: {seen}" in done.stdout, done


class Commands(MemoryCommands):
    """Commands of a machine whose ruby is another program."""

    def __init__(self, ruby: str) -> None:
        super().__init__({})
        self._ruby = ruby

    def find(self, name: str, path: str | None = None) -> str | None:
        return self._ruby if name == "ruby" else None

    def talk(self, argv: Sequence[str], directory: str | None = None) -> Dialogue:
        return Dialogue(argv, directory)


def test_an_unknown_name_in_the_setting_is_rejected(apply: Apply, tmp_path: Path) -> None:
    (tmp_path / "puppet.conf").write_text("[main]\nruby_providers = reed_setting, nosuch\n")
    done = apply(MANIFEST.format(tmp_path))
    assert done.returncode == 1
    assert done.stderr == (
        "Error: the setting ruby_providers names nosuch, which is none of: own, installed, "
        "reed_setting\n"
    )
    assert not (tmp_path / "reeds.conf").exists()


def test_without_ruby_the_error_says_so() -> None:
    program = InstalledPuppet(MemoryMachine(), [], {}, "production", print)
    with pytest.raises(ProviderError, match="and there is no ruby"):
        program.ask("make", type="reed_setting")


def test_a_program_that_ends_is_not_started_again() -> None:
    machine = MemoryMachine()
    machine.commands = Commands("/bin/false")
    program = InstalledPuppet(machine, [], {}, "production", print)
    with pytest.raises(ProviderError, match="the installed Puppet ended before it answered"):
        program.ask("make", type="reed_setting")
    with pytest.raises(ProviderError, match="the installed Puppet has ended"):
        program.ask("make", type="reed_setting")


@needs_puppet
def test_another_root_is_refused(apply: Apply, tmp_path: Path) -> None:
    (tmp_path / "root").mkdir()
    done = apply(MANIFEST.format("/nowhere"), "--root", str(tmp_path / "root"))
    assert done.returncode != 0
    assert "which knows no other root directory" in done.stderr
    assert not Path("/nowhere").exists()


def test_a_type_in_an_archive_is_refused(apply: Apply, tmp_path: Path) -> None:
    shutil.make_archive(str(tmp_path / "modules" / "reeds"), "zip", EXAMPLES / "reeds")
    words = ("--modulepath", str(tmp_path / "modules"))
    done = apply(MANIFEST.format(tmp_path), *words)
    assert done.returncode != 0
    assert "which cannot read" in done.stderr
    assert "a fault in duckrow" not in done.stderr
    assert not (tmp_path / "reeds.conf").exists()


RUSH = "Puppet::Type.newtype(:rush) { newparam(:name); newproperty(:height) }\n"
TALL = """
Puppet::Type.type(:rush).provide(:tall) do
  def self.instances; [new(name: 'one', height: 3)]; end
  mk_resource_methods
end
"""


def rushes(directory: Path, provider: str) -> list[str]:
    """Write a module with a type and its provider; return the options that find it."""
    lib = directory / "modules/marsh/lib/puppet"
    (lib / "type").mkdir(parents=True)
    (lib / "type/rush.rb").write_text(RUSH)
    (lib / "provider/rush").mkdir(parents=True)
    (lib / "provider/rush/tall.rb").write_text(provider)
    return ["--confdir", str(directory), "--modulepath", str(directory / "modules")]


def resource(directory: Path, provider: str, *words: str) -> subprocess.CompletedProcess[str]:
    command = [str(DUCKROW), "resource", *rushes(directory, provider), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@needs_puppet
@pytest.mark.parametrize("words", [["rush"], ["rush", "one"]])
def test_the_installed_puppet_lists(tmp_path: Path, words: list[str]) -> None:
    (tmp_path / "puppet.conf").write_text("[main]\nruby_providers = installed\n")
    done = resource(tmp_path, TALL, *words)
    assert done.stdout.split() == "rush { 'one': height => 3, provider => 'tall', }".split()


@needs_puppet
def test_no_suitable_provider_of_the_installed_puppet(apply: Apply, tmp_path: Path) -> None:
    words = rushes(tmp_path, TALL.replace("mk_res", "commands x: '/no/such/tool'\n  mk_res"))
    (tmp_path / "puppet.conf").write_text("[main]\nruby_providers = installed\n")
    done = apply("rush { one: height => 4 }", *words)
    assert "Could not find a suitable provider for rush" in done.stderr


@pytest.mark.parametrize("words", [["rush"], ["rush", "one"]])
def test_a_broken_provider_is_why_nothing_is_listed(tmp_path: Path, words: list[str]) -> None:
    done = resource(tmp_path, "Puppet::Type.type(:rush).provide(:tall) { def v( ; end }", *words)
    assert "provider/rush/tall.rb:1: syntax error" in done.stderr
