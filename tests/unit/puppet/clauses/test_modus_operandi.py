"""Clauses MO-1 to MO-67: how a program is loaded, evaluated and becomes a catalog.

Left out: MO-1 (an agent asks a server) and MO-4 (apply what is configured), which belong to other
commands; MO-9 and MO-16, which the language dropped; MO-67, which states no rule.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from .world import build, labelled, order, refused, said

MODULE = {"modules/m/manifests/init.pp": "class m { notice('in m') }"}


def command(*words: str, cwd: Path, standard_input: str | None = None) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "duckrow", *words],
        cwd=cwd,
        input=standard_input,
        capture_output=True,
        text=True,
        env={**os.environ, "HOME": str(cwd), "XDG_CACHE_HOME": str(cwd / "cache")},
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def test_mo_2_code_is_given_as_a_string(tmp_path: Path) -> None:
    code, _, told = command("compile", "-e", "notice('hi')", cwd=tmp_path)
    assert code == 0
    assert "Notice: Scope(Class[main]): hi" in told


def test_mo_3_a_manifest_is_given_as_a_file(tmp_path: Path) -> None:
    (tmp_path / "site.pp").write_text("notice('from a file')")
    code, _, told = command("compile", "site.pp", cwd=tmp_path)
    assert code == 0
    assert "from a file" in told


def test_mo_5_an_external_classifier_is_asked(tmp_path: Path) -> None:
    script = tmp_path / "enc"
    script.write_text("#!/bin/sh\nprintf 'classes:\\n  c:\\n    x: %s\\n' \"$1\"\n")
    script.chmod(0o755)
    (tmp_path / "site.pp").write_text("class c($x) { notice($x) }")
    words = ["compile", "site.pp", "--node", "agent.example.com"]
    words += ["--node_terminus", "exec", "--external_nodes", str(script)]
    code, _, told = command(*words, cwd=tmp_path)
    assert code == 0, told
    assert "Scope(Class[C]): agent.example.com" in told


def test_mo_6_and_14_environments_are_looked_for_along_a_path(tmp_path: Path) -> None:
    for place, text in (("one/production", "one"), ("two/production", "two"), ("two/dev", "dev")):
        folder = tmp_path / place / "manifests"
        folder.mkdir(parents=True)
        (folder / "site.pp").write_text(f"notice('{text}')")
    path = f"{tmp_path / 'one'}:{tmp_path / 'two'}"
    for name, text in (("production", "one"), ("dev", "dev")):
        words = ["compile", "--environmentpath", path, "--environment", name]
        code, _, told = command(*words, cwd=tmp_path)
        assert code == 0, told
        assert f"Scope(Class[main]): {text}" in told


def test_mo_7_and_18_the_code_setting_is_a_program() -> None:
    assert said("notice(1)") == ["1"]


def test_mo_8_the_start_is_one_file_or_a_folder_of_files() -> None:
    files = {
        "a.pp": "notice('a')",
        "manifests/b.pp": "notice('b')",
        "manifests/c.pp": "notice('c')",
    }
    assert said(files=files, manifest="a.pp") == ["a"]
    assert said(files=files, manifest="manifests") == ["b", "c"]


def test_mo_10_a_program_is_evaluated_only_to_answer_a_question(tmp_path: Path) -> None:
    folder = tmp_path / "environments" / "production"
    (folder / "data").mkdir(parents=True)
    (folder / "data" / "common.yaml").write_text("key: value\n")
    hierarchy = "version: 5\nhierarchy:\n  - name: a\n    path: common.yaml\n"
    (folder / "hiera.yaml").write_text(hierarchy)
    words = ["lookup", "key", "--environmentpath", str(tmp_path / "environments")]
    code, out, told = command(*words, cwd=tmp_path)
    assert (code, out.strip()) == (0, "--- value"), told


def test_mo_11_there_is_always_an_environment() -> None:
    assert said("notice($environment)") == ["production"]


def test_mo_12_an_environment_names_its_manifests_and_modules() -> None:
    files = {**MODULE, "manifests/site.pp": "include m"}
    assert said(files=files, manifest="manifests") == ["in m"]


def test_mo_13_an_environment_is_a_folder_of_its_name(tmp_path: Path) -> None:
    folder = tmp_path / "environments" / "blue" / "manifests"
    folder.mkdir(parents=True)
    (folder / "site.pp").write_text("notice($environment)")
    words = ["compile", "--environmentpath", str(tmp_path / "environments")]
    code, _, told = command(*words, "--environment", "blue", cwd=tmp_path)
    assert code == 0
    assert "Scope(Class[main]): blue" in told
    assert command(*words, "--environment", "red", cwd=tmp_path)[0] != 0


def test_mo_15_environment_conf_overrides_settings_for_it_alone(tmp_path: Path) -> None:
    for name in ("blue", "red"):
        folder = tmp_path / "environments" / name
        (folder / "manifests").mkdir(parents=True)
        (folder / "manifests" / "site.pp").write_text("notice('manifests')")
        (folder / "other.pp").write_text("notice('other')")
    conf = tmp_path / "environments" / "blue" / "environment.conf"
    conf.write_text("manifest = other.pp\nnonsense = 1\n")
    words = ["compile", "--environmentpath", str(tmp_path / "environments"), "--environment"]
    blue, red = command(*words, "blue", cwd=tmp_path), command(*words, "red", cwd=tmp_path)
    assert "Scope(Class[main]): other" in blue[2]
    assert "nonsense" in blue[2]
    assert "Scope(Class[main]): manifests" in red[2]


def test_mo_17_loaders_belong_to_the_environment() -> None:
    assert said("include m", MODULE) == ["in m"]
    assert "Could not find class ::m" in refused("include m")


def test_mo_19_code_replaces_the_manifests() -> None:
    files = {"manifests/site.pp": "notice('site')"}
    assert said("notice('code')", files, manifest="manifests") == ["code"]


def test_mo_20_and_21_manifests_are_taken_in_byte_order_folders_included() -> None:
    names = ("10", "9", "B", "a", "b", "sub/c")
    files = {f"manifests/{name}.pp": f"notice('{name}')" for name in reversed(names)}
    assert said(files=files, manifest="manifests") == list(names)


def test_mo_22_the_manifests_are_as_one_file() -> None:
    files = {
        "manifests/a.pp": "$x = 1 include late",
        "manifests/b.pp": "class late { notice('late', $x) } notice($x)",
    }
    assert said(files=files, manifest="manifests") == ["late 1", "1"]


def test_mo_23_the_classifiers_answer_is_there_first_and_its_classes_come_last() -> None:
    code = """
    notice("top ${given} ${role}")
    node default { notice('node') }
    class plain { notice('plain') }
    class with($x) { notice("with ${x}") }
    """
    told = said(
        code,
        facts={"role": "web"},
        parameters={"given": "from classifier"},
        classes={"plain": None, "with": {"x": 1}},
    )
    assert told == ["top from classifier web", "node", "with 1", "plain"]


def test_mo_24_everything_is_configured_before_evaluation() -> None:
    assert said("notice($facts['a'], $settings::strict)", facts={"a": 1}) == ["1 error"]


def test_mo_25_building_starts_with_the_initial_manifests() -> None:
    assert labelled("notice(1)") == ["Scope(Class[main]): 1"]


def test_mo_26_and_48_evaluation_loads_more_manifests() -> None:
    files = {
        "modules/a/manifests/init.pp": "class a { include b }",
        "modules/b/manifests/init.pp": "class b { include b::c }",
        "modules/b/manifests/c.pp": "class b::c { notice('deep') }",
    }
    assert said("include a", files) == ["deep"]


def test_mo_27_and_28_the_node_is_matched_after_the_initial_step() -> None:
    code = "node 'agent.example.com' { notice('node') } notice('main')"
    assert said(code) == ["main", "node"]


def test_mo_29_the_phases_come_in_order() -> None:
    code = """
    define d { notice('define') }
    class given { notice('given') }
    @d { 'virtual': }
    D <| |>
    notice('main')
    node default { notice('node') }
    """
    assert said(code, classes=["given"]) == ["main", "node", "define", "given"]


def test_mo_30_and_32_the_initial_step_sets_globals_and_knows_nodes() -> None:
    code = "$x = 1 node default { notice($x, $::x) }"
    assert said(code) == ["1 1"]


def test_mo_31_trusted_data_is_there_from_the_first_line() -> None:
    assert said("notice($trusted['certname'])") == ["agent.example.com"]


def test_mo_33_to_36_exact_names_then_patterns_in_order_then_default() -> None:
    code = """
    node /agent/ { notice('first pattern') }
    node /example/ { notice('second pattern') }
    node 'agent.example.com' { notice('exact') }
    node default { notice('default') }
    """
    assert said(code) == ["exact"]
    assert said(code, node="agent2.example.com") == ["first pattern"]
    assert said(code, node="b.example.com") == ["second pattern"]
    assert said(code, node="other") == ["default"]


def test_mo_34_domains_are_not_taken_off_and_nodes_do_not_inherit() -> None:
    assert said("node 'agent' { notice(1) } node default { notice(2) }") == ["2"]
    assert "Node inheritance is not supported" in refused("node b { } node a inherits b { }")


def test_mo_37_with_nodes_one_must_match_without_none_need() -> None:
    message = refused("node 'other' { }")
    assert "Could not find node statement with name 'default' or" in message
    assert said("notice(1)") == ["1"]


def test_mo_38_the_nodes_scope_is_between_top_and_classes() -> None:
    code = "$t = 'top' node default { $t = 'node' include c } class c { notice($t, $::t) }"
    assert said(code) == ["node top"]


@pytest.mark.parametrize(
    "text",
    ["class m { } notice(1)", "class m { } node default { }", "class other { }"],
)
def test_mo_39_a_modules_file_holds_only_what_its_path_promises(text: str) -> None:
    assert refused("include m", {"modules/m/manifests/init.pp": text})


def test_mo_40_loading_by_name_and_by_path_evaluate_alike() -> None:
    text = "class m { notice('in m') }"
    assert said(text + " include m") == said("include m", {"modules/m/manifests/init.pp": text})


def test_mo_41_bad_syntax_ends_it() -> None:
    assert "Syntax error" in refused("notice(1) class {")
    assert "Syntax error" in refused("include m", {"modules/m/manifests/init.pp": "class m {"})


def test_mo_42_all_errors_are_reported_and_warnings_only_told() -> None:
    result = build("$a += 1\n$b += 1")
    assert result.failure is not None
    errors = [entry.message for entry in result.logs if entry.level == "err"]
    assert len(errors) == 3
    assert "Language validation logged 2 errors. Giving up" in errors[-1]
    twice = build("notice({a => 1, a => 2})", strict="warning")
    assert [entry.level for entry in twice.logs] == ["warning", "notice"]
    assert build("notice({a => 1, a => 2})").failure is not None


def test_mo_43_named_definitions_become_known() -> None:
    code = """
    class c { } define d { } function f() { 1 } type T = Integer
    include c
    d { 'x': }
    notice(f(), 1 =~ T)
    """
    assert said(code) == ["1 true"]


def test_mo_44_defining_evaluates_nothing() -> None:
    assert said("class c { notice(1) } define d { notice(2) } function f() { notice(3) }") == []


def test_mo_45_a_known_name_is_not_loaded() -> None:
    assert said("class m { notice('site') } include m", MODULE) == ["site"]


@pytest.mark.parametrize(
    "code",
    [
        "class a { } define a { }",
        "define a { } define a { }",
        "function a() { } function a() { }",
        "node x { } node x { }",
        "node /x/ { } node /x/ { }",
    ],
)
def test_mo_46_a_name_is_defined_once(code: str) -> None:
    message = refused(code)
    assert "already" in message or "redefine" in message


def test_mo_47_definitions_do_nothing_where_they_stand() -> None:
    assert said("notice(1) class c { notice('no') } notice(2)") == ["1", "2"]


def test_mo_49_a_call_loads_a_function() -> None:
    files = {"modules/m/functions/f.pp": "function m::f($x) { $x + 1 }"}
    assert said("notice(m::f(1))", files) == ["2"]


@pytest.mark.parametrize(
    "code",
    [
        "include m",
        "require m",
        "contain m",
        "class { 'm': }",
        "class other inherits m { } include other",
        "create_resources('class', { 'm' => {} })",
        "notice(defined('m')) include m",
    ],
)
def test_mo_50_what_needs_a_class_loads_it(code: str) -> None:
    assert "in m" in said(code, MODULE)


def test_mo_51_a_class_is_evaluated_once() -> None:
    assert said("include m include m contain m", MODULE) == ["in m"]


def test_mo_52_what_waits_may_need_names_when_it_runs() -> None:
    assert said("define d { include m } d { 'x': } notice('first')", MODULE) == ["first", "in m"]


def test_mo_53_only_the_body_of_a_define_waits() -> None:
    code = """
    function seen($x) { notice("seen ${x}") $x }
    define d($x) { notice("body ${x}") }
    d { 'one': x => seen(1) }
    notice(defined(D['one']))
    """
    assert said(code) == ["seen 1", "true", "body 1"]


def test_mo_54_defaults_are_set_at_once_and_copied_on_creation() -> None:
    code = """
    notify { 'before': }
    Notify { message => 'default' }
    notify { 'after': }
    notice(Notify['before']['message'])
    """
    result = build(code)
    by_title = {each.title: each.parameters for each in result.build.resources}
    assert by_title["after"]["message"] == "default"
    assert "message" not in by_title["before"]
    assert [entry.message for entry in result.logs] == ["default"]
    message = refused("Notify { message => 1 } Notify { message => 2 }")
    assert "Default already defined for Notify { message }; cannot redefine" in message


def test_mo_55_and_64_relationships_wait_and_become_metaparameters() -> None:
    code = "Notify['a'] -> Notify['b'] notify { 'a': } notify { 'b': }"
    result = build(code)
    [source] = [each for each in result.build.resources if each.title == "a"]
    assert "Notify[b]" in source.parameters["before"]
    assert "Could not find resource 'Notify[b]'" in refused("notify { 'a': } -> Notify['b']")


def test_mo_56_collectors_run_at_the_start_of_every_round() -> None:
    code = """
    define dd { notice($title) }
    @dd { 'virtual': }
    dd { 'real': }
    Dd <| |>
    """
    assert said(code) == ["virtual", "real"]


def test_mo_57_a_manifest_is_evaluated_top_down() -> None:
    assert said("notice(1) notice(2) notice(3)") == ["1", "2", "3"]


def test_mo_58_the_queue_is_first_in_first_out_and_breadth_first() -> None:
    code = """
    define leaf { notice("leaf ${title}") }
    define branch { notice("branch ${title}") leaf { "${title}1": } leaf { "${title}2": } }
    branch { 'a': }
    branch { 'b': }
    """
    assert said(code) == ["branch a", "branch b", "leaf a1", "leaf a2", "leaf b1", "leaf b2"]
    endless = "define d($n) { d { \"${title}x\": n => $n + 1 } } d { 'a': n => 0 }"
    assert "looped more than 1000 times" in refused(endless)


def test_mo_59_and_60_a_collector_may_start_new_evaluation() -> None:
    code = """
    define later { @notify { 'made later': } }
    later { 'x': }
    Notify <| |>
    """
    assert "Notify[made later]" in order(code)


def test_mo_61_the_finished_catalog_is_data() -> None:
    from duckrow.puppet.catalog.to_data import catalog_data

    result = build("notify { 'a': require => Notify['b'] } notify { 'b': require => Notify['a'] }")
    assert result.failure is None  # a cycle is no error of the catalog
    data = catalog_data(result.build)
    assert data["name"] == "agent.example.com"
    assert [each["title"] for each in data["resources"]][-2:] == ["a", "b"]


def test_mo_62_the_catalog_keeps_the_order_of_declaration() -> None:
    code = """
    define d { notify { "in ${title}": } }
    d { 'x': }
    notify { 'after': }
    """
    titles = [each for each in order(code) if each.startswith("Notify")]
    assert titles == ["Notify[after]", "Notify[in x]"]


def test_mo_63_a_query_realizes_and_may_override() -> None:
    code = "@notify { 'v': } notify { 'r': } Notify <| |> { message => 'm' }"
    result = build(code)
    messages = {each.title: each.parameters.get("message") for each in result.build.resources}
    assert messages["v"] == messages["r"] == "m"


def test_mo_65_a_resource_is_there_when_its_block_was_evaluated() -> None:
    code = "notice(defined(Notify['a'])) notify { 'a': } notice(defined(Notify['a']))"
    assert said(code) == ["false", "true"]


def test_mo_66_resources_at_the_top_only_in_the_environments_manifests() -> None:
    assert "Notify[top]" in order("notify { 'top': }")
    files = {"modules/m/manifests/init.pp": "notify { 'top': } class m { }"}
    assert refused("include m", files)
