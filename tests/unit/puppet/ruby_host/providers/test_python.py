"""A provider in Python for a type in Ruby."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.cli.main import main

EXAMPLES = Path(__file__).parents[5] / "examples"
PROVIDER = """
from duckrow.puppet.providers.base import Provider

class Loud(Provider):
    features = frozenset(("loudness",))

    def is_suitable(self, machine):
        return {suitable}

    def read(self, machine, desired):
        return {{"ensure": "present", "value": "quack"}}

    def set(self, machine, desired, name, value, state):
        print("set", desired.name, name, value)

PROVIDER = Loud
"""

BAD_BIND = """
from duckrow.puppet.providers.base import Provider
class PROVIDER(Provider):
    def bind(self, machine):
        raise RuntimeError("no machine")
"""


def apply(module: Path, code: str) -> int:
    modulepath = f"{module}:{EXAMPLES / 'puppet'}"
    return main(["apply", "--no-state", "--modulepath", modulepath, "-e", code])


@pytest.fixture
def provider(tmp_path: Path) -> Path:
    path = tmp_path / "creek" / "lib" / "duckrow" / "providers" / "reed_setting" / "ini.py"
    path.parent.mkdir(parents=True)
    return path


SETTING = "reed_setting { 'a/b': path => '/nonexistent/x', value => 7 }"


def test_it_replaces_the_ruby_file_of_its_name(
    provider: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    provider.write_text(PROVIDER.format(suitable=True))
    assert apply(tmp_path, SETTING) == 0
    out = capsys.readouterr().out
    assert "set a/b value 7" in out
    assert "Reed_setting[a/b]/value: value changed 'quack' to '7'" in out


def test_one_that_cannot_work_here_is_not_chosen(
    provider: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    provider.write_text(PROVIDER.format(suitable=False))
    assert apply(tmp_path, SETTING) == 1
    assert "Could not find a suitable provider for reed_setting" in capsys.readouterr().err


HOOK = """
import sys
from duckrow.puppet.providers.base import Provider

class PROVIDER(Provider):
    def read(self, machine, desired):
        return {"ensure": "present", "value": "quack"}

    def set(self, machine, desired, name, value, state):
        pass

"""


def hook(name: str, body: str) -> str:
    """Return a provider whose method `name` is on line 11 and has a body on line 12."""
    return f"{HOOK}    def {name}(self, *_):\n        {body}\n"


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("PROVIDER = 3", "ini.py defines no class PROVIDER that is a Provider"),
        ("\n1 / 0", "ZeroDivisionError: division by zero (file: FILE, line: 2)"),
        ("\nclass", "SyntaxError: invalid syntax (file: FILE, line: 2)"),
        ("raise SystemExit(3)", "SystemExit: 3 (file: FILE, line: 1)"),
        (BAD_BIND, "RuntimeError: no machine (file: FILE, line: 5)"),
        (hook("read", "raise RuntimeError('no')"), "RuntimeError: no (file: FILE, line: 13)"),
        (hook("read", "return int('x')"), "base 10: 'x' (file: FILE, line: 13)"),
        (hook("read", "sys.exit(4)"), "Could not evaluate: SystemExit: 4 (file: FILE, line: 13)"),
        (hook("read", "return None"), "has no attribute 'get' (file: FILE)"),
        (hook("set", "raise KeyError(7)"), "to '7' failed: KeyError: 7 (file: FILE, line: 13)"),
        (hook("set", "sys.exit(4)"), "to '7' failed: SystemExit: 4 (file: FILE, line: 13)"),
        (hook("set", "raise NotImplementedError"), "NotImplementedError:  (file: FILE, line: 13)"),
        (hook("prefetch", "return 1 // 0"), "modulo by zero (file: FILE, line: 13)"),
        (hook("is_suitable", "return 1 // 0"), "modulo by zero (file: FILE, line: 13)"),
        (hook("flush", "return 1 // 0"), "modulo by zero (file: FILE, line: 13)"),
    ],
)
def test_an_error_in_the_file_fails_the_resource_and_names_the_line(
    provider: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    code: str,
    message: str,
) -> None:
    provider.write_text(code)
    for setting in (SETTING, SETTING.replace("value => 7", "value => 7, provider => ini")):
        assert apply(tmp_path, f"{setting} notify {{ after: }}") == 1
        said = capsys.readouterr()
        assert message.replace("FILE", str(provider)) in said.err
        assert "after" in said.out
        assert "Traceback" not in said.err
        assert "fault in duckrow" not in said.err


def test_debug_messages_show_the_traceback(
    provider: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    provider.write_text(hook("read", "raise RuntimeError('no')"))
    modulepath = f"{tmp_path}:{EXAMPLES / 'puppet'}"
    main(["apply", "--debug", "--no-state", "--modulepath", modulepath, "-e", SETTING])
    assert f'File "{provider}", line 13, in read' in capsys.readouterr().out


OWN_TYPE = """
Puppet::Type.newtype(:pipe) do
  newparam(:name)
  newproperty(:size) do
    munge { |value| Integer(value) }
    def insync?(is)
      (is.to_i - should).abs < 2
    end

    def change_to_s(is, should)
      "size went from #{is.inspect} to #{should.inspect}"
    end

    def is_to_s(value)
      "<#{value}>"
    end
  end
end
"""
SIZE = """
from duckrow.puppet.providers.base import Provider

class PROVIDER(Provider):
    def read(self, machine, desired):
        return {"size": "3"}

    def set(self, machine, desired, name, value, state):
        pass
"""


@pytest.fixture
def pipes(tmp_path: Path) -> Path:
    """A type in Ruby, its provider in Python, and a provider that inherits from that one."""
    library = tmp_path / "pipes" / "lib"
    for name, text in {
        "puppet/type/pipe.rb": OWN_TYPE,
        "duckrow/providers/pipe/clay.py": SIZE,
        "puppet/provider/pipe/clay.rb": "raise 'not read'",
        "puppet/provider/pipe/lead.rb": (
            "Puppet::Type.type(:pipe).provide(:lead, parent: :clay) { confine kernel: 'Plan9' }"
        ),
        "puppet/provider/pipe/tin.rb": "Puppet::Type.type(:pipe).provide(:tin, parent: :clay)",
    }.items():
        path = library / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (library / "puppet/provider/pipe/tin.rb").rename(tmp_path / "tin.rb")
    return tmp_path


def test_one_is_chosen_beside_an_heir_that_cannot_work_here(
    pipes: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert apply(pipes, "pipe { a: size => 9 }") == 0
    assert "/size: size went from" in capsys.readouterr().out


def test_the_type_compares_and_writes_the_messages(
    pipes: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert apply(pipes, "pipe { a: size => 9 }") == 0
    assert 'Pipe[a]/size: size went from "3" to 9' in capsys.readouterr().out
    assert apply(pipes, "pipe { a: size => 9, noop => true }") == 0
    assert "current_value <3>, should be 9 (noop)" in capsys.readouterr().out
    assert apply(pipes, "pipe { a: size => 4 }") == 0
    assert "size" not in capsys.readouterr().out


def test_a_ruby_provider_that_inherits_from_one_in_python_fails_with_a_reason(
    pipes: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (pipes / "tin.rb").rename(pipes / "pipes/lib/puppet/provider/pipe/tin.rb")
    assert apply(pipes, "pipe { a: size => 9, provider => tin }") == 1
    expected = "The provider tin inherits from the provider clay, which a file in Python replaces"
    assert expected in capsys.readouterr().err
