from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from duckrow.cli.checks import manifest as check_manifest
from duckrow.cli.main import main
from duckrow.puppet.syntax import parse_source as honest

Run = Callable[..., tuple[int, str, str]]

DUPLICATE = "$x = { 'a' => 1, 'a' => 2 }\n"
TWO_ERRORS = "if true { class a { } }\n$1 = 2\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(**files: str) -> None:
    for name, text in files.items():
        Path(name.replace("_", ".")).write_text(text)


def test_a_valid_file_gives_a_summary_and_nothing_else(duckrow: Run) -> None:
    write(a_pp="notice(1)\n")
    assert duckrow("validate", "a.pp") == (0, "", "1 file checked, 0 errors, 0 warnings\n")


def test_a_syntax_error_is_drawn_at_its_place(duckrow: Run) -> None:
    write(a_pp="class a {\n  notice(1\n}\n")
    code, out, err = duckrow("validate", "a.pp")
    assert (code, out) == (1, "")
    assert err == (
        "a.pp:3:1: error: Syntax error at '}' [syntax-error]\n"
        "   3 | }\n"
        "     | ^\n"
        " why: the ( at 2:9 is still open\n"
        " try: a ) before it\n"
        "1 file checked, 1 error, 0 warnings\n"
    )


def test_all_errors_of_all_files_are_reported_in_order(duckrow: Run) -> None:
    write(b_pp=TWO_ERRORS, a_pp="notice(]", c_pp="notice(1)")
    code, _, err = duckrow("validate", "b.pp", "a.pp", "c.pp")
    places = [line.split(" ")[0] for line in err.splitlines() if ": error: " in line]
    assert code == 1
    assert places == ["b.pp:1:11:", "b.pp:2:1:", "a.pp:1:8:"]
    assert err.endswith("3 files checked, 3 errors, 0 warnings\n")


@pytest.mark.parametrize(
    ("strict", "code", "counts"),
    [
        ("off", 0, "0 errors, 0 warnings"),
        ("warning", 0, "0 errors, 1 warning"),
        ("error", 1, "1 error, 0 warnings"),
    ],
)
def test_strict_sets_the_severity_of_a_duplicate_key(
    duckrow: Run, strict: str, code: int, counts: str
) -> None:
    write(a_pp=DUPLICATE)
    done, _, err = duckrow("validate", "--strict", strict, "a.pp")
    assert done == code
    assert err.endswith(f"1 file checked, {counts}\n")


def test_strict_is_error_by_default(duckrow: Run) -> None:
    write(a_pp=DUPLICATE)
    assert duckrow("validate", "a.pp")[0] == 1


def test_every_unreadable_path_is_reported_and_the_rest_is_checked(duckrow: Run) -> None:
    write(a_pp="notice(1]", b_pp="notice(1)")
    code, out, err = duckrow("validate", "gone.pp", "a.pp", "lost", "b.pp")
    assert (code, out) == (2, "")
    lines = err.splitlines()
    assert lines[0] == "duckrow: cannot read gone.pp: No such file or directory"
    assert lines[1].startswith("a.pp:1:9: error: ")
    assert "duckrow: cannot read lost: No such file or directory" in lines
    assert lines[-1] == "2 files checked, 1 error, 0 warnings, 2 could not be read"


def test_a_byte_order_mark_is_an_error_of_the_file(duckrow: Run) -> None:
    Path("a.pp").write_bytes(b"\xef\xbb\xbfnotice(1)")
    code, _, err = duckrow("validate", "a.pp")
    assert code == 1
    assert err.startswith("a.pp: error: Illegal UTF-8 Byte Order mark")


def test_templates_are_known_by_name_or_by_option(duckrow: Run) -> None:
    write(a_epp="<%= $x %>", b_txt="<%= $x %>")
    assert duckrow("validate", "a.epp")[0] == 0
    assert duckrow("validate", "b.txt")[0] == 1
    assert duckrow("validate", "--epp", "b.txt")[0] == 0


def test_plans_need_the_tasks_dialect(duckrow: Run) -> None:
    assert duckrow("validate", "-e", "plan a { }")[0] == 1
    assert duckrow("validate", "--tasks", "-e", "plan a { }")[0] == 0


def test_code_from_the_command_line_has_a_name_of_its_own(duckrow: Run) -> None:
    code, _, err = duckrow("validate", "-e", "notice(]", "-e", "notice(1)")
    assert code == 1
    assert err.startswith("<code>:1:8: error: ")
    assert err.endswith("2 files checked, 1 error, 0 warnings\n")


def test_standard_input_is_read_as_bytes(command: Run) -> None:
    assert command("validate", "-", data=b"notice(1)")[0] == 0
    code, _, err = command("validate", "-", data=b"notice('\xff')")
    assert code == 1
    assert err.startswith("<stdin>:1:9: error: ")


def test_the_module_path_ties_names_to_files(duckrow: Run) -> None:
    Path("modules/duck/manifests").mkdir(parents=True)
    Path("modules/duck/manifests/init.pp").write_text("class goose { }\n")
    assert duckrow("validate", "modules")[0] == 0
    code, _, err = duckrow("validate", "--modulepath", "other:modules", "modules")
    assert code == 1
    assert "modules/duck/manifests/init.pp:1:1: error: " in err


def test_json_is_one_object_per_file_and_leaves_stderr_to_the_summary(duckrow: Run) -> None:
    write(a_pp="notice(1)", b_pp=TWO_ERRORS)
    code, out, err = duckrow("validate", "--format", "json", "a.pp", "b.pp", "gone.pp")
    first, second, third = map(json.loads, out.splitlines())
    assert code == 2
    assert first == {"file": "a.pp", "valid": True, "unreadable": "", "fault": "", "findings": []}
    assert second["valid"] is False
    assert [(f["line"], f["column"]) for f in second["findings"]] == [(1, 11), (2, 1)]
    assert third["unreadable"] == "No such file or directory"
    assert err.splitlines() == [
        "duckrow: cannot read gone.pp: No such file or directory",
        "2 files checked, 2 errors, 0 warnings, 1 could not be read",
    ]


def test_sarif_is_one_document(duckrow: Run) -> None:
    write(a_pp=TWO_ERRORS)
    code, out, _ = duckrow("validate", "--format=sarif", "a.pp", "gone.pp")
    log: Any = json.loads(out)
    (run,) = log["runs"]
    assert code == 2
    assert len(run["results"]) == 2
    assert run["invocations"][0]["executionSuccessful"] is False


def test_the_log_as_json_has_one_record_per_line(duckrow: Run) -> None:
    write(a_pp=TWO_ERRORS)
    code, out, err = duckrow("validate", "--log-format=json", "a.pp", "gone.pp")
    records = [json.loads(line) for line in err.splitlines()]
    assert (code, out) == (2, "")
    assert [record["severity"] for record in records] == ["error", "error", "error", "info"]
    assert records[1]["file"] == "a.pp"
    assert records[1]["line"] == 2
    assert records[2]["code"] == "unreadable"
    for record in records:
        wanted = {"severity", "code", "message", "file", "line", "column", "why", "hint"}
        assert wanted <= record.keys()


def test_colour_is_drawn_when_asked_for(duckrow: Run) -> None:
    assert "\x1b[" not in duckrow("validate", "-e", "notice(]")[2]
    assert "\x1b[1;31merror:" in duckrow("--color=always", "validate", "-e", "notice(]")[2]


def test_a_fault_takes_no_other_file_with_it(duckrow: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    write(a_pp="notice(1)", b_pp="notice(2)", c_pp="notice(]")

    def parse_source(source: Any, **more: Any) -> Any:
        if source.name == "b.pp":
            raise ZeroDivisionError("a surprise")
        return honest(source, **more)

    monkeypatch.setattr(check_manifest, "parse_source", parse_source)
    code, _, err = duckrow("validate", "a.pp", "b.pp", "c.pp")
    assert code == 70
    assert "a fault in duckrow while working on b.pp, not in your files: ZeroDivisionError" in err
    assert "c.pp:1:8: error: " in err
    assert err.endswith("3 files checked, 1 error, 0 warnings, 1 caused a fault in duckrow\n")


def test_a_file_name_cannot_steer_the_terminal(duckrow: Run) -> None:
    name = "evil\x1b[2J\n.pp"
    assert duckrow("validate", name)[2].startswith("duckrow: cannot read evil␛[2J␊.pp: No such")
    Path(name).write_text("notice(]")
    assert duckrow("validate", name)[2].startswith("evil␛[2J␊.pp:1:8: error: ")


POLICY = 'bundle agent main\n{\n  reports:\n    "quack";\n}\n'


def test_a_policy_is_checked_with_the_files_that_it_names(duckrow: Run) -> None:
    write(
        a_cf='body common control { inputs => { "b.cf" }; }\n' + POLICY,
        b_cf='bundle agent other\n{\n  files:\n    "/x" perms => nobody_knows;\n}\n',
    )
    code, out, err = duckrow("validate", "a.cf")
    assert (code, out) == (1, "")
    assert "b.cf:4:5: error: Undefined body nobody_knows with type perms [policy]\n" in err
    assert '   4 |     "/x" perms => nobody_knows;\n' in err
    assert err.endswith("1 file checked, 1 error, 0 warnings\n")


def test_a_policy_file_below_a_directory_is_checked_alone(duckrow: Run, folder: Path) -> None:
    (folder / "library").mkdir()
    (folder / "library" / "b.cf").write_text(
        'bundle agent other\n{\n  files:\n    "/x" perms => elsewhere;\n}\n'
    )
    assert duckrow("validate", "library")[0] == 0
    assert duckrow("validate", "library/b.cf")[0] == 1
    (folder / "library" / "promises.cf").write_text('bundle agent main { files: "/x" perms => p; }')
    assert "Undefined body p" in duckrow("validate", "library")[2]


def test_syntax_errors_of_a_policy_have_their_lines(duckrow: Run) -> None:
    write(a_cf='bundle agent main\n{\n  vars:\n    "x" string => "1"\n    "y" int => "2";\n}\n')
    code, out, _ = duckrow("validate", "--json", "a.cf")
    assert code == 1
    (found,) = map(json.loads, out.splitlines())
    assert {finding["line"] for finding in found["findings"]} == {5}
    assert found["findings"][0]["message"] == "syntax error"


def test_code_may_be_a_policy(duckrow: Run) -> None:
    words = ("validate", "--language", "cfengine", "-e")
    assert duckrow(*words, POLICY)[0] == 0
    code, _, err = duckrow(*words, "bundle agent main { reports: ]; }")
    assert code == 1
    assert err.startswith("<code>:1:")


def test_manifests_and_policies_are_checked_together(duckrow: Run) -> None:
    write(a_pp="notice(1\n", a_cf=POLICY)
    code, _, err = duckrow("validate", "a.pp", "a.cf")
    assert code == 1
    assert err.endswith("2 files checked, 1 error, 0 warnings\n")


def test_a_policy_in_json_and_a_catalog_are_told_apart(duckrow: Run, folder: Path) -> None:
    write(a_cf=POLICY)
    policy = json.loads(duckrow("dump", "--json", "a.cf")[1])["policy"]
    (folder / "policy.json").write_text(json.dumps(policy))
    (folder / "catalog.json").write_text('{"name": "pond"}')
    assert duckrow("validate", "policy.json")[0] == 0
    code, _, err = duckrow("validate", "catalog.json")
    assert code == 1
    assert err.startswith("catalog.json: error: ")


def test_validation_leaves_no_state_behind(duckrow: Run, folder: Path) -> None:
    write(a_cf=POLICY)
    before = sorted(path.name for path in folder.iterdir())
    assert duckrow("validate", "a.cf")[0] == 0
    assert sorted(path.name for path in folder.iterdir()) == before


def test_validation_starts_no_commands(duckrow: Run, folder: Path) -> None:
    mark = folder / "mark"
    write(
        a_cf='bundle agent main { vars: "x" string => execresult("/usr/bin/env touch '
        f'{mark}", "noshell"); }}\n'
    )
    assert duckrow("validate", "a.cf")[0] == 0
    assert not mark.exists()
    assert duckrow("validate", "--call-functions", "a.cf")[0] == 0
    assert mark.exists()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("x.json", '{"bundles": [], "bodies": []}'),
        ("y.json", '{"resources": []}'),
        ("z.cf", "bundle agent main { }"),
    ],
)
def test_a_pipe_is_read_once(name: str, content: str, tmp_path: Path) -> None:
    pipe, file = tmp_path / name, tmp_path / f"file-{name}"
    file.write_text(content)
    os.mkfifo(pipe)
    writer = Thread(target=pipe.write_text, args=(content,), daemon=True)
    writer.start()
    assert main(["validate", str(pipe)]) == main(["validate", str(file)])
    writer.join(30)
