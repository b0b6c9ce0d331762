"""Functions in Ruby: what cannot run, what runs too long, and files that others ask for."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.puppet.environment import Environment, Node, compile_catalog
from duckrow.puppet.settings.settings import Settings
from duckrow.ruby import interpreter

NEWER = """Puppet::Functions.create_function(:'pond::f') do
  def f
    %s
  end
end
"""


def compiled(code: str, files: dict[str, str], directory: Path, facts: object = None) -> list[str]:
    """Compile code with a module `pond` of some files; give the messages logged."""
    for name, text in files.items():
        path = directory / "pond" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    environment = Environment(
        code=code, modulepath=[str(directory)], settings=Settings({"strict": "warning"})
    )
    done = compile_catalog(environment, Node("pond.example.com", facts))  # type: ignore[arg-type]
    return [entry.message for entry in done.logs]


def newer(body: str) -> dict[str, str]:
    return {"lib/puppet/functions/pond/f.rb": NEWER % body}


def test_what_is_outside_of_the_subset_names_its_location_and_what_can_replace_it(
    tmp_path: Path,
) -> None:
    (message,) = compiled("notice(pond::f())", newer("`ls`"), tmp_path)
    assert "lib/puppet/functions/pond/f.rb:3" in message
    assert "a command in backticks" in message
    assert "lib/duckrow/functions/pond/f.py in the module 'pond'" in message


def test_the_location_is_in_the_file_that_the_function_requires(tmp_path: Path) -> None:
    files = newer("require 'pond/helper'") | {"lib/pond/helper.rb": "\n\n\n\n`ls`\n"}
    (message,) = compiled("notice(pond::f())", files, tmp_path)
    assert "lib/pond/helper.rb:5)" in message


def test_a_function_that_nobody_calls_is_no_mistake(tmp_path: Path) -> None:
    assert compiled("notice(1)", newer("`ls`"), tmp_path) == ["1"]


@pytest.mark.parametrize(
    "body",
    [
        "loop { 1 }",
        "while true do 1 end",
        "def f; f; end; f",
        "'x' * 1_000_000_000",
        "(1..1_000_000_000).to_a",
        "File.write('/tmp/x', 'y')",
        "File.read('/etc/passwd')",
        "File.open('/etc/passwd').read",
        "IO.popen('ls')",
        "system('ls')",
        "Kernel.exec('ls')",
        "send(:system, 'ls')",
        "eval('1')",
        "instance_eval('1')",
        "require 'nosuchlibrary'",
        "Object.const_get(:File).read('/etc/passwd')",
        "require '/etc/passwd'",
        "require_relative '../../../../../../../../etc/passwd'",
        "__class__",
        "closure_scope.__class__",
        "closure_scope.scope.build",
        "self.class.dispatcher.class.subclasses",
    ],
)
def test_nothing_gets_out(body: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interpreter, "MOST_STEPS", 100_000)
    messages = compiled("notice('in', pond::f())", newer(body), tmp_path)
    assert not messages[-1].startswith("in "), messages
    assert "a fault in duckrow" not in messages[-1]
    assert "root:" not in messages[-1]


def test_a_file_of_the_module_can_be_read(tmp_path: Path) -> None:
    files = {**newer("File.read(File.dirname(__FILE__) + '/../../../../data.txt')")}
    assert compiled("notice(pond::f())", {**files, "data.txt": "quack"}, tmp_path) == ["quack"]


def test_what_files_define_is_known_to_those_that_ask_for_them(tmp_path: Path) -> None:
    files = {
        "lib/puppet/functions/pond/f.rb": "require 'pond_x/duck'\n" + NEWER % "PondX::Duck.quack",
        "lib/pond_x/duck.rb": "module PondX; class Duck; def self.quack; 'q'; end; end; end",
    }
    assert compiled("notice(pond::f())", files, tmp_path) == ["q"]


def test_a_function_keeps_nothing_for_the_next_compile(tmp_path: Path) -> None:
    files = newer("@count = (@count || 0) + 1")
    for _ in range(2):
        assert compiled("notice(pond::f(), pond::f())", files, tmp_path) == ["1 2"]


def test_facts_are_not_changed_for_others(tmp_path: Path) -> None:
    facts = {"row": [1]}
    compiled("notice(pond::f())", newer("closure_scope['facts']['row'] << 2"), tmp_path, facts)
    assert facts == {"row": [1]}


def test_steps_are_counted_for_each_call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interpreter, "MOST_STEPS", 1000)
    files = newer("300.times { |i| i }; 1")
    assert compiled("notice(pond::f(), pond::f(), pond::f())", files, tmp_path) == ["1 1 1"]
