"""Clauses CF-1 to CF-67: in which order a policy is read, resolved and kept.

Where the reference differs from the document today, its behaviour is ours; a test says so.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from duckrow.cfengine.agent import run as agent_run
from duckrow.cfengine.agent.prepare import make_context
from duckrow.cfengine.evaluation.bundles.daemons import (
    COMMON_ORDER,
    SERVER_ORDER,
    run_monitor,
    run_server,
)
from duckrow.cfengine.evaluation.bundles.passes import NORMAL_ORDER
from duckrow.cfengine.evaluation.messages.log import Log
from duckrow.cfengine.evaluation.options import Options
from duckrow.cli.drop_ins.cf_agent import main as cf_agent
from duckrow.cli.drop_ins.cf_agent import run_words
from duckrow.cli.drop_ins.cf_promises import run_words as cf_promises

DONE = """
body classes done(name)
{
  promise_kept => { "$(name)" };
  promise_repaired => { "$(name)" };
}

body contain quiet
{
  no_output => "true";
}
"""
NOTE = """
bundle agent note(text)
{
  reports:
    "$(text)";
}
"""

Run = Callable[..., list[str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a policy; gives the reports. Further files are given by name."""
    monkeypatch.setenv("CFENGINE_TEST_OVERRIDE_WORKDIR", str(tmp_path / "work"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    # The reports are those of the policy, not of the one that would take its place.
    monkeypatch.setattr("duckrow.cfengine.agent.failsafe.find_failsafe", lambda *_: None)

    def once(policy: str, *words: str, code: int = 0, **files: str) -> list[str]:
        for name, text in {"policy": policy, **files}.items():
            path = tmp_path / f"{name}.cf"
            path.write_text(in_lines(text))
            path.chmod(0o600)
        assert run_words(["-K", *words, "-f", "./policy.cf"]) == code
        lines = capsys.readouterr().out.splitlines()
        return [line[3:] for line in lines if line.startswith("R: ")]

    return once


def in_lines(text: str) -> str:
    """Begin a line after the name of a section that a guard follows: on one line it is a guard."""
    return re.sub(r"(\w+):\s+(?=[^\s\"]+::)", r"\1:\n", text)


def in_main(text: str) -> str:
    return f"bundle agent main\n{{\n{text}\n}}\n{DONE}{NOTE}"


def test_cf_1_order_is_irrelevant_for_scalar_attributes(run: Run) -> None:
    # Two promises that say different things about variables come to the same either way round.
    one, two = '"x" string => "a";', '"y" string => "b$(x)";'
    ends = [
        run(in_main(f'vars: {a} {b} reports: "$(x) $(y)";')) for a, b in ((one, two), (two, one))
    ]
    assert ends == [["a ba"], ["a ba"]]


def test_cf_2_patterned_data_keeps_its_order(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "edited"
    policy = (
        in_main(f'files: "{path}" create => "true", edit_line => lines;')
        + """
        bundle edit_line lines { insert_lines: "one"; "two"; "three"; }
    """
    )
    run(policy)
    assert path.read_text() == "one\ntwo\nthree\n"


def test_cf_3_what_deletes_comes_before_what_creates(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "edited"
    path.write_text("old\n")
    policy = (
        in_main(f'files: "{path}" edit_line => lines;')
        + """
        bundle edit_line lines { insert_lines: "old"; delete_lines: "old"; }
    """
    )
    run(policy)
    assert path.read_text() == "old\n"


def test_cf_4_a_class_of_an_outcome_overrides_the_order(run: Run) -> None:
    policy = in_main("""
        methods:
          did:: "late" usebundle => note("late");
          any:: "early" usebundle => note("early");
        commands:
          "/bin/true" classes => done("did");
    """)
    assert run(policy) == ["early", "late"]


def test_cf_5_depends_on_overrides_the_order(run: Run) -> None:
    policy = in_main("""
        methods:
          "b" usebundle => note("second"), depends_on => { "a" };
          "a" usebundle => note("first"), handle => "a";
    """)
    assert run(policy) == ["first", "second"]


def test_cf_6_variables_and_classes_come_before_other_types(run: Run) -> None:
    policy = in_main("""
        methods: "m" usebundle => note("$(x)"), if => "c";
        classes: "c" expression => strcmp("$(x)", "set");
        vars: "x" string => "set";
    """)
    assert run(policy) == ["set"]


def test_cf_7_variables_that_are_defined_late_need_more_passes(run: Run) -> None:
    # A chain of classes that is written backwards is too long for three passes.
    chain = "".join(f'"c{n}" expression => "c{n + 1}";' for n in range(1, 5))
    policy = in_main(f'classes: {chain} "c5" expression => "any"; reports: c2:: "c2"; c3:: "c3";')
    assert run(policy) == ["c3"]


def test_cf_8_classes_of_the_command_line_are_set_first(run: Run) -> None:
    policy = """
        bundle common c { classes: "seen" expression => "given"; }
        bundle agent main { reports: seen:: "seen"; given:: "given"; }
    """
    assert run(policy, "-D", "given") == ["seen", "given"]
    assert run(policy) == []


def test_cf_9_hard_classes_are_there_before_the_policy(run: Run) -> None:
    policy = """
        body common control
        {
          linux:: bundlesequence => { "one" };
          !linux:: bundlesequence => { "two" };
        }
        bundle agent one { reports: "linux"; }
        bundle agent two { reports: "not linux"; }
    """
    assert len(run(policy)) == 1


def test_cf_10_persistent_classes_are_loaded_before_the_policy(run: Run) -> None:
    policy = """
        bundle common c { classes: "from_before" expression => "lasting"; }
        bundle agent main
        {
          classes: "lasting" expression => "any", persistence => "10";
          reports: from_before:: "from before";
        }
    """
    assert [run(policy), run(policy)] == [[], ["from before"]]


def test_cf_11_the_policy_is_checked_before_it_is_run(run: Run) -> None:
    assert (
        run('bundle agent main { reports: "one"; "two" no_such_attribute => "x"; }', code=1) == []
    )


def test_cf_12_pre_evaluation_comes_before_evaluation(run: Run) -> None:
    policy = """
        bundle agent main { reports: "$(later.x)"; }
        bundle agent later { vars: "x" string => "known"; }
    """
    assert run(policy) == ["known"]


def test_cf_13_checking_evaluates_variables_and_classes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CFENGINE_TEST_OVERRIDE_WORKDIR", str(tmp_path))
    path = tmp_path / "policy.cf"
    path.write_text('bundle common g { vars: "x" string => concat("a", "b"); classes: "c"; }\n')
    assert cf_promises(["--show-vars", "-f", str(path)]) == 0
    assert "default:g.x" in capsys.readouterr().out


def test_cf_14_functions_that_are_cached_run_once_in_a_run(run: Run, tmp_path: Path) -> None:
    # The reference runs its checker first, so each runs again there; here nothing is run twice.
    count = tmp_path / "count"
    policy = in_main(f"""
        vars: "x" string => execresult("/bin/sh -c 'echo x >> {count}; echo done'", "noshell");
        reports: "$(x)";
    """)
    assert run(policy) == ["done"]
    assert count.read_text() == "x\n"


def test_cf_15_what_checking_found_does_not_stay(run: Run) -> None:
    policy = in_main('vars: "x" string => "$(y)"; any:: "y" string => "y"; reports: "$(x)";')
    assert run(policy) == run(policy) == ["y"]


def test_cf_16_inputs_may_use_variables(run: Run) -> None:
    policy = """
        body common control { inputs => { "$(g.file)" }; bundlesequence => { "main" }; }
        bundle common g { vars: "file" string => "more.cf"; }
    """
    assert run(policy, more='bundle agent main { reports: "from more"; }') == ["from more"]


def test_cf_17_inputs_of_common_control_come_before_those_of_file_control(run: Run) -> None:
    policy = """
        body file control { inputs => { "two.cf" }; }
        body common control { inputs => { "one.cf" }; bundlesequence => { "main" }; }
        bundle agent main { reports: "$(order.names)"; }
        bundle agent order
        {
          vars: "names" string => join(",", bundlesmatching("default:from_.*"));
        }
    """
    one, two = (f'bundle agent from_{n} {{ vars: "x" string => "x"; }}' for n in ("one", "two"))
    # The function lists what came last first.
    assert run(policy, one=one, two=two) == ["default:from_two,default:from_one"]


def test_cf_18_bundles_from_common_control_are_evaluated_earlier(run: Run) -> None:
    policy = """
        body common control { inputs => { "one.cf" }; bundlesequence => { "main" }; }
        body file control { inputs => { "two.cf" }; }
        bundle agent main { reports: early:: "early"; late:: "late"; }
    """
    one = 'bundle common one { classes: "late" expression => "from_two"; }'
    two = 'bundle common two { classes: "from_two"; "early" expression => "any"; }'
    assert run(policy, one=one, two=two) == ["early", "late"]


def test_cf_19_common_bundles_first_then_the_variables_of_the_others(run: Run) -> None:
    # The document says so of each bundle; the reference takes all common bundles first.
    policy = """
        bundle agent main
        {
          vars: c:: "x" string => "seen"; any:: "y" string => "$(g.z)";
          reports: "$(x) $(y)";
        }
        bundle common g
        {
          vars: "z" string => "z";
          classes: "c" expression => strcmp("$(z)", "z");
        }
    """
    assert run(policy) == ["seen z"]


def test_cf_20_classes_of_common_bundles_are_global(run: Run) -> None:
    policy = """
        bundle common g { classes: "global" expression => "any"; }
        bundle agent other { classes: "local" expression => "any"; reports: local:: "local there"; }
        bundle agent main
        {
          methods: "m" usebundle => other;
          reports: global:: "global"; local:: "local here";
        }
    """
    assert run(policy) == ["local there", "global"]


def test_cf_21_pre_evaluation_is_done_once_more_at_the_end(run: Run) -> None:
    policy = """
        body common control { inputs => { "one.cf", "two.cf" }; bundlesequence => { "main" }; }
        bundle agent main { reports: "$(one.x)"; }
    """
    one = 'bundle common one { vars: has_two:: "x" string => "$(two.y)"; }'
    two = 'bundle common two { vars: "y" string => "y"; classes: "has_two" expression => "any"; }'
    assert run(policy, one=one, two=two) == ["y"]


SEQUENCE = """
body common control { bundlesequence => { "b", "a", "b" }; }
bundle agent a { reports: "a"; }
bundle agent b { reports: "b"; }
"""


def test_cf_22_bundles_run_in_the_order_of_the_sequence(run: Run) -> None:
    # A bundle that is listed twice finds its promises kept.
    assert run(SEQUENCE) == ["b", "a"]


def test_cf_23_an_option_overrides_the_sequence(run: Run) -> None:
    assert run(SEQUENCE, "-b", "a") == ["a"]
    assert run(SEQUENCE, "--bundlesequence", "a,b") == ["a", "b"]


def test_cf_24_without_a_sequence_main_is_run(run: Run) -> None:
    assert run(
        'bundle agent other { reports: "other"; } bundle agent main { reports: "main"; }'
    ) == ["main"]
    assert run('bundle agent __main__ { reports: "$(this.bundle)"; }') == ["main"]


def test_cf_25_without_main_it_is_an_error_and_the_end(run: Run) -> None:
    assert run('bundle agent other { reports: "other"; }', code=1) == []


def test_cf_25_the_drop_in_says_no_too(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # The reference ends with the exit code of its failsafe policy, we with that of the policy.
    run('bundle agent main { reports: "x"; }')
    (tmp_path / "policy.cf").write_text('bundle agent other { reports: "other"; }\n')
    monkeypatch.setattr("sys.argv", ["cf-agent", "-Kf", "./policy.cf"])
    assert cf_agent() != 0
    assert "R: " not in capsys.readouterr().out


def test_cf_26_types_take_turns_in_the_normal_order(run: Run) -> None:
    policy = in_main("""
        reports: "report";
        commands: "/bin/true" classes => done("commanded");
        methods: "m" usebundle => note("method"); "n" usebundle => note("again"), if => "commanded";
    """)
    assert run(policy) == ["method", "report", "again"]


def test_cf_27_there_are_three_rounds(run: Run) -> None:
    steps = "".join(
        f'{each}:: "/bin/true" args => "{each}", classes => done("{then}");'
        for each, then in (("c", "d"), ("b", "c"), ("a", "b"), ("any", "a"))
    )
    names = ("a", "b", "c", "d")
    reports = "".join(f'{each}:: "{each}";' for each in names)
    assert run(in_main(f"commands: {steps} reports: {reports}")) == ["a", "b", "c"]


ORDER = (
    "meta", "vars", "defaults", "classes", "users", "files", "packages", "guest_environments",
    "methods", "processes", "services", "commands", "storage", "databases", "reports",
)  # fmt: skip


@pytest.mark.parametrize("clause", range(28, 43), ids=lambda clause: f"cf_{clause}")
def test_cf_28_to_42_the_place_of_each_type(clause: int) -> None:
    assert NORMAL_ORDER[clause - 28] == ORDER[clause - 28]


def test_cf_28_to_42_seen_in_a_run(run: Run, tmp_path: Path) -> None:
    # What each type leaves behind is seen by the next one.
    path = tmp_path / "made"
    policy = in_main(f"""
        reports: "report: $(d) $(main_meta.m)" if => "commanded";
        commands: "/bin/true" args => "x", if => fileexists("{path}"), classes => done("commanded");
        methods: "m" usebundle => note("method"), if => fileexists("{path}");
        files: "{path}" create => "true", if => "c";
        classes: "c" expression => strcmp("$(d)", "v");
        defaults: "d" string => "$(v)";
        vars: "v" string => "$(main_meta.m)";
        meta: "m" string => "v";
    """)
    assert run(policy)[:2] == ["method", "report: v v"]


def test_cf_28_to_42_variables_are_resolved_again_after_classes(run: Run) -> None:
    policy = in_main("""
        vars: c:: "x" string => "in the same pass";
        classes: "c" expression => "any";
        methods: "m" usebundle => note("$(x)");
    """)
    assert run(policy) == ["in the same pass"]


def test_cf_43_custom_types_come_last_in_written_order(run: Run, tmp_path: Path) -> None:
    module = tmp_path / "module.sh"
    module.write_text(
        "#!/bin/sh\nread -r hello\nread -r empty\n"
        "echo 'module 1.0 v1 line_based'\necho\n"
        "while read -r line; do\n"
        '  case "$line" in\n'
        "    operation=*) operation=${line#operation=};;\n"
        f"    promiser=*) promiser=${{line#promiser=}}; [ $operation = evaluate_promise ] && "
        f"echo $promiser >> {tmp_path}/order;;\n"
        "    '') case $operation in\n"
        "          validate_promise) echo operation=validate_promise; echo result=valid; echo;;\n"
        "          evaluate_promise) echo operation=evaluate_promise; echo result=kept; echo;;\n"
        "          terminate) echo operation=terminate; echo result=success; echo; exit 0;;\n"
        "        esac;;\n"
        "  esac\ndone\n"
    )
    module.chmod(0o700)
    kinds = "".join(
        f'promise agent {name} {{ interpreter => "/bin/sh"; path => "{module}"; }}\n'
        for name in ("zeta", "alpha")
    )
    policy = in_main("""
        zeta: "of zeta";
        alpha: "of alpha";
        methods: "m" usebundle => note("method");
        reports: "report";
    """)
    assert run(kinds + policy) == ["method", "report"]
    assert (tmp_path / "order").read_text().splitlines()[:2] == ["of zeta", "of alpha"]


def test_cf_44_what_was_kept_is_not_done_again_unless_it_has_changed(run: Run) -> None:
    policy = in_main("""
        vars: "x" string => "one"; again:: "x" string => "two";
        commands: "/bin/true" classes => done("again");
        reports: "x is $(x)"; "constant";
    """)
    assert run(policy) == ["x is one", "constant", "x is two"]


# Each needs the one before it to have been kept, in one and the same pass.
EDITS = {
    46: ('vars: "v" string => "x";', 'insert_lines: any:: "got $(v)";', "got x"),
    48: (
        'classes: "c" expression => strcmp("$(v)", "x"); vars: "v" string => "x";',
        'insert_lines: c:: "c";',
        "c",
    ),
    49: ('delete_lines: "old";', 'insert_lines: "old";', "old"),
    50: ('field_edits: "k:.*" edit_field => second("new");', 'insert_lines: "k:1";', "k:1"),
    51: ('insert_lines: "one";', 'replace_patterns: "^one$" replace_with => to("two");', "two"),
    52: ('replace_patterns: "^one$" replace_with => to("1");', 'insert_lines: "one";', "1"),
}
EDIT_BODIES = """
body replace_with to(x)
{
  replace_value => "$(x)";
  occurrences => "all";
}
body edit_field second(x)
{
  field_separator => ":";
  select_field => "2";
  field_value => "$(x)";
  field_operation => "set";
}
"""


@pytest.mark.parametrize("clause", EDITS, ids=lambda clause: f"cf_{clause}")
def test_cf_46_to_52_the_place_of_each_edit(clause: int, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "edited"
    one, two, line = EDITS[clause]
    policy = in_main(f'files: "{path}" create => "true", edit_line => all;')
    run(f"{policy}{EDIT_BODIES}bundle edit_line all {{ {two} {one} }}")
    assert line in path.read_text().splitlines()


def test_cf_45_to_53_the_order_of_editing(run: Run, tmp_path: Path) -> None:
    # `meta` and `defaults` have no place in the reference's order; meta can be read all the same.
    path = tmp_path / "edited"
    path.write_text("drop\nkey:old\n")
    policy = (
        in_main(f'files: "{path}" edit_line => all;')
        + """
        bundle edit_line all
        {
          replace_patterns: "^inserted$" replace_with => to("replaced");
          insert_lines: "inserted"; "drop me too" if => "c";
          field_edits: "key:.*" edit_field => second("$(v)");
          delete_lines: "drop.*";
          classes: "c" expression => strcmp("$(v)", "new");
          vars: "v" string => "new";
        }
        body replace_with to(x) { replace_value => "$(x)"; occurrences => "all"; }
        body edit_field second(x)
        {
          field_separator => ":"; select_field => "2"; field_value => "$(x)";
          field_operation => "set";
        }
    """
    )
    run(policy)
    text = path.read_text().splitlines()
    assert text[0] == "key:new"
    assert "drop" not in text
    assert "replaced" in text


def test_cf_45_cf_47_meta_is_readable_and_defaults_do_nothing(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "edited"
    policy = (
        in_main(f'files: "{path}" create => "true", edit_line => all;')
        + """
        bundle edit_line all
        {
          meta: "m" string => "meta";
          defaults: "d" string => "default";
          insert_lines: "$(all_meta.m) $(d)";
        }
    """
    )
    run(policy)
    assert path.read_text() == "meta $(d)\n"


def test_cf_53_reports_of_an_edit_come_last(run: Run, tmp_path: Path) -> None:
    policy = (
        in_main(f'files: "{tmp_path}/e" create => "true", edit_line => all;')
        + """
        bundle edit_line all { reports: "report"; insert_lines: "line"; }
    """
    )
    assert run(policy) == ["report"]


def test_cf_54_within_a_type_top_down(run: Run) -> None:
    assert run(in_main('reports: "b"; "a"; "c";')) == ["b", "a", "c"]


def test_cf_55_the_last_variable_of_a_name_wins(run: Run) -> None:
    policy = in_main('vars: "x" string => "a"; "x" slist => { "b", "c" }; reports: "$(x)";')
    assert run(policy) == ["b", "c"]


COMMON = """
body common control { bundlesequence => { %s }; }
bundle common g
{
  reports: "report of g";
  classes: "c" expression => strcmp("$(x)", "x");
  vars: "x" string => "x"; c:: "y" string => "y";
}
bundle agent main { reports: "$(g.x) $(g.y)"; c:: "c"; }
"""


def test_cf_56_common_bundles_have_variables_classes_and_variables_again(run: Run) -> None:
    # The document's note has classes first, which contradicts CF-19.
    assert run(COMMON % '"main"') == ["x y", "c"]


def test_cf_56_reports_of_common_bundles_need_the_sequence(run: Run) -> None:
    assert run(COMMON % '"g", "main"') == ["report of g", "x y", "c"]


def test_cf_57_common_bundles_are_evaluated_whether_listed_or_not(run: Run) -> None:
    assert run(COMMON % '"main"')[0] == "x y"


def test_cf_58_listing_them_evaluates_them_again(run: Run) -> None:
    policy = """
        body common control { bundlesequence => { "first", "g", "main" }; }
        bundle agent first { classes: "set_first" expression => "any", scope => "namespace"; }
        bundle common g { vars: set_first:: "x" string => "seen the second time"; }
        bundle agent main { reports: "$(g.x)"; }
    """
    assert run(policy) == ["seen the second time"]


DAEMONS = """
bundle agent main { reports: "main"; }
bundle server s
{
  access: "/access" admit_ips => { "$(v)" }, if => "c";
  roles: ".*" authorize => { "root" };
  classes: "c" expression => strcmp("$(v)", "127.0.0.1");
  vars: "v" string => "$(g.ip)";
}
bundle common g { vars: "ip" string => "127.0.0.1"; }
bundle server again { access: "/second" admit_ips => { "$(g.ip)" }; }
bundle monitor m
{
  measurements: "/one" stream_type => "file", data_type => "int";
  classes: "measured" expression => "any";
  measurements: "/two" stream_type => "file", data_type => "int";
  reports: "never";
}
"""


@pytest.fixture
def kept(tmp_path: Path) -> Callable[..., list[tuple[str, str]]]:
    """Go through the bundles of a daemon; gives types and promisers in the order they come."""

    def once(go: Callable[..., None], policy: str = DAEMONS) -> list[tuple[str, str]]:
        path = tmp_path / "policy.cf"
        path.write_text(policy)
        path.chmod(0o600)
        options = Options()
        options.work_directory = str(tmp_path)
        options.entry_point = str(path)
        component = "server" if go is run_server else "monitor"
        context = make_context(options, Log(), component)
        agent_run.load_policy(context)
        found: list[tuple[str, str]] = []

        def act(_: object, promise: object) -> str:
            found.append((promise.type, promise.promiser))  # type: ignore[attr-defined]
            return "kept"

        go(context, act)
        return found

    return once


def test_cf_59_common_bundles_are_resolved_before_server_bundles(
    kept: Callable[..., list[tuple[str, str]]],
) -> None:
    assert ("access", "/access") in kept(run_server)


def test_cf_60_all_server_bundles_run_and_the_sequence_is_the_agents(
    run: Run, kept: Callable[..., list[tuple[str, str]]]
) -> None:
    assert [each for _, each in kept(run_server)] == [".*", "/access", "/second"]
    assert run(DAEMONS, "-b", "s", code=1) == []


def test_cf_61_a_server_resolves_variables_and_classes_once(
    kept: Callable[..., list[tuple[str, str]]],
) -> None:
    policy = """
        bundle agent main { reports: "x"; }
        bundle server s
        {
          access:
            "/never" admit_ips => { "x" }, if => "first";
            "/now" admit_ips => { "x" }, if => "second";
          classes: "first" expression => "second"; "second" expression => "any";
        }
    """
    assert kept(run_server, policy) == [("access", "/now")]


def test_cf_62_cf_63_the_order_of_a_server(kept: Callable[..., list[tuple[str, str]]]) -> None:
    # The document: access is checked before roles on a connection; rules are read the other way.
    assert SERVER_ORDER == ("meta", "vars", "classes", "roles", "access")
    assert COMMON_ORDER == ("meta", "vars", "classes", "reports")
    assert [type_ for type_, _ in kept(run_server)] == ["roles", "access", "access"]


def test_cf_63_other_types_only_warn(
    kept: Callable[..., list[tuple[str, str]]], capsys: pytest.CaptureFixture[str]
) -> None:
    kept(run_server, 'bundle agent main { reports: "x"; } bundle server s { reports: "never"; }')
    assert "unsupported/obsolete promise type reports in server bundle s" in capsys.readouterr().out


def test_cf_64_all_monitor_bundles_run(kept: Callable[..., list[tuple[str, str]]]) -> None:
    assert [each for _, each in kept(run_monitor)] == ["/one", "/two"]


def test_cf_65_sections_of_a_monitor_run_as_they_are_written(
    kept: Callable[..., list[tuple[str, str]]],
) -> None:
    # The document has vars, classes, measurements, reports; reports and variables do nothing.
    policy = """
        bundle agent main { reports: "x"; }
        bundle monitor m
        {
          measurements:
            "/early" stream_type => "file", data_type => "int", if => "c";
          classes: "c" expression => "any";
        }
    """
    assert kept(run_monitor, policy) == []


def test_cf_66_knowledge_bundles_are_gone(run: Run) -> None:
    policy = 'bundle knowledge k { topics: "t"; } bundle agent main { reports: "x"; }'
    assert run(policy) == ["x"]


TOP_DOWN = """
body agent control { evaluation_order => "%s"; }
bundle agent main
{
  reports: "first $(x)";
  vars: "x" string => "one";
  methods: "m" usebundle => note("method $(x)");
  vars: "x" string => "two";
  reports: "second $(x)";
}
"""


def test_cf_67_the_order_of_writing_can_be_asked_for(run: Run) -> None:
    assert run(TOP_DOWN % "top_down" + NOTE) == ["first two", "method one", "second two"]
    assert run(TOP_DOWN % "classic" + NOTE) == ["method two", "first two", "second two"]
