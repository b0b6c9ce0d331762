"""Clauses DU-34 to DU-37, DU-39, DU-40 and DU-45: the rules that an environment may switch on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from duckrow.puppet.environment import Node, Result, compile_catalog
from duckrow.puppet.environment.find import environment_at
from duckrow.puppet.settings.settings import Settings
from duckrow.source.errors import InputError

from .compiling import compiled, write

Rules = dict[str, object]
IDENTICAL: Rules = {"identical_resources": True}
AUGMENTING: Rules = {"augmenting_resources": True}
WEAK: Rules = {"weak_include": True}
CO_OP: Rules = {"co_op": True}
DETERMINISTIC: Rules = {"catalog_builder": "deterministic"}

TWICE = """
class a { notify { 'n': message => 'x' } }
class b { notify { 'n': message => 'x' } }
include a
include b
"""
OVER = """
class a($x = 1) { notify { "x is ${x}": } }
include a
class { 'a': x => 2 }
"""


def good(code: str, settings: Rules) -> Result:
    result = compiled(code, settings=settings)
    assert result.failure is None, result.failure.message
    return result


def error(code: str, settings: Rules) -> tuple[str, str]:
    result = compiled(code, settings=settings)
    assert result.failure is not None
    return result.failure.message, result.failure.why


def parameters(result: Result, type_: str, title: str) -> dict[str, object]:
    found = result.catalog.find(type_, title)
    assert found is not None
    return found.parameters


def names(result: Result) -> list[str]:
    return [str(each) for each in result.catalog.resources[3:] if not each.is_virtual]


def infos(result: Result) -> list[str]:
    return [log.message for log in result.logs if log.level == "info"]


# ---- DU-34: identical_resources


def test_du_34_equal_declarations_are_one_resource() -> None:
    assert "Duplicate declaration" in error(TWICE, {})[0]
    result = good(TWICE, IDENTICAL)
    assert names(result) == ["Class[A]", "Notify[n]", "Class[B]"]
    data = result.data()
    assert data is not None
    edges = [(each["source"], each["target"]) for each in data["edges"]]
    assert ("Class[A]", "Notify[n]") in edges
    assert ("Class[B]", "Notify[n]") in edges


def test_du_34_both_locations_are_remembered_and_explained() -> None:
    result = good(TWICE, IDENTICAL)
    said = "Notify[n] is declared (line: 2); the declaration (line: 3) agrees"
    assert f"Rule identical_resources: {said}" in infos(result)
    rules = result.build.rules
    resource = result.catalog.find("notify", "n")
    assert rules is not None
    assert resource is not None
    assert [each.line for each in rules.declarations[resource]] == [2, 3]


def test_du_34_a_difference_names_both_locations() -> None:
    message, _ = error("notify { 'n': message => 'x' }\nnotify { 'n': message => 'y' }", IDENTICAL)
    assert message.startswith(
        'Conflicting declarations of Notify[n]: \'message\' is "x" (line: 1), and is "y" (line: 2)'
    )


def test_du_34_an_attribute_that_only_one_has_is_a_difference() -> None:
    message, _ = error("notify { 'n': }\nnotify { 'n': message => 'y' }", IDENTICAL)
    assert "'message' is \"y\" (line: 2), and is not set (line: 1)" in message


def test_du_34_one_real_declaration_makes_a_virtual_resource_real() -> None:
    code = "define d { notify { $title: } }\n@d { 'n': }\nd { 'n': }"
    assert names(good(code, IDENTICAL)) == ["D[n]", "Notify[n]"]


def test_du_34_a_class_may_be_declared_again() -> None:
    code = "class a($x) { }\nclass { 'a': x => 1 }\nclass { 'a': x => 1 }"
    assert "Duplicate declaration" in error(code, {})[0]
    assert names(good(code, IDENTICAL)) == ["Class[A]"]


# ---- DU-35: augmenting_resources


def test_du_35_a_declaration_may_add_attributes() -> None:
    code = "notify { 'n': message => 'x' }\nnotify { 'n': loglevel => 'info' }"
    assert "is not set" in error(code, IDENTICAL)[0]
    found = parameters(good(code, AUGMENTING), "notify", "n")
    assert found == {"message": "x", "loglevel": "info"}


def test_du_35_a_conflict_names_both_locations() -> None:
    code = "notify { 'n': message => 'x' }\nnotify { 'n': loglevel => 'info', message => 'y' }"
    assert '"x" (line: 1), and is "y" (line: 2)' in error(code, AUGMENTING)[0]


def test_du_35_an_added_attribute_takes_the_place_of_a_default() -> None:
    code = """
    Notify { message => 'default' }
    notify { 'n': loglevel => 'info' }
    notify { 'n': message => 'added' }
    """
    assert parameters(good(code, AUGMENTING), "notify", "n")["message"] == "added"


def test_du_35_what_a_collector_has_set_stays() -> None:
    code = """
    define late { notify { 'n': message => 'added' } }
    notify { 'n': }
    Notify<| |> { message => 'collected' }
    late { 'l': }
    """
    assert parameters(good(code, AUGMENTING), "notify", "n")["message"] == "collected"


def test_du_35_a_body_runs_once_with_all_parameters() -> None:
    code = """
    define d($x = 0, $y = 0) { notice("${x} ${y}") }
    define late { d { 'n': y => 2 } }
    d { 'n': x => 1 }
    late { 'l': }
    """
    result = good(code, AUGMENTING)
    assert [log.message for log in result.logs if log.level == "notice"] == ["1 2"]


def test_du_35_a_declaration_that_takes_itself_back_is_an_error() -> None:
    code = """
    class a($x = 0) { }
    class b { include a if $a::x == 0 { class { 'a': x => 1 } } }
    include b
    """
    assert (
        "The declaration of Class[A] (line: 3) depends on itself" in error(code, DETERMINISTIC)[0]
    )


@pytest.mark.parametrize("settings", [IDENTICAL, AUGMENTING, DETERMINISTIC])
def test_du_35_a_conflict_of_secrets_has_both_locations(settings: Rules) -> None:
    code = """
    user { 'a': password => Sensitive('one') }
    user { 'a': password => Sensitive('two') }
    """
    message = error(code, settings)[0]
    for line in (2, 3):
        assert f"is #<Sensitive [value redacted]> (line: {line})" in message


# ---- DU-36: weak_include


@pytest.mark.parametrize("settings", [WEAK, DETERMINISTIC])
def test_du_36_a_declaration_that_changes_its_own_value_is_an_error(settings: Rules) -> None:
    code = """
    class a($x = 1) { if $x == 2 { notify { 'two': } } }
    class b { include a $v = $a::x ? { 2 => 3, default => 2 } class { 'a': x => $v } }
    include a
    include b
    """
    if settings is WEAK:  # which lets nobody read a parameter of the class first
        code = code.replace("$a::x ? { 2", "defined(Notify['two']) ? { true")
    message, why = error(code, settings)
    assert message.startswith("The declaration of Class[A] (line: 3) depends on itself")
    assert why == "with 'x' set from the start, the code declares it with another value"


@pytest.mark.parametrize(
    "value",
    [
        "Sensitive('s')",
        "Deferred('upcase', ['s'])",
        "File['/a']",
        "/a.b/",
        "[1, {a => [undef, default]}]",
        "Integer[1, 2]",
        "Timespan('1-00:00:00')",
        "SemVer('1.0.0')",
        "Binary('aGVq')",
        "URI('http://a')",
    ],
)
def test_du_36_every_value_is_equal_to_itself_in_the_next_attempt(value: str) -> None:
    code = f"class a($x = 1) {{ }}\ninclude a\nclass {{ 'a': x => {value} }}"
    good(code, WEAK)


def test_du_36_an_include_is_a_weaker_wish_than_a_declaration() -> None:
    assert "Duplicate declaration: Class[A]" in error(OVER, {})[0]
    assert names(good(OVER, WEAK)) == ["Class[A]", "Notify[x is 2]"]


def test_du_36_messages_of_the_first_attempt_do_not_count() -> None:
    code = "class a($x = 1) { notice($x) }\ninclude a\nclass { 'a': x => 2 }"
    result = good(code, WEAK)
    assert [log.message for log in result.logs if log.level == "notice"] == ["2"]


def test_du_36_the_error_says_who_has_observed_the_class() -> None:
    code = """class a($x = 1) { }
class b { include a notice($a::x) }
include b
class { 'a': x => 2 }"""
    message, why = error(code, WEAK)
    assert "Duplicate declaration: Class[A]" in message
    assert why == "the class was evaluated without x, and Class[B] reads it (line: 2)"


def test_du_36_a_class_that_inherits_has_observed_it() -> None:
    code = """class a($x = 1) { }
class b inherits a { }
include b
class { 'a': x => 2 }"""
    assert "class b inherits from it" in error(code, WEAK)[1]


def test_du_36_a_declaration_without_parameters_changes_nothing() -> None:
    result = good("class a { notify { 'n': } }\ninclude a\nclass { 'a': }", WEAK)
    assert names(result) == ["Class[A]", "Notify[n]"]
    resource = result.catalog.find("class", "a")
    assert resource is not None
    assert (resource.kind, resource.line) == ("class", 3)


def test_du_36_two_declarations_are_still_an_error() -> None:
    code = "class a($x = 1) { }\nclass { 'a': x => 2 }\nclass { 'a': x => 2 }"
    assert "Duplicate declaration" in error(code, WEAK)[0]


def test_du_36_a_class_of_the_classifier_counts_as_declared() -> None:
    code = 'class a($x = 1) { notify { "x is ${x}": } }\ninclude a'
    result = compiled(code, settings=WEAK, node={"classes": {"a": {"x": 3}}})
    assert result.failure is None, result.failure.message
    assert "Notify[x is 3]" in names(result)


# ---- DU-37: co_op


@pytest.mark.parametrize("is_first", [True, False])
def test_du_37_a_class_is_included_if_others_are_present(is_first: bool) -> None:
    wish = "include_if_present('monitoring', Class['web'])"
    parts = [wish, "include web"] if is_first else ["include web", wish]
    code = "\n".join(("class web { }", "class monitoring { notify { 'watch web': } }", *parts))
    assert "Notify[watch web]" in names(good(code, CO_OP))


def test_du_37_without_the_others_nothing_happens() -> None:
    code = "class monitoring { }\ninclude_if_present('monitoring', Class['web'])"
    assert names(good(code, CO_OP)) == []


def test_du_37_one_wish_may_fulfil_another() -> None:
    code = """
    class a { notify { 'a': } }
    class b { notify { 'b': } }
    include_if_present('b', Notify['a'])
    include_if_present('a', Notify['c'])
    define late { notify { 'c': } }
    late { 'l': }
    """
    assert {"Notify[a]", "Notify[b]"} < set(names(good(code, CO_OP)))


def test_du_37_a_class_that_no_module_has_is_left_out() -> None:
    assert names(good("include_if_present('nowhere')", CO_OP)) == []


def test_du_37_an_arrow_acts_if_the_other_side_is_in_the_finished_catalog() -> None:
    code = """
    if_present(Notify['a']) -> Notify['b']
    if_present(Notify['never']) -> Notify['b']
    notify { 'b': }
    define late { notify { 'a': } }
    late { 'l': }
    """
    result = good(code, CO_OP)
    assert parameters(result, "notify", "a") == {"before": ["Notify[b]"]}


def test_du_37_a_virtual_resource_is_not_present() -> None:
    code = "@notify { 'a': }\nif_present(Notify['a']) -> Notify['b']\nnotify { 'b': }"
    result = good(code, CO_OP)
    assert names(result) == ["Notify[b]"]
    assert parameters(result, "notify", "a") == {}


@pytest.mark.parametrize("call", ["if_present(Notify['a'])", "include_if_present('a')"])
def test_du_37_without_the_rule_the_functions_are_errors(call: str) -> None:
    assert "needs the rule co_op" in error(call, {})[0]


# ---- DU-39: catalog_builder = deterministic (and tests/property/test_deterministic_catalogs.py)


@pytest.mark.parametrize(
    "question",
    ["defined(Notify['n'])", "defined(Class['a'])", "Notify['n']['message']", "evaluated(D['x'])"],
)
def test_du_39_questions_about_the_order_are_errors(question: str) -> None:
    code = f"define d {{ }}\nclass a {{ }}\ninclude a\nnotify {{ 'n': }}\n\nnotice({question})"
    message, why = error(code, DETERMINISTIC)
    assert "while the catalog is built (line: 6, column:" in message
    assert "depends on the order of declarations" in why


def test_du_39_questions_about_definitions_are_answered() -> None:
    code = "define d { }\nnotice(defined('d'), defined('file'), defined(D))"
    result = good(code, DETERMINISTIC)
    assert [log.message for log in result.logs if log.level == "notice"] == ["true true true"]


def test_du_39_a_body_may_read_itself_and_the_bodies_around_it() -> None:
    code = """
    define d($x) { notice(D[$title]['x'], Class['a']['y']) }
    class a($y = 2) { d { 'n': x => 1 } }
    include a
    """
    result = compiled(code, settings=DETERMINISTIC)
    # The scope around the define is that of the class.
    assert result.failure is None, result.failure.message
    assert [log.message for log in result.logs if log.level == "notice"] == ["1 2"]


def test_du_39_a_variable_of_a_class_needs_an_include_in_the_same_body() -> None:
    code = "class a { $x = 1 }\nclass b { notice($a::x) }\ninclude a\ninclude b"
    message, _ = error(code, DETERMINISTIC)
    assert "Class[B] reads from class a, which it does not include before" in message
    good(code.replace("{ notice", "{ include a notice"), DETERMINISTIC)


@pytest.mark.parametrize("is_first", [True, False])
def test_du_39_a_default_applies_to_its_whole_body(is_first: bool) -> None:
    parts = ["Notify { message => 'm' }", "notify { 'n': }"]
    code = "\n".join(parts if is_first else parts[::-1])
    assert parameters(good(code, DETERMINISTIC), "notify", "n") == {"message": "m"}


def test_du_39_a_class_takes_no_defaults_from_who_includes_it() -> None:
    code = """
    class a { notify { 'n': } }
    class b { Notify { message => 'from b' } include a }
    class c { Notify { message => 'from c' } include a }
    include b
    include c
    """
    assert parameters(good(code, DETERMINISTIC), "notify", "n") == {}


def test_du_39_two_collectors_that_disagree_are_a_conflict() -> None:
    code = """notify { 'n': }
Notify<| |> { message => 'one' }
Notify<| title == 'n' |> { message => 'two' }"""
    message, _ = error(code, DETERMINISTIC)
    assert '"one" (line: 2), and "two" (line: 3)' in message


def test_du_39_an_override_before_the_declaration_of_a_define_reaches_its_body() -> None:
    code = """
    define d($x = 0) { notice($x) }
    D['n'] { x => 1 }
    d { 'n': }
    """
    assert "already evaluated" in error(code, {"strict": "error"})[0]
    result = good(code, DETERMINISTIC)
    assert [log.message for log in result.logs if log.level == "notice"] == ["1"]


def test_du_39_the_catalog_is_sorted() -> None:
    code = (
        "notify { 'b': withpath => true, message => 'x' }\nnotify { 'a': }\nclass z { }\ninclude z"
    )
    result = good(code, DETERMINISTIC)
    assert names(result) == ["Class[Z]", "Notify[a]", "Notify[b]"]
    assert list(parameters(result, "notify", "b")) == ["message", "withpath"]


# ---- DU-40: starting_points


def module(directory: Path, point: object, body: str = "") -> Path:
    metadata = {"name": "duck-pond", "duckrow": {"starting_point": point}}
    return write(
        directory,
        {
            "pond/metadata.json": json.dumps(metadata),
            "pond/manifests/init.pp": f"class pond($x = 1) {{ {body} }}",
        },
    )


def test_du_40_a_module_on_the_path_includes_its_starting_point(tmp_path: Path) -> None:
    modules = module(tmp_path, {"class": "pond"}, "notify { 'dug': }")
    assert compiled("", modules=modules).catalog.find("notify", "dug") is None
    result = compiled("", modules=modules, settings={"starting_points": True})
    assert names(result) == ["Class[Pond]", "Notify[dug]"]
    said = "Class pond is included: the starting point of module pond"
    assert f"Rule starting_points: {said}" in infos(result)


@pytest.mark.parametrize(
    ("wanted", "is_included"),
    [("Debian", True), (["RedHat", "Debian"], True), ("RedHat", False), (None, False)],
)
def test_du_40_a_condition_on_facts(tmp_path: Path, wanted: object, is_included: bool) -> None:
    modules = module(tmp_path, {"class": "pond", "when": {"os.family": wanted}})
    result = compiled(
        "",
        modules=modules,
        settings={"starting_points": True},
        node={"facts": {"os": {"family": "Debian"}}},
    )
    assert (names(result) == ["Class[Pond]"]) is is_included
    assert any("the starting point of module pond" in each for each in infos(result))


def test_du_40_an_unknown_word_in_a_starting_point_is_an_error(tmp_path: Path) -> None:
    modules = module(tmp_path, {"class": "pond", "whn": {"os.family": "Windows"}})
    result = compiled("", modules=modules, settings={"starting_points": True})
    assert result.failure is not None
    assert "may have conditions (when)" in result.failure.message
    assert result.failure.why == "it has 'whn'"


def test_du_40_a_starting_point_does_not_disturb_a_declaration(tmp_path: Path) -> None:
    modules = module(tmp_path, {"class": "pond"})
    result = compiled(
        "class { 'pond': x => 2 }", modules=modules, settings={"starting_points": True}
    )
    assert parameters(result, "class", "pond") == {"x": 2}


def test_du_40_an_invalid_starting_point_names_the_file(tmp_path: Path) -> None:
    modules = module(tmp_path, ["pond"])
    result = compiled("", modules=modules, settings={"starting_points": True})
    assert result.failure is not None
    assert f"{tmp_path}/pond/metadata.json: the starting point" in result.failure.message


# ---- DU-45: evaluated()


def test_du_45_evaluated_is_true_once_the_body_ran() -> None:
    code = """
    define d { }
    define asks { notice(evaluated(D['x']), evaluated(D['y']), evaluated(Asks['z'])) }
    d { 'x': }
    notice(evaluated(D['x']))
    asks { 'z': }
    d { 'y': }
    """
    result = good(code, {})
    messages = [log.message for log in result.logs if log.level == "notice"]
    assert messages == ["false", "true false false"]


def test_du_45_a_class_is_evaluated_when_its_body_has_ended() -> None:
    code = """
    class b { notice(evaluated(Class['a'])) }
    class a { include b }
    include a
    notice(evaluated(Class['a']), evaluated(Class['b'], Class['a']), evaluated(Class['c']))
    """
    result = good(code, {})
    messages = [log.message for log in result.logs if log.level == "notice"]
    assert messages == ["false", "true true false"]


def test_du_45_a_resource_without_a_body_is_evaluated_once_it_is_declared() -> None:
    result = good(
        "notice(evaluated(Notify['n']))\nnotify { 'n': }\nnotice(evaluated(Notify['n']))", {}
    )
    assert [log.message for log in result.logs if log.level == "notice"] == ["false", "true"]


def test_du_45_a_function_of_a_module_with_that_name_wins() -> None:
    result = good("function evaluated($x) { 'mine' }\nnotice(evaluated(1))", {})
    assert [log.message for log in result.logs if log.level == "notice"] == ["mine"]


# ---- where rules come from


def test_rules_are_settings_of_environment_conf(tmp_path: Path) -> None:
    write(
        tmp_path,
        {"environment.conf": "identical_resources = true\n", "manifests/site.pp": TWICE},
    )
    environment = environment_at(Settings(), "pond", str(tmp_path))
    result = compile_catalog(environment, Node("pond.example.com"))
    assert result.ok
    assert "Rules of the catalog builder: identical_resources" in infos(result)
    assert not [log for log in result.logs if log.level == "warning"]


def test_an_unknown_builder_is_rejected() -> None:
    with pytest.raises(InputError, match="catalog_builder is one of puppet, deterministic"):
        Settings({"catalog_builder": "random"}).check()


def test_without_rules_a_build_has_none() -> None:
    assert good("notify { 'n': }", {"catalog_builder": "puppet"}).build.rules is None


# ---- what rules tell


def messages(result: Result, level: str) -> list[str]:
    return [log.message for log in result.logs if log.level == level]


def test_each_rule_tells_what_it_did_and_where() -> None:
    code = "notify { 'n': }\nnotify { 'n': message => 'x' }"
    said = "Notify[n] is declared (line: 1); the declaration (line: 2) adds message"
    assert infos(good(code, AUGMENTING))[1:] == [f"Rule augmenting_resources: {said}"]
    code = "notify { 'n': }\nnotify { 'n': }"
    assert infos(good(code, AUGMENTING))[1].startswith("Rule augmenting_resources: ")
    result = good(OVER, WEAK)
    assert infos(result)[1:] == [
        "Rule weak_include: Class[A] is included before it is declared (line: 4)"
    ]
    assert messages(result, "debug") == [
        "The compile began again: Class[A] is declared with x (line: 4)"
    ]


def test_co_op_tells_the_answers_to_its_questions() -> None:
    code = """
    class a { } class b { } class c { } include b
    include_if_present('a', Class['b'])
    include_if_present('none')
    include_if_present('c', Class['b'], Class['d'])
    if_present(Class['b'], Class['d']) -> notify { 'n': }
    """
    assert infos(good(code, CO_OP))[1:] == [
        "Rule co_op: Class a is included: Class[B] is present (line: 3)",
        "Rule co_op: Class none is not included: it is not present (line: 4)",
        "Rule co_op: Class c is not included here: Class[D] is not present (line: 5)",
        "Rule co_op: if_present: Class[B] is present (line: 6)",
        "Rule co_op: if_present: Class[D] is not present (line: 6)",
    ]


def test_the_deterministic_builder_tells_of_defaults_that_follow() -> None:
    code = "notify { 'a': }\nNotify { message => 'x' }\nnotify { 'b': }"
    said = "Notify[a] takes 'message' from a resource default that follows it (line: 2)"
    result = good(code, DETERMINISTIC)
    assert messages(result, "debug") == [f"Rule catalog_builder: {said}"]


def test_a_collector_by_tag_finds_what_a_second_declaration_tags() -> None:
    """A resource that is declared again has the tags of both containers."""
    code = """
    define d { notify { 'n': message => 'x' } }
    define e { d { 'late': } }
    class a { @notify { 'first': } notify { 'n': message => 'x' } }
    include a
    Notify <| tag == 'd' |> { loglevel => err }
    e { 'e': }
    """
    result = good(code, IDENTICAL)
    assert parameters(result, "notify", "n")["loglevel"] == "err"
