from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty directory, with no configuration and no cache of anybody's."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path


@pytest.fixture
def compile_(duckrow: Run, place: Path) -> Run:
    """Run `duckrow compile` with a configuration directory of its own."""

    def run(*words: str) -> tuple[int, str, str]:
        return duckrow("compile", "--confdir", str(place), "--codedir", str(place), *words)

    return run


def test_code_from_the_command_line(compile_: Run) -> None:
    code, out, err = compile_("-e", "notice('hi') notify { 'a': }", "--node", "duck")
    assert (code, err) == (0, "Notice: Scope(Class[main]): hi\n")
    assert out.startswith("# duck, environment production: 4 resources\n")
    assert "notify { 'a':" in out


def test_several_pieces_of_code_are_one(compile_: Run) -> None:
    assert compile_("--format", "none", "-e", "$x = 1", "-e", "notice($x)") == (
        0,
        "",
        "Notice: Scope(Class[main]): 1\n",
    )


def test_a_file_and_a_directory(compile_: Run, place: Path) -> None:
    (place / "site").mkdir()
    (place / "site" / "b.pp").write_text("notice('b')")
    (place / "site" / "a.pp").write_text("notice('a')")
    assert compile_("--format", "none", "site")[2].count("Notice") == 2
    assert compile_("--format", "none", "site/b.pp")[2] == "Notice: Scope(Class[main]): b\n"


def test_standard_input(command: Run, place: Path) -> None:
    words = ("compile", "--confdir", str(place), "--format", "none", "-")
    assert command(*words, data=b"notice(1)") == (0, "", "Notice: Scope(Class[main]): 1\n")


@pytest.mark.parametrize(
    ("level", "line"),
    [
        ("notice", "Notice: Scope(Class[main]): x"),
        ("warning", "Warning: Scope(Class[main]): x"),
        ("err", "Error: Scope(Class[main]): x"),
        ("alert", "Alert: Scope(Class[main]): x"),
        ("crit", "Critical: Scope(Class[main]): x"),
        ("emerg", "Emergency: Scope(Class[main]): x"),
        ("info", ""),
        ("debug", ""),
    ],
)
def test_levels_of_messages(compile_: Run, level: str, line: str) -> None:
    assert compile_("--format", "none", "-e", f"{level}('x')")[2].rstrip() == line
    if not line:
        received = compile_("--format", "none", "--log-level", level, "-e", f"{level}('x')")[2]
        assert received == f"{level.capitalize()}: Scope(Class[main]): x\n"


def test_an_error_ends_with_1(compile_: Run) -> None:
    code, out, err = compile_("-e", "notice(1 + 'a')", "--node", "duck")
    assert (code, out) == (1, "")
    assert err == (
        "Error: Evaluation Error: The value 'a' cannot be converted to Numeric. "
        "(line: 1, column: 12) on node duck\n"
        "   1 | notice(1 + 'a')\n"
        "     |            ^\n"
    )


def test_the_line_of_a_file_is_shown(compile_: Run, place: Path) -> None:
    (place / "a.pp").write_text("# duck\n\tfail('x')\n")
    _, _, err = compile_("a.pp")
    assert err.endswith("   2 |     fail('x')\n     |     ^\n")


def test_the_hint_is_printed(compile_: Run) -> None:
    assert compile_("-e", "notice(1")[2].endswith(" try: a ) for it\n")


def test_cycles_are_warnings_or_errors(compile_: Run) -> None:
    code = "notify { ['a', 'b']: }\nNotify['a'] -> Notify['b'] -> Notify['a']"
    exit_code, _, err = compile_("--format", "none", "-e", code)
    assert exit_code == 0
    assert "Warning: Found 1 dependency cycle:\n(Notify[a] => Notify[b] => Notify[a])\n" in err
    assert compile_("--format", "none", "--strict-cycles", "-e", code)[0] == 1


def test_messages_as_json(compile_: Run) -> None:
    _, _, err = compile_(
        "--format", "none", "--log-format", "json", "-e", "warning('x') notice($nope)"
    )
    printed = [json.loads(line) for line in err.splitlines()]
    assert printed[0] == {
        "severity": "warning",
        "code": "log",
        "message": "x",
        "file": None,
        "line": None,
        "column": None,
        "why": "",
        "hint": "",
        "source": "Scope(Class[main])",
    }
    assert printed[1]["severity"] == "error"
    assert (printed[1]["line"], printed[1]["column"]) == (1, 21)
    assert "Unknown variable: 'nope'" in printed[1]["message"]


def test_settings_are_options(compile_: Run) -> None:
    code = "notice($settings::runinterval, $settings::noop, $settings::strict)"
    words = ("--runinterval=1h", "--noop", "--strict", "warning")
    assert compile_("--format", "none", *words, "-e", code)[2].endswith(": 3600 true warning\n")
    assert compile_("--format", "none", "--no-report", "-e", "notice($settings::report)")[
        2
    ].endswith(": false\n")
    assert (
        compile_(
            "--format", "none", "--strict=warning", "--strict-variables=false", "-e", "notice($x)"
        )[0]
        == 0
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--nosuch", "1"], "there is no option --nosuch"),
        (["--no-certname"], "there is no option --no-certname"),
        (["--strict", "maybe", "-e", ""], "--strict takes off, warning or error"),
        (["--noop=maybe", "-e", "notice($settings::noop)"], "true or false"),
        (["none.pp"], "cannot read none.pp: No such file or directory"),
        (["a", "b"], "name one file or directory"),
        ([], "Could not find a directory environment named 'production'"),
        (["--environment", "lake", "-e", ""], "environment named 'lake'"),
        (["--facts", "none.json", "-e", ""], "cannot read none.json"),
        (["--batch", "none.json"], "cannot read none.json"),
        (["--batch", "x", "-e", "1"], "--batch cannot be combined with manifests or -e"),
        (["--config", "none.conf", "-e", ""], "cannot read none.conf"),
    ],
)
def test_invalid_options_have_exit_code_2(compile_: Run, words: list[str], message: str) -> None:
    code, out, err = compile_(*words)
    assert (code, out) == (2, "") or "noop" in words[0]
    assert message in err


def test_the_configuration_file_is_read(compile_: Run, place: Path) -> None:
    (place / "puppet.conf").write_text("[main]\nruninterval = 1h\n[server]\nnoop = true\n")
    code = "notice($settings::runinterval, $settings::noop)"
    assert compile_("--format", "none", "-e", code)[2].endswith(": 3600 true\n")
    assert compile_("--format", "none", "--section", "agent", "-e", code)[2].endswith(
        ": 3600 false\n"
    )
    assert compile_("--format", "none", "--runinterval", "1d", "-e", code)[2].endswith(
        ": 86400 true\n"
    )
    (place / "duckrow.conf").write_text("runinterval = 2h\n")
    assert compile_("--format", "none", "-e", code)[2].endswith(": 7200 false\n")


def test_an_environment_sets_modules_and_manifests(compile_: Run, place: Path) -> None:
    pond = place / "environments" / "pond"
    (pond / "manifests").mkdir(parents=True)
    (pond / "manifests" / "site.pp").write_text("include duck")
    (pond / "modules" / "duck" / "manifests").mkdir(parents=True)
    (pond / "modules" / "duck" / "manifests" / "init.pp").write_text(
        "class duck { notice($environment, $facts['os']['family']) }"
    )
    (place / "facts.yaml").write_text("os:\n  family: Debian\n")
    (place / "facts.json").write_text('{"os": {"family": "RedHat"}}')
    words = ("--format", "none", "--environment", "pond", "--facts")
    assert compile_(*words, "facts.yaml")[2] == "Notice: Scope(Class[Duck]): pond Debian\n"
    assert compile_(*words, "facts.json")[2] == "Notice: Scope(Class[Duck]): pond RedHat\n"


def test_a_classifier_sets_classes_parameters_and_environment(compile_: Run, place: Path) -> None:
    enc = place / "enc"
    enc.write_text("#!/bin/sh\necho '{classes: {a: {x: 5}}, parameters: {n: '$1'}}'\n")
    enc.chmod(0o755)
    code = 'class a($x) { notice("${n} ${x}") }'
    words = ("--node_terminus", "exec", "--external-nodes", str(enc), "--node", "duck")
    assert (
        compile_("--format", "none", *words, "-e", code)[2] == "Notice: Scope(Class[A]): duck 5\n"
    )


@pytest.mark.parametrize("format_", ["json", "yaml", "dot", "text"])
def test_formats(compile_: Run, format_: str) -> None:
    code, out, _ = compile_("--format", format_, "-e", "notify { 'quack': }")
    assert code == 0
    assert "quack" in out
    if format_ == "json":
        assert json.loads(out)["resources"][-1]["title"] == "quack"


def test_compiled_code_is_cached_without_no_cache(compile_: Run, place: Path) -> None:
    compile_("--format", "none", "--no-cache", "-e", "notice(1)")
    assert not (place / "cache").exists()
    for _ in range(2):
        assert compile_("--format", "none", "-e", "notice(1)")[0] == 0
    assert any((place / "cache" / "duckrow").rglob("*"))
    compile_("--format", "none", "--cache-dir", str(place / "other"), "-e", "notice(1)")
    assert any((place / "other").rglob("*"))


def test_a_fault_in_duckrow_is_reported_as_a_fault(
    compile_: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def surprise(*_: object) -> None:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr("duckrow.puppet.functions.table.find", surprise)
    code, _, err = compile_("-e", "notice(1)")
    assert code == 70
    assert "this is a fault in duckrow, not in your files: ZeroDivisionError: oops." in err


def test_the_error_of_an_invalid_setting_names_its_file(duckrow: Run, tmp_path: Path) -> None:
    file = tmp_path / "puppet.conf"
    file.write_text("[main]\nstrict = sometimes\n")
    code, out, err = duckrow("compile", "--config", str(file), "-e", "notice(1)")
    assert (code, out) == (2, "")
    assert err == (
        "duckrow: the setting strict is one of off, warning, error, not 'sometimes' "
        f"(file: {file})\n"
    )


def test_an_unknown_setting_of_duckrow_conf_is_a_warning(compile_: Run, place: Path) -> None:
    (place / "duckrow.conf").write_text("module_signature = all\n")
    code, _, err = compile_("--format", "none", "-e", "")
    assert code == 0
    assert err == (
        f"Warning: there is no setting module_signature (file: {place}/duckrow.conf)\n"
        " try: did you mean module_signatures?\n"
    )
    (place / "duckrow.conf").rename(place / "puppet.conf")  # Puppet allows any
    assert compile_("--format", "none", "-e", "") == (0, "", "")


@pytest.mark.parametrize("line", ["catalog_builder = quick", "identical_resources = maybe"])
def test_a_wrong_value_of_a_setting_names_its_file(compile_: Run, place: Path, line: str) -> None:
    (place / "duckrow.conf").write_text(line)
    code, _, err = compile_("--format", "none", "-e", "")
    assert code == 2
    assert err.endswith(f"not '{line.split()[-1]}' (file: {place}/duckrow.conf)\n")


def test_the_command_line_wins_over_environment_conf(compile_: Run, place: Path) -> None:
    directory = place / "environments" / "production"
    directory.mkdir(parents=True)
    (directory / "environment.conf").write_text(
        "plugins = pond::census\ncatalog_builder = deterministic\nmodule_visibility = strict\n"
    )
    words = ("--plugins", "", "--catalog-builder", "puppet", "--module-visibility", "off")
    code, _, err = compile_(*words, "-v", "--format", "none", "-e", "")
    assert (code, err) == (0, "")
    assert "pond::census" in compile_(*words[2:], "--format", "none", "-e", "")[2]
    assert "Rules of" in compile_(*words[:2], "-v", "--format", "none", "-e", "")[2]


def test_integers_over_64_bits(compile_: Run, place: Path) -> None:
    (place / "facts.json").write_text('{"n": 1208925819614629174706176}')
    words = ("--node", "teal", "--facts", "facts.json", "--format", "json", "-e")
    code, _, err = compile_(*words, "notify { 'a': message => $n }")
    assert code == 1
    assert err.startswith(
        "Error: Evaluation Error: Error while evaluating a '=>' expression, Use of a Ruby Integer "
        "outside of Puppet Integer max range, got '0x100000000000000000000' (line: 1) on node teal"
    )
    # Puppet has those in parameters of classes that come from data.
    code, out, _ = compile_(*words, "class a($x = $n) { } include a")
    assert code == 0
    assert '"x": 1208925819614629174706176' in out
