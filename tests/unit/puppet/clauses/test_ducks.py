"""Clauses DU-1 to DU-48: the order of evaluation, shown with ducks.

Wishes that nobody fulfils yet, and so left out: DU-34 to DU-37, DU-39, DU-40, DU-45. DU-9 and
DU-23 are about words, DU-20 and DU-22 about applying, DU-32 belongs to the explainer.
"""

from __future__ import annotations

import pytest

from .world import build, labelled, order, refused, said

DUCKS = """
define duck($called) {
  notice "duck $called"
  include c
}

class c {
  notice 'in c'
  duck { 'duck0': called => 'mc scrooge' }
}

class a {
  notice 'in a'
  duck {'duck1': called => 'donald' }
  include b
  duck {'duck2': called => 'daisy' }
}

class b {
  notice 'in b'
  duck {'duck3': called => 'huey' }
  duck {'duck4': called => 'dewey' }
  duck {'duck5': called => 'louie' }
}

include a
"""
PRINTED = DUCKS.replace("called", "name")  # as the document has it
IN_A_ROW = [
    "Scope(Class[A]): in a",
    "Scope(Class[B]): in b",
    "Scope(Duck[duck1]): duck donald",
    "Scope(Class[C]): in c",
    "Scope(Duck[duck3]): duck huey",
    "Scope(Duck[duck4]): duck dewey",
    "Scope(Duck[duck5]): duck louie",
    "Scope(Duck[duck2]): duck daisy",
    "Scope(Duck[duck0]): duck mc scrooge",
]
ALL_DUCKS = """
define allducks {
  Integer[0,5].each |$index| {
    $found = Duck["duck${index}"][called]
    notice "Name of duck duck${index} is ${found}"
  }
}
"""
ASKED = [
    f"Scope(Allducks[all-the-ducks]): Name of duck duck{index} is {name}"
    for index, name in enumerate(["mc scrooge", "donald", "daisy", "huey", "dewey", "louie"])
]


def with_all_ducks(ducks: str, all_ducks: str = ALL_DUCKS) -> str:
    """Let class c declare the define that asks for all ducks."""
    last = "'mc scrooge' }"
    return ducks.replace(last, last + "\n  allducks {'all-the-ducks': }") + all_ducks


def test_du_1_and_2_parsing_comes_before_evaluation() -> None:
    result = build("notice(1) class {")
    assert [entry.level for entry in result.logs] == ["err"]


def test_du_3_and_6_what_is_known_before_the_first_line() -> None:
    assert said("notice($given, $facts['f'])", parameters={"given": 1}, facts={"f": 2}) == ["1 2"]


def test_du_4_the_manifest_may_be_a_folder_and_import_is_gone() -> None:
    files = {"manifests/a.pp": "notice('a')", "manifests/b.pp": "notice('b')"}
    assert said(files=files, manifest="manifests") == ["a", "b"]
    assert "import" in refused("import 'x.pp'")


def test_du_5_an_exact_name_beats_a_pattern_that_comes_earlier() -> None:
    code = "node /agent/ { notice('pattern') } node 'agent.example.com' { notice('exact') }"
    assert said(code) == ["exact"]


def test_du_7_evaluation_is_in_written_order() -> None:
    assert said("notice(1) if true { notice(2) } notice(3)") == ["1", "2", "3"]


def test_du_8_definitions_are_known_before_the_first_line_runs() -> None:
    assert said("include c class c { notice('known') }") == ["known"]


def test_du_10_defined_asks_for_names_and_for_resources() -> None:
    code = "define d { } notice(defined('d'), defined(D), defined(D['x'])) d { 'x': }"
    assert said(code) == ["true true false"]


def test_du_11_what_waits_counts_as_defined() -> None:
    code = "define d { notice('body') } d { 'x': } notice(defined(D['x']))"
    assert said(code) == ["true", "body"]


def test_du_12_to_14_a_class_is_evaluated_once_when_included() -> None:
    assert said("class c { notice(1) }") == []
    assert said("class c { notice(1) } include c include c") == ["1"]
    assert "Unknown variable" in refused("class c { $x = 1 } notice($c::x)")
    assert said("class c { $x = 1 } include c notice($c::x)") == ["1"]


def test_du_15_include_may_be_repeated() -> None:
    assert order("class c { } include c include c").count("Class[C]") == 1


def test_du_16_and_17_declaring_like_a_resource_is_done_once_and_first() -> None:
    assert "Duplicate declaration" in refused("class c { } class { 'c': } class { 'c': }")
    assert "Duplicate declaration" in refused("class c { } include c class { 'c': }")
    assert order("class c { } class { 'c': } include c").count("Class[C]") == 1


def test_du_18_a_name_leads_to_a_file() -> None:
    files = {"modules/m/manifests/sub.pp": "class m::sub { notice('autoloaded') }"}
    assert said("include m::sub", files) == ["autoloaded"]


def test_du_19_and_33_the_same_input_gives_the_same_catalog() -> None:
    assert order(DUCKS) == order(DUCKS)


def test_du_21_deferred_values_are_left_for_the_agent() -> None:
    result = build("notify { 'x': message => Deferred('sprintf', ['%s', 1]) }")
    assert result.failure is None


def test_du_24_expressions_are_immediate() -> None:
    assert said("$b = 1 $c = 2 $a = $b + $c notice($a)") == ["3"]


def test_du_25_and_28_and_31_relations_are_recorded_and_made_at_the_end() -> None:
    code = "Notify['later'] -> Notify['last'] notify { ['later', 'last']: }"
    [first] = [each for each in build(code).build.resources if each.title == "later"]
    assert "before" in first.parameters


def test_du_26_and_27_a_class_runs_at_once_however_it_is_declared() -> None:
    for how in ("include c", "class { 'c': }"):
        assert said(f"class c {{ notice('c') }} notice(1) {how} notice(2)") == ["1", "c", "2"]


def test_du_29_a_query_is_recorded() -> None:
    assert "Notify[late]" in order("Notify <| |> @notify { 'late': }")


def test_du_30_and_41_and_43_ducks_in_a_row() -> None:
    assert labelled(DUCKS) == IN_A_ROW


def test_du_38_modules_bring_data() -> None:
    files = {
        "modules/m/manifests/init.pp": "class m($x) { notice($x) }",
        "modules/m/hiera.yaml": "version: 5\nhierarchy:\n  - name: a\n    path: a.yaml\n",
        "modules/m/data/a.yaml": "m::x: from the module\n",
    }
    assert said("include m", files) == ["from the module"]


def test_du_42_name_is_no_parameter_but_in_the_draft() -> None:
    assert "$name" in refused(PRINTED)
    assert labelled(PRINTED, dialect="draft") == IN_A_ROW


def test_du_44_a_parameter_of_a_resource_can_be_asked_for() -> None:
    code = """
    define duck($called, $colour = 'white') { }
    duck { 'one': called => 'donald' }
    notice(Duck['one']['called'], "[${Duck['one']['colour']}]")
    """
    assert said(code) == ["donald []"]


def test_du_46_a_default_written_later_is_seen_but_not_taken() -> None:
    code = """
    notify { 'n': }
    Notify { loglevel => 'info' }
    notice(Notify['n']['loglevel'])
    """
    result = build(code)
    assert [entry.message for entry in result.logs] == ["info"]
    [resource] = [each for each in result.build.resources if each.type == "Notify"]
    assert "loglevel" not in resource.parameters


def test_du_47_and_48_all_ducks() -> None:
    assert labelled(with_all_ducks(DUCKS)) == IN_A_ROW + ASKED


def test_du_47_as_printed_in_the_draft() -> None:
    asked = ALL_DUCKS.replace("$found", "$name").replace("${found}", "${$name}")
    program = with_all_ducks(PRINTED, asked.replace("[called]", "[name]"))
    assert labelled(program, dialect="draft") == IN_A_ROW + ASKED


@pytest.mark.parametrize("seed", ["0", "1", "77"])
def test_du_33_the_order_does_not_depend_on_hashing(seed: str) -> None:
    import os
    import subprocess
    import sys

    done = subprocess.run(
        [sys.executable, "-m", "duckrow", "compile", "--no-cache", "--format", "json", "-e", DUCKS],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONHASHSEED": seed},
        check=True,
    )
    titles = [line.rpartition("): ")[2] for line in done.stderr.splitlines()]
    assert titles == [line.rpartition("): ")[2] for line in IN_A_ROW]
