"""Clauses DU-1 to DU-48: the order in which manifests are evaluated and catalogs built.

The wishes of the document (DU-34 to DU-37, DU-39, DU-40, DU-45) are in test_rules.py.
"""

from __future__ import annotations

from pathlib import Path

from duckrow.machine.local import LocalMachine
from duckrow.puppet.apply.ral_order import ral_data
from duckrow.puppet.catalog.build import Build
from duckrow.puppet.catalog.to_data import catalog_data
from duckrow.puppet.environment import Environment, Node, compile_catalog
from duckrow.puppet.loaders.sources import Sources
from duckrow.puppet.settings.settings import Settings

from .compiling import compiled, error, lines, notices, resource, resources, write

DUCKS = """
define duck($%(name)s) {
  notice "duck ${%(name)s}"
  include c
}
class c {
  notice 'in c'
  duck { 'duck0': %(name)s => 'mc scrooge' }
  %(more)s
}
class a {
  notice 'in a'
  duck { 'duck1': %(name)s => 'donald' }
  include b
  duck { 'duck2': %(name)s => 'daisy' }
}
class b {
  notice 'in b'
  duck { 'duck3': %(name)s => 'huey' }
  duck { 'duck4': %(name)s => 'dewey' }
  duck { 'duck5': %(name)s => 'louie' }
}
define allducks {
  Integer[0,5].each |$index| {
    $called = Duck["duck${index}"][%(name)s]
    notice "Name of duck duck${index} is ${called}"
  }
}
include a
"""
IN_A_ROW = [
    "Notice: Scope(Class[A]): in a",
    "Notice: Scope(Class[B]): in b",
    "Notice: Scope(Duck[duck1]): duck donald",
    "Notice: Scope(Class[C]): in c",
    "Notice: Scope(Duck[duck3]): duck huey",
    "Notice: Scope(Duck[duck4]): duck dewey",
    "Notice: Scope(Duck[duck5]): duck louie",
    "Notice: Scope(Duck[duck2]): duck daisy",
    "Notice: Scope(Duck[duck0]): duck mc scrooge",
]
ALL_DUCKS = [
    f"Notice: Scope(Allducks[all-the-ducks]): Name of duck duck{index} is {name}"
    for index, name in enumerate(("mc scrooge", "donald", "daisy", "huey", "dewey", "louie"))
]


def ducks(name: str = "nickname", more: str = "") -> str:
    return DUCKS % {"name": name, "more": more}


def test_du_1_a_whole_file_is_read_before_anything_is_evaluated() -> None:
    result = compiled("notice('never')\nnotice(")
    assert result.failure is not None
    assert [log.level for log in result.logs] == ["err"]


def test_du_2_what_is_no_grammar_is_a_syntax_error_with_its_location() -> None:
    assert "Syntax error" in error("class { }}")


def test_du_3_the_classifier_is_asked_before_the_first_line() -> None:
    assert notices("notice($role)", node={"parameters": {"role": "duck"}}) == ["duck"]


def test_du_4_a_manifest_may_be_a_directory(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": "notice('a')", "b.pp": "notice('b')"})
    assert notices(manifest=tmp_path) == ["a", "b"]


def test_du_5_an_exact_name_beats_an_expression_that_comes_first() -> None:
    code = "node /pond/ { notice('expression') } node 'pond.example.com' { notice('name') }"
    assert notices(code) == ["name"]
    assert notices("node /pond/ { notice(1) } node /example/ { notice(2) }") == ["1"]


def test_du_6_node_and_its_data_are_known_before_evaluation() -> None:
    assert notices("notice($trusted['certname'])") == ["pond.example.com"]


def test_du_7_evaluation_goes_in_written_order() -> None:
    assert notices("notice(1) if true { notice(2) } notice(3)") == ["1", "2", "3"]


def test_du_8_definitions_are_known_before_the_first_line_and_not_evaluated() -> None:
    assert notices("include late class late { notice('late') } class never { fail('no') }") == [
        "late"
    ]


def test_du_9_a_definition_makes_a_name_known_and_a_declaration_makes_a_resource() -> None:
    definition = "define duck { notify { $title: } } class pond { }"
    assert resources(definition) == []
    assert resources(f"{definition} duck {{ 'a': }} include pond") == [
        *("Duck[a]", "Class[Pond]", "Notify[a]"),
    ]
    assert "Unknown resource type: 'duck'" in error("duck { 'a': }")
    # A declaration is a promise: what is defined by it is not there until the body has run.
    asked = "notice(defined(Duck['a']), defined(Notify['a']))"
    assert notices(f"{definition} duck {{ 'a': }} {asked}") == ["true false"]


def test_du_10_a_name_is_defined_once_it_can_be_loaded_and_a_reference_once_declared() -> None:
    code = """
    define mytype { }
    notice(defined('mytype'), defined(Mytype), defined(Mytype['a']))
    mytype { 'a': }
    notice(defined(Mytype['a']))
    """
    assert notices(code) == ["true true false", "true"]


def test_du_11_a_resource_that_waits_counts_as_defined() -> None:
    assert notices("define d { } d { 'a': } notice(defined(D['a']))") == ["true"]


def test_du_12_a_class_is_evaluated_when_it_is_included_or_declared() -> None:
    code = "class a { notice('a') } class b { notice('b') } class c { notice('c') }"
    assert notices(code + "include a class { 'b': }") == ["a", "b"]


def test_du_13_a_class_is_there_once() -> None:
    assert resources("class a { } include a include a") == ["Class[A]"]


def test_du_14_nothing_of_a_class_is_seen_without_inclusion() -> None:
    assert notices("class a { $x = 1 } notice($a::x)") == [""]


def test_du_15_include_may_be_repeated() -> None:
    assert notices("class a { notice('once') } include a include a, a") == ["once"]


def test_du_16_a_declaration_may_not_be_repeated() -> None:
    assert "Duplicate declaration: Class[A]" in error("class a { } class { 'a': } class { 'a': }")


def test_du_17_include_may_follow_a_declaration_but_not_precede_it() -> None:
    assert "Duplicate declaration: Class[A]" in error("class a { } include a class { 'a': }")
    assert notices("class a { notice('a') } class { 'a': } include a") == ["a"]


def test_du_18_a_class_is_loaded_by_its_name(tmp_path: Path) -> None:
    write(tmp_path, {"pond/manifests/init.pp": "class pond { notice('loaded') }"})
    assert notices("include pond", modules=tmp_path) == ["loaded"]
    write(tmp_path, {"pond/manifests/x.pp": "class pond::other { }"})
    assert "The name 'pond::other' is unacceptable" in error("include pond::x", modules=tmp_path)


def test_du_19_the_result_is_resources_and_edges() -> None:
    data = catalog_data(compiled("notify { 'a': }").build)
    assert data["resources"][-1]["title"] == "a"
    assert data["edges"][-1] == {"source": "Class[main]", "target": "Notify[a]"}


def test_du_20_containment_is_part_of_the_catalog() -> None:
    code = "class a { contain b } class b { } include a"
    data = catalog_data(compiled(code).build)
    assert {"source": "Class[A]", "target": "Class[B]"} in data["edges"]


def test_du_21_what_is_deferred_is_left_to_the_agent() -> None:
    data = catalog_data(compiled("notify { 'a': message => Deferred('quack') }").build)
    assert data["resources"][-1]["parameters"]["message"]["__ptype"] == "Deferred"


def test_du_22_the_order_of_evaluation_is_not_the_order_of_application() -> None:
    code = "notify { 'a': require => Notify['b'] } notify { 'b': }"
    assert resources(code) == ["Notify[a]", "Notify[b]"]


def test_du_23_a_compiler_translates_and_a_build_runs_what_it_translated() -> None:
    # The document's wish for two words: nothing is said or made before there is a build.
    code = "notice('run') notify { 'a': }"
    unit = Sources().read(code.encode(), "site.pp", Settings(), [])
    assert unit.main is not None
    result = compiled(code)
    assert isinstance(result.build, Build)
    assert [log.message for log in result.logs] == ["run"]
    main = result.build.main
    assert main is not None
    assert main.definition is not None
    assert main.definition.run.__code__.co_code == unit.main.run.__code__.co_code


def test_du_24_expressions_are_evaluated_at_once() -> None:
    assert notices("$b = 1 $c = 2 $a = $b + $c notice($a)") == ["3"]


def test_du_25_relationships_may_name_what_comes_later() -> None:
    assert resources("Notify['a'] -> Notify['b'] notify { ['a', 'b']: }") == [
        "Notify[a]",
        "Notify[b]",
    ]


def test_du_26_include_runs_the_body_at_once() -> None:
    code = "class a { notice('in') } notice('before') include a notice('after')"
    assert notices(code) == ["before", "in", "after"]


def test_du_27_a_declared_class_runs_at_once_too() -> None:
    code = "class a { notice('in') } notice('before') class { 'a': } notice('after')"
    assert notices(code) == ["before", "in", "after"]


def test_du_28_dependencies_are_recorded_until_the_end() -> None:
    assert "Could not find resource 'Notify[b]' for relationship" in error(
        "Notify['a'] -> Notify['b'] notify { 'a': }"
    )


def test_du_29_queries_find_what_is_declared_after_them() -> None:
    assert resources("Notify <| |> @notify { 'a': }") == ["Notify[a]"]


def test_du_30_classes_interrupt_and_defines_wait_in_order() -> None:
    code = "define d { notice($title) } class a { notice('a') } d { '1': } include a d { '2': }"
    assert notices(code) == ["a", "1", "2"]


def test_du_31_relationships_come_last_and_queries_in_every_round() -> None:
    code = """
    define d { @notify { $title: } }
    d { 'a': }
    Notify <| |> -> file { '/x': }
    """
    assert resources(code) == ["D[a]", "File[/x]", "Notify[a]"]


def test_du_32_there_are_four_orders(tmp_path: Path) -> None:
    text = "notify { 'late': require => D['d'] } d { 'd': } notify { 'early': } include c"
    write(tmp_path, {"1.pp": text, "2.pp": "class c { } define d { notify { 'inside': } }"})
    site = Environment(manifest=str(tmp_path))
    read = [unit.file for unit in site.prepare()]
    assert read == [f"{tmp_path}/1.pp", f"{tmp_path}/2.pp"]  # parser order
    events: list[tuple[str, str]] = []
    result = compile_catalog(
        site, Node("pond"), listener=lambda event, *about: events.append((event, str(about[0])))
    )
    assert [name for event, name in events if event == "evaluated"] == [
        *("Class[main]", "Class[C]", "D[d]"),  # evaluation order
    ]
    assert [name for event, name in events if event == "declared"] == [
        *("Class[main]", "Notify[late]", "D[d]", "Notify[early]", "Class[C]", "Notify[inside]"),
    ]  # catalog build order
    applied = ral_data(result.build, LocalMachine())["order"]
    assert [name for name in applied if name.startswith("Notify")] == [
        *("Notify[early]", "Notify[inside]", "Notify[late]"),  # application order
    ]


def test_du_33_the_order_is_the_same_each_time() -> None:
    assert len({tuple(lines(ducks())) for _ in range(3)}) == 1


def test_du_38_modules_bring_their_own_data(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "pond/hiera.yaml": "version: 5\nhierarchy:\n  - name: c\n    path: common.yaml\n",
            "pond/data/common.yaml": "pond::x: from data\n",
            "pond/manifests/init.pp": "class pond($x = 'default') { notice($x) }",
        },
    )
    assert notices("include pond", modules=tmp_path) == ["from data"]


def test_du_41_the_ducks_are_in_a_row() -> None:
    assert lines(ducks()) == IN_A_ROW


def test_du_42_name_is_no_parameter_except_in_the_draft() -> None:
    assert "parameter" in error(ducks("name"))
    assert lines(ducks("name"), settings={"dialect": "draft"}) == IN_A_ROW


def test_du_43_messages_come_from_the_scope_of_a_resource() -> None:
    assert lines(ducks())[0].startswith("Notice: Scope(Class[A]): ")
    assert lines(ducks())[2].startswith("Notice: Scope(Duck[duck1]): ")


def test_du_44_a_parameter_is_read_by_reference_and_a_default_once_the_body_ran() -> None:
    code = """
    define duck($called, $sound = 'quack') { }
    duck { 'a': called => 'donald' }
    notice(Duck['a']['called'], Duck['a']['sound'])
    define later { notice(Duck['a']['sound']) }
    later { 'x': }
    """
    assert notices(code) == ["donald ", "quack"]


def test_du_46_a_default_written_later_is_reported_but_not_applied() -> None:
    code = "notify { 'n': } Notify { loglevel => 'err' } notice(Notify['n']['loglevel'])"
    assert notices(code) == ["err"]
    assert resource(compiled(code).build, "n").parameters == {}


def test_du_47_all_the_ducks_are_named_last() -> None:
    code = ducks(more="allducks { 'all-the-ducks': }")
    assert lines(code) == IN_A_ROW + ALL_DUCKS
    code = ducks("name", more="allducks { 'all-the-ducks': }")
    assert lines(code, settings={"dialect": "draft"}) == IN_A_ROW + ALL_DUCKS


def test_du_48_a_range_is_iterated_over_in_a_define() -> None:
    code = "define d { Integer[0, 2].each |$i| { notice($i) } } d { 'x': }"
    assert notices(code) == ["0", "1", "2"]
