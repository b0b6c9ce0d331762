from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from duckrow.cli.checks import manifest as check_manifest

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_tree_is_printed_as_text(duckrow: Run) -> None:
    assert duckrow("dump", "-e", "$x = 1 + 2") == (0, '(= (var "x") (+ 1 2))\n', "")


def test_a_tree_can_be_laid_out(duckrow: Run) -> None:
    _, out, _ = duckrow("dump", "--pretty", "-e", "$x = 1 + 2")
    assert out.count("\n") > 1
    assert "".join(out.split()) == '(=(var"x")(+12))'


def test_a_tree_is_printed_as_json(duckrow: Run) -> None:
    Path("a.pp").write_text("$x = 1 + 2")
    code, out, err = duckrow("dump", "--format", "json", "a.pp")
    assert (code, err) == (0, "")
    assert json.loads(out) == {
        "file": "a.pp",
        "pn": {"^": ["=", {"^": ["var", "x"]}, {"^": ["+", 1, 2]}]},
    }


def test_several_files_get_headings(duckrow: Run) -> None:
    Path("a.pp").write_text("$a = 1")
    Path("b.pp").write_text("$b = 1")
    _, out, _ = duckrow("dump", "a.pp", "b.pp")
    assert out == '--- a.pp\n(= (var "a") 1)\n--- b.pp\n(= (var "b") 1)\n'


def test_an_invalid_file_is_reported_on_stderr_with_exit_code_1(duckrow: Run) -> None:
    Path("a.pp").write_text("notice(]")
    Path("b.pp").write_text("$b = 1")
    code, out, err = duckrow("dump", "a.pp", "b.pp")
    assert code == 1
    assert out == '--- b.pp\n(= (var "b") 1)\n'
    assert err.startswith("a.pp:1:8: error: ")


def test_a_refusal_as_json_has_message_line_and_column(duckrow: Run) -> None:
    Path("a.pp").write_text("class a {\n  notice(1\n}\n")
    code, out, err = duckrow("dump", "--format=json", "a.pp")
    assert (code, err) == (1, "")
    assert json.loads(out) == {
        "file": "a.pp",
        "error": {"message": "Syntax error at '}'", "line": 3, "column": 1},
    }


@pytest.mark.parametrize(
    ("code", "message"),
    [
        (
            "if true { class a { } }\n$1 = 2",
            "Language validation logged 2 errors. Giving up",
        ),
        (
            "if true { class a { } }\n$1 = { a => 1, a => 2 }",
            "Language validation logged 2 errors, and 1 warnings. Giving up",
        ),
    ],
)
def test_several_errors_are_summed_up_as_the_reference_does(
    duckrow: Run, code: str, message: str
) -> None:
    """The messages are those of Puppet 7.23."""
    _, out, _ = duckrow("dump", "--format=json", "--strict=warning", "-e", code)
    assert json.loads(out)["error"] == {"message": message, "line": None, "column": None}


def test_without_validation_anything_that_parses_has_a_tree(duckrow: Run) -> None:
    assert duckrow("dump", "-e", "$1 = 2")[0] == 1
    assert duckrow("dump", "--no-validate", "-e", "$1 = 2") == (0, '(= (var "1") 2)\n', "")


def test_warnings_do_not_keep_a_tree_back(duckrow: Run) -> None:
    code, out, err = duckrow("dump", "--strict=warning", "-e", "$x = { a => 1, a => 2 }")
    assert (code, err) == (0, "")
    assert out.startswith("(= ")


def test_a_template_has_a_tree(duckrow: Run) -> None:
    Path("a.epp").write_text("<%= $x %>")
    tree = duckrow("dump", "a.epp")[1]
    assert "render" in tree
    assert duckrow("dump", "--epp", "-e", "<%= $x %>") == (0, tree, "")


def test_an_unreadable_file_exits_2_after_the_others(duckrow: Run) -> None:
    code, out, err = duckrow("dump", "--format=json", "gone.pp", "-e", "1")
    assert code == 2
    assert [set(json.loads(line)) for line in out.splitlines()] == [
        {"file", "pn"},
        {"file", "error"},
    ]
    assert err == "duckrow: cannot read gone.pp: No such file or directory\n"


def test_a_deep_tree_is_printed(duckrow: Run) -> None:
    code, out, _ = duckrow("dump", "--format=json", "-e", "$x = 1" + " + 1" * 10_000)
    assert code == 0
    assert out.count('"+"') == 10_000


def test_characters_that_have_no_encoding_do_not_stop_the_output(command: Run) -> None:
    code, out, _ = command("dump", "-e", r'$x = "\u{d800}"')
    assert code in (0, 1)
    assert "Traceback" not in out


def test_a_fault_takes_no_other_file_with_it(duckrow: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["(one)", None, "(three)"])

    def write(*_: object) -> str:
        answer = next(answers)
        if answer is None:
            raise ZeroDivisionError("a surprise")
        return answer

    monkeypatch.setattr(check_manifest, "_write", write)
    code, out, err = duckrow("dump", "-e", "1", "-e", "2", "-e", "3")
    assert code == 70
    assert out == "--- <code>\n(one)\n--- <code>\n(three)\n"
    assert "a fault in duckrow while working on <code>" in err
