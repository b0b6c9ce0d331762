"""`duckrow explain`: its words, exit codes and formats. The answers are tested elsewhere."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from duckrow.cli.commands.explain import split_words
from duckrow.cli.main import main
from duckrow.cli.options import UsageError

Run = Callable[..., tuple[int, str, str]]
CODE = "notify { 'a': } notify { 'b': require => Notify['a'] }"


def test_a_word_behind_the_names_is_the_file() -> None:
    assert split_words("class", ["a"], (1,)) == (["a"], [])
    assert split_words("class", ["a", "site.pp"], (1,)) == (["a"], ["site.pp"])
    assert split_words("order", [], (0, 2)) == ([], [])
    assert split_words("order", ["site.pp"], (0, 2)) == ([], ["site.pp"])
    assert split_words("order", ["A[a]", "B[b]"], (0, 2)) == (["A[a]", "B[b]"], [])
    assert split_words("order", ["A[a]", "B[b]", "site.pp"], (0, 2))[1] == ["site.pp"]
    with pytest.raises(UsageError, match="class takes 1 name, and at most one file"):
        split_words("class", [], (1,))


def test_an_answer_is_printed(duckrow: Run, tmp_path: Path) -> None:
    site = tmp_path / "site.pp"
    site.write_text(CODE)
    code, out, err = duckrow("explain", "order", "Notify[a]", "Notify[b]", str(site))
    assert (code, err) == (0, "")
    assert out.startswith("Notify[a] comes before Notify[b].\n")
    assert f"({site}:1:31)" in out


def test_an_answer_is_data_with_json(duckrow: Run) -> None:
    code, out, _ = duckrow("explain", "-e", CODE, "order", "Notify[a]", "Notify[b]", "--json")
    data = json.loads(out)
    assert code == 0
    assert data["yes"] is True
    assert data["reasons"][0]["source"] == "Notify[a]"
    assert data["reasons"][0]["file"] == "-e"


def test_an_answer_is_a_page_with_html(duckrow: Run, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    words = ["order", "Notify[a]", "Notify[b]", "--format", "html", "-o", str(path)]
    code, out, _ = duckrow("explain", "-e", CODE, *words)
    assert (code, out) == (0, "")
    text = path.read_text()
    assert text.startswith("<!DOCTYPE html>")
    assert '"answer":"Notify[a] comes before Notify[b].' in text
    assert '"ref":"Notify[b]"' in text


def test_something_unknown_is_exit_code_1(duckrow: Run) -> None:
    code, out, err = duckrow("explain", "-e", CODE, "order", "Notify[a]", "Notify[c]")
    assert (code, out) == (1, "")
    assert "Notify[c] is not in the catalog" in err


@pytest.mark.parametrize(
    "words",
    [("resource", "Notify[a]"), ("class", "pond"), ("value", "Notify[b]", "message")],
)
def test_something_absent_is_exit_code_1(duckrow: Run, words: tuple[str, ...]) -> None:
    absent = "class pond { } notify { 'b': } if false { notify { 'a': } }"
    assert duckrow("explain", "-e", absent, *words)[0] == 1


def test_an_error_is_json_too(duckrow: Run) -> None:
    code, out, _ = duckrow("explain", "-e", CODE, "resource", "File[/x]", "--format", "json")
    assert code == 1
    assert json.loads(out)["question"] == ["resource", "File[/x]"]
    assert json.loads(out)["error"] == "File[/x] is not in the catalog"


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["nosuch"], "there is no question nosuch"),
        (["value", "File[/x]", "site.pp"], "value takes 2 names, and at most one file"),
        (["order", "nosuch.pp"], "cannot read nosuch.pp: No such file or directory"),
        (["order", "--run", "latest", "site.pp"], "--run answers from a stored run: name no file"),
    ],
)
def test_a_usage_error_is_json_too(duckrow: Run, words: list[str], error: str) -> None:
    code, out, err = duckrow("explain", *words, "--format", "json")
    assert code == 2
    assert json.loads(out)["error"] == error
    assert error in err


def test_notify_takes_one_name_or_two_and_a_file(duckrow: Run, tmp_path: Path) -> None:
    path = tmp_path / "manifests"
    path.mkdir()
    (path / "site.pp").write_text("notify { a: notify => Exec['/bin/x'] } exec { '/bin/x': }")
    for words in (["Notify[a]"], ["Notify[a]", "Exec[/bin/x]"]):
        for file in (path, path / "site.pp"):
            code, out, _ = duckrow("explain", "notify", *words, str(file))
            assert code == 0
            assert "refreshes " in out


@pytest.mark.parametrize("question", ["order", "value"])
def test_a_forgotten_name_is_reported(duckrow: Run, question: str) -> None:
    code, _, err = duckrow("explain", question, "File[/x]", "site.pp")
    assert code == 2
    assert f"{question} takes " in err


def test_a_node_without_facts_is_warned_of(duckrow: Run) -> None:
    asked = ("-e", CODE, "order")
    warning = "Warning: no facts of web1 are known"
    assert duckrow("explain", "--node", "web1", *asked)[2].count(warning) == 1
    assert warning not in duckrow("explain", "--node", "web1", "--fact", "a=b", *asked)[2]


def test_a_failed_compile_is_exit_code_1(duckrow: Run) -> None:
    code, _, err = duckrow("explain", "-e", "fail('quack')", "class", "a")
    assert code == 1
    assert "quack" in err


@pytest.mark.parametrize("words", [[], ["odrer"], ["order", "Notify[a]", "x", "y", "z"]])
def test_an_unknown_question_is_exit_code_2(duckrow: Run, words: list[str]) -> None:
    assert duckrow("explain", "-e", CODE, *words)[0] == 2


def test_a_recorded_run_is_explained_without_its_files(duckrow: Run, tmp_path: Path) -> None:
    site, state = tmp_path / "site.pp", str(tmp_path / "state")
    site.write_text(CODE)
    assert duckrow("apply", "--record", "--state-dir", state, str(site))[0] == 0
    site.unlink()
    given = ("--run", "latest", "--state-dir", state)
    code, out, err = duckrow("explain", "order", "Notify[a]", "Notify[b]", *given)
    assert (code, err) == (0, "")
    assert out.startswith("Notify[a] comes before Notify[b].\n")
    code, out, _ = duckrow("explain", "order", *given)
    assert code == 0
    assert "As it ran:" in out
    assert "Notify[b]  changed" in out
    code, out, _ = duckrow("explain", "order", *given, "--format", "html")
    assert code == 0
    assert '"status":"changed"' in out
    assert '"text":"Notify[b]: changed"' in out
    assert duckrow("explain", "class", "nothing", *given)[0] == 1
    assert duckrow("explain", "promise", "x", *given)[0] == 2
    assert duckrow("explain", "order", str(site), *given)[0] == 2


def test_a_run_without_state_cannot_be_recorded(duckrow: Run) -> None:
    code, _, err = duckrow("apply", "--record", "--no-state", "-e", CODE)
    assert code == 2
    assert "--record stores something" in err


def test_a_manifest_with_a_syntax_error_is_an_error_of_the_user(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "b.pp").write_text("class {")
    for question in ("class", "resource"):
        assert main(["explain", question, "Notify[a]", str(tmp_path / "b.pp")]) == 1
        assert "fault in duckrow" not in capsys.readouterr().err


SECRET = """$map = {'pw' => 'hunter22', 'user' => 'bob'}
$map.each |$k, $v| { file { "/m-${k}": content => Sensitive($v) } }
if $map['pw'] == 'other' { notify { 'rare': } }
if $map['user'] == 'bob' { $secret = Sensitive("x ${map['pw']}") }
notify { 'open': message => $map['pw'] }
"""


@pytest.mark.parametrize("form", ["text", "json", "dot", "mermaid", "html"])
@pytest.mark.parametrize(
    "question",
    [
        ("resource", "Notify[rare]"),
        ("resource", "File[/m-pw]"),
        ("value", "Notify[open]", "message"),
        ("variable", "map"),
        ("variable", "secret"),
    ],
)
def test_no_answer_tells_a_secret(duckrow: Run, form: str, question: tuple[str, ...]) -> None:
    code, out, err = duckrow("explain", "-e", SECRET, *question, "--format", form)
    assert code == (1 if question == ("resource", "Notify[rare]") else 0)
    assert out
    assert "hunter22" not in out + err


def test_facts_and_literals_of_a_run_are_no_secrets(duckrow: Run, tmp_path: Path) -> None:
    state = ("--state-dir", str(tmp_path / "state"))
    code = "$a = $kernel notify { 'n': message => \"${a} ${facts['pond']} ${facts['kernel']}\" }"
    assert duckrow("apply", "--record", *state, "--fact", "pond=muddy", "-e", code)[0] == 0
    _, out, _ = duckrow("explain", "value", "Notify[n]", "message", "--run", "latest", *state)
    assert out.startswith("Notify[n] has message => 'Linux muddy Linux'.")
    assert "redacted" not in out


def test_a_skipped_resource_names_the_failure(duckrow: Run, tmp_path: Path) -> None:
    state = ("--state-dir", str(tmp_path / "state"))
    code = "exec { '/bin/false': } -> notify { 'a': } -> notify { 'b': } notify { 'c': }"
    duckrow("apply", "--record", *state, "-e", code)
    _, out, _ = duckrow("explain", "resource", "Notify[b]", "--run", "latest", *state)
    assert "in the run: skipped, since Exec[/bin/false] failed" in out
    _, out, _ = duckrow("explain", "order", "--run", "latest", *state)
    assert "Notify[a]         skipped, since Exec[/bin/false] failed\n" in out
    assert "Notify[c]         changed\n" in out
    _, out, _ = duckrow("explain", "order", "--run", "latest", *state, "--format", "html")
    assert '"status":"skipped"' in out


def test_the_include_of_an_unknown_class_is_the_failure(duckrow: Run) -> None:
    code, out, _ = duckrow("explain", "-e", "include nosuch", "class", "nosuch")
    assert code == 1
    assert "include nosuch fails: the compile ends there  (-e:1:1)" in out


def test_a_run_that_depends_on_a_secret_is_not_explained(duckrow: Run, tmp_path: Path) -> None:
    state = ("--state-dir", str(tmp_path / "state"))
    secret = "$s = Sensitive('hunter22') if $s.unwrap =~ /^hunter/ { notify { 'a': } }"
    assert duckrow("apply", "--record", *state, "-e", secret)[0] == 0
    code, out, err = duckrow("explain", "resource", "Notify[a]", "--run", "latest", *state)
    assert (code, out) == (2, "")
    assert "cannot be repeated" in err
    assert "why: it depends on the text of a secret" in err


def test_a_failed_compile_has_a_page(duckrow: Run) -> None:
    failing = "class a { notify { 'a': } } include a fail('quack')"
    code, out, err = duckrow("explain", "-e", failing, "order", "--format", "html")
    assert code == 1
    assert "there is no answer to order: it is about a whole catalog" in err
    assert '"answer":"The compile fails: Evaluation Error' in out
    assert '"name":"Error","steps":[{"text":"The compile fails' in out
    assert '"text":"Notify[a] is declared"' in out
    code, out, _ = duckrow("explain", "-e", failing, "resource", "Notify[a]", "--format", "html")
    assert code == 0
    assert '"answer":"Notify[a] is in the catalog' in out


def test_the_outcome_of_a_noop_run_is_what_would_change(duckrow: Run, tmp_path: Path) -> None:
    state = ("--state-dir", str(tmp_path / "state"))
    assert duckrow("apply", "--record", "--noop", *state, "-e", "notify { 'a': }")[0] == 0
    code, out, _ = duckrow("explain", "order", "--run", "latest", *state)
    assert code == 0
    assert "Notify[a]  would change" in out


def test_a_stored_run_has_no_use_for_options_of_a_compile(duckrow: Run, tmp_path: Path) -> None:
    state = ("--state-dir", str(tmp_path / "state"))
    duckrow("apply", "--record", *state, "-e", CODE)
    for given in (("--node", "x"), ("--fact", "a=b"), ("--define", "quack"), ("--strict", "off")):
        code, _, err = duckrow("explain", "order", "--run", "latest", *state, *given)
        assert code == 2
        assert "has no effect" in err


def test_a_run_of_both_languages_is_asked_for_both(duckrow: Run, tmp_path: Path) -> None:
    state = ("--state-dir", str(tmp_path / "state"))
    site, policy = tmp_path / "site.pp", tmp_path / "main.cf"
    site.write_text("class foo { } include foo")
    policy.write_text('bundle agent main { classes: "quack" expression => "any"; }')
    assert duckrow("apply", "--record", *state, str(site), str(policy))[0] == 0
    given = ("--run", "latest", *state)
    assert duckrow("explain", "class", "foo", *given)[1].startswith("Class[Foo] is in the catalog")
    assert duckrow("explain", "class", "quack", *given)[1].startswith("class quack is defined")
    assert duckrow("explain", "class", "nothing", *given)[0] == 1
    code, _, err = duckrow("explain", "resource", "Notify[x]", *given)
    assert code == 1
    assert "Notify[x] is not in the catalog" in err


@pytest.mark.parametrize("form", ["text", "html"])
def test_a_long_secret_is_hidden_where_it_is_cut(duckrow: Run, form: str) -> None:
    long = "s3cret-" + "0123456789" * 12
    code = f"$list = ['padding of some letters', '{long}'] $key = Sensitive($list[1])"
    _, out, _ = duckrow("explain", "-e", code, "variable", "list", "--format", form)
    assert "padding of some letters" in out
    assert "s3cret" not in out
