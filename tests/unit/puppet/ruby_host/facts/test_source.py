"""Facts in Ruby files: values, weights, confines, messages, and which files run."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from duckrow.facts.lazy import LazyFacts
from duckrow.machine.host import Host
from duckrow.machine.local import LocalMachine
from duckrow.puppet.ruby_host.facts.source import RubyFacts
from duckrow.puppet.ruby_host.host import MachineHost

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class Marsh:
    """A module with facts, and the facts of a host that has it."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.messages: list[str] = []
        self.facts = LazyFacts(
            Host(environment={"PATH": "/usr/bin:/bin"}),
            modulepath=lambda: [str(directory)],
            has_external=False,
            warn=lambda message: self.messages.append(f"warning: {message}"),
            on_error=lambda message: self.messages.append(f"error: {message}"),
            ruby=self._ruby,
        )

    def _ruby(self, facts: LazyFacts, directories: Sequence[str]) -> RubyFacts:
        def log(level: str, message: str) -> None:
            if level == "err":
                facts.error(message)
            elif level == "warning":
                facts.warn(message)

        libraries = [each.removesuffix("/facter") for each in directories]
        host = MachineHost(LocalMachine(), libraries, log, lambda: facts, {})
        return RubyFacts(host, facts.added_in_ruby())

    def add(self, name: str, text: str) -> None:
        path = self.directory / "marsh" / "lib" / "facter" / f"{name}.rb"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text))


TWO_WEIGHTS = """
Facter.add(:reed) { has_weight 1; setcode { 1 } }
Facter.add(:reed) { has_weight 5; setcode { 5 } }
"""
NOTHING = """
Facter.add(:empty) { setcode { nil } }
Facter.add(:reed) { setcode { [Facter.fact(:empty).nil?, Facter.fact(:empty).value.nil?] } }
"""
NO_VALUE = """
Facter.add(:reed) { has_weight 5; setcode { nil } }
Facter.add(:reed) { setcode { 0 } }
"""
CHUNKS = """
Facter.add(:reed, type: :aggregate) do
  chunk(:a) { { 'x' => [1] } }
  chunk(:b, require: :a) { |a| { 'x' => a['x'] } }
end
"""
AGGREGATE = """
Facter.add(:reed, type: :aggregate) do
  chunk(:a) { 1 }
  chunk(:b) { 2 }
  aggregate { |c| c[:a] + c[:b] }
end
"""
RESOLVING = "Error while resolving custom fact fact='reed', resolution='<anonymous>'"
INVALID = (
    "Fact resolution fact='reed', resolution='<anonymous>' resolved to an invalid value: "
    "Expected Object to be one of [Integer, Float, TrueClass, FalseClass, NilClass, "
    "Symbol, String, Array, Hash, Date, Time], but was Class"
)


@pytest.fixture
def marsh(tmp_path: Path) -> Marsh:
    return Marsh(tmp_path)


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("Facter.add(:reed) { setcode { 'wet' } }", "wet"),
        ("Facter.add('reed') { setcode 'echo a b' }", "a b"),
        ("Facter.add(:reed, value: 3)", 3),
        ("Facter.add(:reed) { confine kernel: 'linux'; setcode { 1 } }", 1),
        ("Facter.add(:reed) { confine kernel: %w[Plan9 Linux]; setcode { 1 } }", 1),
        ("Facter.add(:reed) { confine kernel: /lin/; setcode { 1 } }", 1),
        ("Facter.add(:reed) { confine(:kernel) { |k| k == 'linux' }; setcode { 1 } }", 1),
        ("Facter.add(:reed) { confine { raise 'x' }; setcode { 1 } }", None),
        ("Facter.add(:reed) { confine kernel: 'Plan9'; setcode { 1 } }", None),
        ("Facter.add(:reed) { confine no_such_fact: 1; setcode { 1 } }", None),
        ("Facter.add(:reed) { setcode { { a: [:b], 'c' => 1.5 } } }", {"a": ["b"], "c": 1.5}),
        ("%w[reed].each { |n| Facter.add(n) { setcode { n.upcase } } }", "REED"),
        ("Facter.add(:reed) { setcode { Facter.value('os.family').class.name } }", "String"),
        ("Facter.add(:reed) { setcode { Facter.value(:kernel) } }", "Linux"),
        ("Facter.add(:reed) { setcode { Facter::Core::Execution.execute('nox', on_fail: 7) } }", 7),
        ("Facter.add(:reed) { setcode { Facter::Util::Resolution.exec('echo $((1+2))') } }", "3"),
        ("Facter.add(:reed) { setcode { Facter::Core::Execution.which('sh').nil? } }", False),
        ("Facter.add(:reed) { setcode { Facter.fact(:unheard).nil? } }", True),
        (NOTHING, [False, True]),
        (TWO_WEIGHTS, 5),
        (NO_VALUE, 0),
        (CHUNKS, {"x": [1, 1]}),
        (AGGREGATE, 3),
    ],
)
def test_values(marsh: Marsh, code: str, value: object) -> None:
    marsh.add("reed", code)
    assert marsh.facts.get("reed") == value
    assert marsh.messages == []


@pytest.mark.parametrize(
    ("code", "message"),
    [
        (
            "Facter.add(:reed) { setcode { raise 'no water' } }",
            f"{RESOLVING}: no water (file: FILE, line: 1)",
        ),
        (
            "Facter.add(:reed) { setcode { Object } }",
            INVALID,
        ),
        (
            "Facter.add(:reed, duck: 1) { setcode { 1 } }",
            "Unable to add resolve nil for fact reed: Invalid resolution options [:duck]",
        ),
        ("raise 'dry'", "error while resolving custom facts in FILE dry"),
        ("require 'no_such'", "Error loading fact FILE: cannot load such file -- no_such"),
        (
            "Facter.add(:reed) { setcode { Facter::Core::Execution.execute('nox') } }",
            f"{RESOLVING}: Could not execute 'nox': command not found (file: FILE, line: 1)",
        ),
    ],
)
def test_a_failing_fact_is_an_error_and_has_no_value(marsh: Marsh, code: str, message: str) -> None:
    marsh.add("reed", code)
    marsh.facts.get("reed")
    file = str(marsh.directory / "marsh" / "lib" / "facter" / "reed.rb")
    assert marsh.messages == [f"error: Facter: {message}".replace("FILE", file)]


def test_a_fact_that_takes_too_long(marsh: Marsh) -> None:
    marsh.add("reed", "Facter.add(:reed, timeout: 0.1) { setcode { sleep 60 } }")
    assert marsh.facts.get("reed") is None
    name = "fact='reed', resolution='<anonymous>'"
    assert marsh.messages == [f"error: Facter: Timed out after 0.1 seconds while resolving {name}"]


def test_only_files_that_may_define_a_fact_run(marsh: Marsh) -> None:
    marsh.add("reed", "Facter.warn('reed ran'); Facter.add(:reed) { setcode { 1 } }")
    marsh.add("frog", "Facter.warn('frog ran'); Facter.add('newt') { setcode { 2 } }")
    assert marsh.facts["kernel"] == "Linux"
    assert marsh.messages == []
    assert marsh.facts["newt"] == 2
    assert marsh.messages == ["warning: Facter: frog ran"]
    assert {"reed", "newt"} <= set(marsh.facts.names())


def test_built_in_facts_win_over_facts_without_weight(marsh: Marsh) -> None:
    marsh.add("kernel", "Facter.add(:kernel) { setcode { 'Pond' } }")
    assert marsh.facts["kernel"] == "Linux"


def test_facts_with_weight_win_over_built_in_facts(marsh: Marsh) -> None:
    marsh.add("kernel", "Facter.add(:kernel) { has_weight 1; setcode { 'Pond' } }")
    assert marsh.facts["kernel"] == "Pond"


def test_a_file_of_another_name_replaces_a_built_in_fact(marsh: Marsh) -> None:
    marsh.add("many", "Facter.add(:kernel) { has_weight 1; setcode { 'Pond' } }")
    marsh.add("reed", "Facter.add(:reed) { has_weight 1; setcode { 1 } }")
    marsh.add("more", "Facter.add(:reed) { has_weight 2; setcode { 2 } }")
    assert marsh.facts["kernel"] == "Pond"
    assert marsh.facts["reed"] == 2


def test_facts_in_python_win(marsh: Marsh) -> None:
    marsh.add("reed", "Facter.add(:reed) { has_weight 9; setcode { 'ruby' } }")
    path = marsh.directory / "marsh" / "lib" / "duckrow" / "facts" / "reed.py"
    path.parent.mkdir(parents=True)
    path.write_text(
        "from duckrow.facts.custom import fact\n\n\n@fact\ndef reed(facts):\n    return 'python'\n"
    )
    assert marsh.facts["reed"] == "python"


def test_code_below_facter_util_is_required(marsh: Marsh) -> None:
    marsh.add("util/water", "module Facter::Util::Water\n  def self.deep\n    3\n  end\nend\n")
    marsh.add(
        "reed",
        "require 'facter/util/water'\nFacter.add(:reed) { setcode { Facter::Util::Water.deep } }",
    )
    assert marsh.facts["reed"] == 3


def test_a_file_below_facter_util_that_nobody_has(marsh: Marsh) -> None:
    marsh.add("reed", "require 'facter/util/nosuch'\nFacter.add(:reed) { setcode { 1 } }")
    assert marsh.facts.get("reed") is None
    assert "cannot load such file -- facter/util/nosuch" in str(marsh.messages)


def test_the_default_provider_of_a_native_type_has_a_name(marsh: Marsh) -> None:
    marsh.add(
        "reed",
        "Facter.add(:reed) { setcode { Puppet::Type.type(:host).newhost(name: 'x')[:provider] } }",
    )
    assert marsh.facts.get("reed") == "parsed", marsh.messages


COMPUTED = """
%w[timezone reed w1].each { |name| Facter.add(name) { has_weight 100; setcode { 'computed' } } }
"""


@pytest.mark.parametrize("before", ["w1", "nothing", ""])
def test_a_value_does_not_depend_on_the_questions_before_it(tmp_path: Path, before: str) -> None:
    marsh = Marsh(tmp_path)
    marsh.add("many", COMPUTED)
    marsh.add("other", "Facter.add(:reed) { setcode { 'by name' } }")
    if before:
        marsh.facts.get(before)
    else:
        marsh.facts.names()
    assert marsh.facts["timezone"] != "computed"
    assert marsh.facts["reed"] == "by name"
    assert marsh.facts["w1"] == "computed"


def test_a_fact_that_depends_on_itself_fails(tmp_path: Path) -> None:
    marsh = Marsh(tmp_path)
    marsh.add("reed", "Facter.add(:reed) { setcode { Facter.value(:bulrush) } }")
    marsh.add("bulrush", "Facter.add(:bulrush) { setcode { Facter.value(:reed) } }")
    assert marsh.facts.get("reed") is None
    assert len(marsh.messages) == 1
    assert marsh.messages[0].startswith(
        "error: Facter: Error while resolving custom fact fact='bulrush', "
        "resolution='<anonymous>': Caught recursion on reed"
    )


def test_a_file_may_ask_for_a_fact_of_another_file(tmp_path: Path) -> None:
    marsh = Marsh(tmp_path)
    marsh.add("a", "Facter.value(:reed)\nFacter.add(:newt) { setcode { 1 } }")
    marsh.add("reed", "Facter.add(:reed) { setcode { 2 } }")
    assert [marsh.facts["newt"], marsh.facts["reed"]] == [1, 2]
