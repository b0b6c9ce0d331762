"""Clauses MO-1 to MO-67: how the system operates, from boot to a finished catalog.

What the document wishes for (MO-9, plugins) is in plugins/test_phases.py.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from duckrow.cli.main import main
from duckrow.puppet.catalog.to_data import catalog_data
from duckrow.puppet.environment import Environment, Node, compile_catalog
from duckrow.puppet.environment.enc import classify
from duckrow.puppet.environment.find import find_environment
from duckrow.puppet.settings.settings import Settings
from duckrow.puppet.world import FakeWorld

from .compiling import compiled, error, notices, resource, resources, write


def environments(tmp_path: Path, files: dict[str, str]) -> Settings:
    """Write an environmentpath with its environments; give settings that name it."""
    write(tmp_path, files)
    return Settings({"environmentpath": str(tmp_path), "strict": "warning"})


def said(environment: Environment) -> list[str]:
    result = compile_catalog(environment, Node("pond.example.com"))
    assert result.failure is None, result.failure.message
    return [log.message for log in result.logs if log.level == "notice"]


def test_mo_1_an_agent_gets_the_catalog_of_its_node(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # What goes over the wire when an agent that sends its name and facts asks for its catalog.
    facts = {"os": {"family": "Debian"}}
    site = """
        node 'teal.example.com' {
          notify { $facts['os']['family']: message => $trusted['certname'] }
        }
        node default { fail('somebody else') }
    """
    write(tmp_path, {"blue/manifests/site.pp": site, "facts.json": json.dumps(facts)})
    asked = ["--node", "teal.example.com", "--facts", str(tmp_path / "facts.json")]
    where = ["--environmentpath", str(tmp_path), "--environment", "blue"]
    assert main(["compile", *asked, *where, "--format", "json"]) == 0
    catalog = json.loads(capsys.readouterr().out)
    assert (catalog["name"], catalog["environment"]) == ("teal.example.com", "blue")
    assert catalog.keys() == {
        *("tags", "name", "version", "code_id", "catalog_uuid", "catalog_format"),
        *("environment", "resources", "edges", "classes"),
    }
    notify = catalog["resources"][-1]
    assert (notify["type"], notify["title"]) == ("Notify", "Debian")
    assert notify["parameters"] == {"message": "teal.example.com"}
    assert catalog["edges"][-1] == {"source": "Node[teal.example.com]", "target": "Notify[Debian]"}


def test_mo_1_an_agent_without_a_node_of_its_own_gets_none(tmp_path: Path) -> None:
    write(tmp_path, {"blue/manifests/site.pp": "node 'teal.example.com' { }"})
    settings = Settings({"environmentpath": str(tmp_path)})
    result = compile_catalog(find_environment(settings, "blue"), Node("eider.example.com"))
    assert result.failure is not None
    assert "Could not find node statement with name 'default' or 'eider" in result.failure.message


def test_mo_2_code_is_given_as_a_string(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compile", "-e", "notice('quack')"]) == 0
    assert "Notice: Scope(Class[main]): quack" in capsys.readouterr().err


def test_mo_3_code_is_given_as_a_file(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": "notice('quack')"})
    assert notices(manifest=tmp_path / "a.pp") == ["quack"]


def test_mo_4_nothing_is_given() -> None:
    # Today's reference reads the program from its input then, and so never what is configured.
    assert notices("") == []


def test_mo_5_an_external_classifier_is_asked() -> None:
    settings = Settings({"node_terminus": "exec", "external_nodes": "/enc"})
    world = FakeWorld(commands={("/enc", "pond"): (0, b"classes: [a]\nparameters: {x: 1}")})
    found = classify(settings, "pond", world)
    assert (list(found.classes), found.parameters) == (["a"], {"x": 1})


def test_mo_6_environments_live_below_a_path_and_the_first_hit_wins(tmp_path: Path) -> None:
    write(tmp_path / "one", {"blue/manifests/site.pp": "notice('one')"})
    write(tmp_path / "two", {"blue/manifests/site.pp": "notice('two')"})
    settings = Settings({"environmentpath": f"{tmp_path}/one:{tmp_path}/two"})
    assert said(find_environment(settings, "blue")) == ["one"]


def test_mo_7_a_setting_holds_a_program(tmp_path: Path) -> None:
    settings = environments(tmp_path, {"blue/manifests/site.pp": "notice('site')"})
    settings = Settings({**settings.given, "code": "notice('code')"})
    assert said(find_environment(settings, "blue")) == ["code"]


@pytest.mark.parametrize("path", ["site.pp", "site/a.pp"])
def test_mo_8_the_start_is_a_file_or_a_directory(tmp_path: Path, path: str) -> None:
    write(tmp_path, {path: "notice('start')"})
    assert notices(manifest=tmp_path / path.partition("/")[0]) == ["start"]


def test_mo_10_a_program_may_be_evaluated_only_to_answer_questions() -> None:
    assert resources("notify { 'a': }") == ["Notify[a]"]


def test_mo_11_a_compile_has_an_environment() -> None:
    assert notices("notice($environment)") == ["production"]


def test_mo_12_an_environment_names_manifests_and_modules(tmp_path: Path) -> None:
    settings = environments(
        tmp_path,
        {
            "blue/manifests/site.pp": "include pond",
            "blue/modules/pond/manifests/init.pp": "class pond { notice('pond') }",
        },
    )
    assert said(find_environment(settings, "blue")) == ["pond"]


def test_mo_13_an_environment_is_a_directory_of_its_name(tmp_path: Path) -> None:
    settings = environments(tmp_path, {"blue/manifests/site.pp": "notice($environment)"})
    assert said(find_environment(settings, "blue")) == ["blue"]
    with pytest.raises(Exception, match="red"):
        find_environment(settings, "red")


def test_mo_14_a_setting_says_where_environments_are(tmp_path: Path) -> None:
    settings = environments(tmp_path / "here", {"blue/manifests/site.pp": "notice('here')"})
    assert said(find_environment(settings, "blue")) == ["here"]


def test_mo_15_an_environment_may_change_settings_for_itself(tmp_path: Path) -> None:
    settings = environments(
        tmp_path,
        {
            "blue/environment.conf": "manifest = other\nmodulepath = mine\n",
            "blue/other/site.pp": "include pond",
            "blue/mine/pond/manifests/init.pp": "class pond { notice('mine') }",
            "red/manifests/site.pp": "notice('red')",
        },
    )
    assert said(find_environment(settings, "blue")) == ["mine"]
    assert said(find_environment(settings, "red")) == ["red"]


def test_mo_16_data_took_the_location_of_the_injector(tmp_path: Path) -> None:
    settings = environments(
        tmp_path,
        {
            "blue/hiera.yaml": "version: 5\nhierarchy:\n  - name: c\n    path: common.yaml\n",
            "blue/data/common.yaml": "pond: from data\n",
            "blue/manifests/site.pp": "notice(lookup('pond'))",
        },
    )
    assert said(find_environment(settings, "blue")) == ["from data"]


def test_mo_17_what_is_loaded_belongs_to_the_environment(tmp_path: Path) -> None:
    settings = environments(
        tmp_path,
        {
            "blue/modules/pond/manifests/init.pp": "class pond { notice('blue') }",
            "blue/manifests/site.pp": "include pond",
            "red/modules/pond/manifests/init.pp": "class pond { notice('red') }",
            "red/manifests/site.pp": "include pond",
        },
    )
    assert said(find_environment(settings, "blue")) == ["blue"]
    assert said(find_environment(settings, "red")) == ["red"]


def test_mo_18_code_is_a_program_with_definitions() -> None:
    assert notices("class a { notice('a') } include a") == ["a"]


def test_mo_19_code_takes_the_location_of_manifests(tmp_path: Path) -> None:
    write(tmp_path, {"site.pp": "notice('site')"})
    assert notices("notice('code')", manifest=tmp_path) == ["code"]


def test_mo_20_manifests_of_an_environment_are_in_a_directory_of_that_name(tmp_path: Path) -> None:
    settings = environments(tmp_path, {"blue/manifests/x.pp": "notice('x')", "blue/y.pp": "fail()"})
    assert said(find_environment(settings, "blue")) == ["x"]


def test_mo_21_manifests_are_read_in_the_order_of_their_bytes(tmp_path: Path) -> None:
    names = ["10.pp", "9.pp", "B.pp", "a.pp", "b.pp", "sub/c.pp"]
    write(tmp_path, {name: f"notice('{name}')" for name in reversed(names)})
    assert notices(manifest=tmp_path) == names


def test_mo_22_several_manifests_are_as_one(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": "$x = 1 include late", "b.pp": "class late { notice($x) }"})
    assert notices(manifest=tmp_path) == ["1"]


def test_mo_23_classes_of_the_classifier_come_after_the_node() -> None:
    code = """
    notice("main ${role}")
    node default { notice('node') }
    class plain { notice('plain') }
    class given($x) { notice("given ${x}") }
    """
    node = {"classes": {"plain": None, "given": {"x": 1}}, "parameters": {"role": "duck"}}
    assert notices(code, node=node) == ["main duck", "node", "given 1", "plain"]


def test_mo_24_everything_is_configured_before_evaluation() -> None:
    assert notices("notice($settings::strict)") == ["warning"]


def test_mo_25_a_build_begins_with_the_site_manifests() -> None:
    result = compiled("notify { 'a': }")
    assert str(result.build.resources[0]) == "Class[main]"


def test_mo_26_evaluation_may_load_more(tmp_path: Path) -> None:
    write(tmp_path, {"pond/manifests/init.pp": "class pond { include pond::deep }"})
    write(tmp_path, {"pond/manifests/deep.pp": "class pond::deep { notice('deep') }"})
    assert notices("include pond", modules=tmp_path) == ["deep"]


def test_mo_27_the_node_is_matched_after_the_first_step() -> None:
    assert notices("node default { notice('node') } notice('main')") == ["main", "node"]


def test_mo_28_the_catalog_is_completed_after_the_node() -> None:
    code = "define d { notice('define') } d { 'x': } node default { notice('node') }"
    assert notices(code) == ["node", "define"]


def test_mo_29_the_phases_come_in_order() -> None:
    code = """
    define d { notice('rounds') }
    class given { notice('classes') }
    node default { notice('node') }
    notice('main')
    d { 'x': }
    """
    found = notices(code, node={"classes": ["given"]})
    assert found == ["main", "node", "rounds", "classes"]


def test_mo_30_the_first_step_sets_what_all_can_see() -> None:
    assert notices("$x = 1 node default { notice($x) }") == ["1"]


def test_mo_31_trusted_data_is_there_from_the_first_line() -> None:
    assert notices("notice($trusted['certname'], $facts['a'])", node={"facts": {"a": 1}}) == [
        "pond.example.com 1"
    ]


def test_mo_32_node_definitions_are_known_and_not_evaluated() -> None:
    assert notices("notice('main') node 'other' { fail('no') } node default { }") == ["main"]


def test_mo_33_a_node_expression_is_matched_against_the_node() -> None:
    assert notices("node 'pond.example.com' { notice('me') } node default { }") == ["me"]


def test_mo_34_an_exact_name_then_the_first_expression_then_default() -> None:
    code = """
    node default { notice('default') }
    node /pond/ { notice('first') }
    node /example/ { notice('second') }
    node 'exact.example.com' { notice('exact') }
    node 'short' { notice('short') }
    """
    assert notices(code, name="exact.example.com") == ["exact"]
    assert notices(code, name="pond.example.com") == ["first"]
    assert notices(code, name="lake.example.com") == ["second"]
    assert notices(code, name="short.test") == ["default"]
    assert "Node inheritance is not supported" in error("node 'a' inherits 'b' { }")


def test_mo_35_a_default_node_is_the_last_resort() -> None:
    assert notices("node 'other' { } node default { notice('default') }") == ["default"]


def test_mo_36_a_node_may_be_an_expression_and_its_match_is_seen() -> None:
    assert notices("node /^(.*?)\\./ { notice($1) include a } class a { notice($1) }") == [
        "pond",
        "pond",
    ]


def test_mo_37_with_nodes_about_one_of_them_has_to_fit() -> None:
    assert "Could not find node statement with name 'default' or 'pond.example.com'" in error(
        "node 'other' { }"
    )
    assert notices("notice('no nodes')") == ["no nodes"]


def test_mo_38_the_scope_of_a_node_is_between_top_and_classes() -> None:
    code = """
    $t = 'top'
    node default { $t = 'node' include a }
    class a { notice($t, $::t) }
    """
    assert notices(code) == ["node top"]


def test_mo_39_a_file_of_a_module_holds_definitions_only(tmp_path: Path) -> None:
    write(tmp_path, {"pond/manifests/init.pp": "class pond { } notice('no')"})
    assert "unacceptable as a top level construct" in error("include pond", modules=tmp_path)


def test_mo_40_loading_by_path_or_by_name_gives_the_same(tmp_path: Path) -> None:
    text = "class pond { notice('pond') }"
    write(tmp_path, {"pond/manifests/init.pp": text})
    assert notices("include pond", modules=tmp_path) == notices(text + " include pond")


def test_mo_41_a_manifest_that_cannot_be_read_ends_it_all(tmp_path: Path) -> None:
    write(tmp_path, {"pond/manifests/init.pp": "class pond {"})
    assert "Syntax error" in error("include pond", modules=tmp_path)


def test_mo_42_mistakes_are_collected_and_warnings_only_reported() -> None:
    message = error("class a { $x::y = 1 $z::y = 2 }")
    assert "Language validation logged 2 errors. Giving up" in message
    result = compiled("$h = { 'a' => 1, 'a' => 2 } notice($h)")
    assert [log.level for log in result.logs] == ["warning", "notice"]


def test_mo_43_named_definitions_are_registered() -> None:
    code = """
    notice(f(1)) include c d { 'x': } notice(5 =~ Five)
    function f($x) { $x + 1 } class c { } define d { } type Five = Integer[5, 5]
    """
    assert notices(code) == ["2", "true"]


def test_mo_44_to_register_is_not_to_evaluate() -> None:
    assert notices("class a { fail('a') } define d { fail('d') } function f() { fail('f') }") == []


def test_mo_45_a_known_definition_is_used(tmp_path: Path) -> None:
    write(tmp_path, {"pond/manifests/init.pp": "class pond { notice('module') }"})
    assert notices("class pond { notice('site') } include pond", modules=tmp_path) == ["site"]


@pytest.mark.parametrize(
    "code",
    [
        "class a { } class a { }",
        "define a { } define a { }",
        "function a() { } function a() { }",
        "node 'a' { } node 'a' { }",
        "node /a/ { } node /a/ { }",
        "class a { } define a { }",
    ],
)
def test_mo_46_a_name_is_defined_once(code: str) -> None:
    assert "already defined" in error(code) or "redefine" in error(code)


def test_mo_47_definitions_inside_a_body_do_nothing_when_it_runs() -> None:
    assert notices("notice(1) class a { } notice(2)") == ["1", "2"]


def test_mo_48_needing_a_name_loads_it_and_what_it_needs(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "pond/manifests/init.pp": "class pond inherits pond::base { notice(pond::f()) }",
            "pond/manifests/base.pp": "class pond::base { notice('base') }",
            "pond/functions/f.pp": "function pond::f() { 'f' }",
        },
    )
    assert notices("include pond", modules=tmp_path) == ["base", "f"]


def test_mo_49_a_call_needs_the_function(tmp_path: Path) -> None:
    write(tmp_path, {"pond/functions/f.pp": "function pond::f() { 'f' }"})
    assert notices("notice(pond::f())", modules=tmp_path) == ["f"]
    assert "Unknown function: 'pond::g'" in error("pond::g()", modules=tmp_path)


@pytest.mark.parametrize(
    "need",
    [
        "include pond",
        "require pond",
        "contain pond",
        "class { 'pond': }",
        "class a inherits pond { } include a",
        "create_resources('class', { 'pond' => {} })",
        "notice(defined('pond')) include pond",
        "pond::d { 'x': }",
    ],
)
def test_mo_50_what_needs_a_name_loads_it(tmp_path: Path, need: str) -> None:
    write(
        tmp_path,
        {
            "pond/manifests/init.pp": "class pond { notice('loaded') }",
            "pond/manifests/d.pp": "define pond::d { notice('loaded') }",
        },
    )
    assert notices(need, modules=tmp_path)[-1] == "loaded"


def test_mo_51_a_class_that_was_evaluated_is_not_evaluated_again() -> None:
    assert notices("class a { notice('a') } include a require a contain a") == ["a"]


def test_mo_52_what_waits_may_need_a_name_when_it_runs(tmp_path: Path) -> None:
    write(tmp_path, {"pond/manifests/init.pp": "class pond { notice('pond') }"})
    assert notices("define d { include pond } d { 'x': } notice('main')", modules=tmp_path) == [
        "main",
        "pond",
    ]


def test_mo_53_only_the_body_of_a_define_waits() -> None:
    code = """
    define d($x) { notice('body') }
    d { 'a': x => notice('attribute') }
    notice(defined(D['a']))
    """
    assert notices(code) == ["attribute", "true", "body"]


def test_mo_54_defaults_are_set_at_once_and_copied_when_a_resource_is_made() -> None:
    code = """
    notify { 'before': }
    Notify { loglevel => 'err' }
    notify { 'after': }
    class inner { notify { 'inner': } }
    include inner
    """
    build = compiled(code).build
    found = [resource(build, t).parameters for t in ("before", "after", "inner")]
    assert found == [{}, {"loglevel": "err"}, {"loglevel": "err"}]
    assert "Default already defined for Notify { noop }" in error(
        "Notify { noop => true } Notify { noop => true }"
    )


def test_mo_55_relationships_wait_until_all_is_declared() -> None:
    build = compiled("Notify['a'] -> Notify['b'] notify { ['a', 'b']: }").build
    assert len(resource(build, "a").parameters["before"]) == 1


def test_mo_56_collectors_run_at_the_start_of_every_round() -> None:
    code = "define dd { notice($title) } @dd { 'virtual': } dd { 'real': } Dd <| |>"
    assert notices(code) == ["virtual", "real"]


def test_mo_57_a_manifest_is_evaluated_from_top_to_bottom() -> None:
    assert notices("notice(1)\nnotice(2)\nnotice(3)") == ["1", "2", "3"]


def test_mo_58_what_waits_runs_in_order_until_nothing_is_left() -> None:
    code = """
    define a { notice($title) b { "${title}-b": } }
    define b { notice($title) }
    a { ['1', '2']: }
    """
    assert notices(code) == ["1", "2", "1-b", "2-b"]
    assert "looped more than 1000 times" in error('define d { d { "${title}x": } } d { "a": }')


def test_mo_59_relationships_see_what_collectors_found() -> None:
    code = "@notify { 'a': } notify { 'b': } Notify <| title == 'a' |> -> Notify['b']"
    build = compiled(code).build
    assert len(resource(build, "a").parameters["before"]) == 1


def test_mo_60_a_collector_may_start_more_evaluation() -> None:
    assert notices("define d { notice('realized') } @d { 'x': } D <| |>") == ["realized"]


def test_mo_61_a_finished_catalog_is_checked_and_written() -> None:
    assert "Could not find resource 'Notify[b]' in parameter 'require'" in error(
        "notify { 'a': require => Notify['b'] }"
    )
    assert catalog_data(compiled("notify { 'a': }").build)["catalog_format"] == 2


def test_mo_62_contents_of_a_define_stand_where_it_was_evaluated() -> None:
    code = "define d { notify { 'inside': } } d { 'x': } notify { 'after': }"
    assert resources(code) == ["D[x]", "Notify[after]", "Notify[inside]"]


def test_mo_63_a_query_realizes_and_may_change_what_it_finds() -> None:
    code = "@notify { 'a': } notify { 'b': } Notify <| |> { loglevel => 'err' }"
    build = compiled(code).build
    for title in ("a", "b"):
        found = resource(build, title)
        assert (found.is_virtual, found.parameters) == (False, {"loglevel": "err"})


def test_mo_64_a_relationship_is_a_parameter_of_its_source() -> None:
    data = catalog_data(compiled("notify { 'a': } ~> notify { 'b': }").build)
    assert data["resources"][3]["parameters"] == {"notify": ["Notify[b]"]}


def test_mo_65_a_resource_is_made_when_its_block_is_evaluated() -> None:
    code = "notice(defined(Notify['a'])) notify { 'a': } notice(defined(Notify['a']))"
    assert notices(code) == ["false", "true"]


def test_mo_66_resources_may_stand_in_the_top_scope_but_not_in_modules(tmp_path: Path) -> None:
    assert resources("notify { 'top': }") == ["Notify[top]"]
    write(tmp_path, {"pond/manifests/init.pp": "class pond { }\nnotify { 'no': }"})
    assert "unacceptable as a top level construct" in error("include pond", modules=tmp_path)


def test_mo_67_classes_defines_and_plugged_in_types_all_become_resources(tmp_path: Path) -> None:
    # The document has empty headings for these three.
    files = {
        "pond/manifests/init.pp": "class pond { pond::duck { 'a': } }",
        "pond/manifests/duck.pp": "define pond::duck { goose { $title: sound => 'honk' } }",
        "pond/lib/puppet/type/goose.rb": """
            Puppet::Type.newtype(:goose) do
              newparam(:name, namevar: true)
              newproperty(:sound)
            end
        """,
    }
    write(tmp_path, files)
    build = compiled("include pond", modules=tmp_path).build
    found = {f"{each.type}[{each.title}]": each for each in build.catalog.resources}
    assert {"Class[Pond]", "Pond::Duck[a]", "Goose[a]"} <= found.keys()
    assert found["Goose[a]"].parameters == {"sound": "honk"}
    assert "no parameter named 'noise'" in error("goose { 'b': noise => 'honk' }", modules=tmp_path)
