"""The short way of plain edits does what the general steps do, and is really taken."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from duckrow.cfengine.evaluation.promises import plain
from duckrow.cfengine.promises.files.edit import bundle, insert_lines
from duckrow.cli.drop_ins.cf_agent import run_words

OF_PARAMETERS = ["x", "$(text)", "$(other)", "$(text) ${other}", "-$(text)@", "", "a\nb", "é%s"]
LINES = [
    *OF_PARAMETERS[:4], "y", "$(list)", "$(own)", "$(global.a)", "$(global.l)", "$(none)", "$(text",
    "$(edit.filename)", "$(this.promiser)", "$(text)\nb", "$(const.dollar)(text)", "@(list)", "a\\",
]  # fmt: skip
PATTERNS = ["x", "y.*", "$(text)", ".*$", "$(list)"]
EXTRAS = ['insert_type => "preserve_all_lines"', 'if => "any"', "location => start"]
EXTRAS += ['classes => done("$(text)")', 'whitespace_policy => { "ignore_leading" }']
ARGUMENTS = [
    "one",
    "$(global.a)",
    "$(b)",
    "$(none)",
    "two words",
    "x",
    "@(global.l)",
    "$(l)",
    "",
    "$(other)",
]
CONTENTS = ["", "x\n", "x\ny\n", "one\nx\none", "y\ny\n", "a\nb\n", "p\n\nq\n", "a\\\nx\n"]


def policy(seed: int, directory: Path) -> str:
    """Return a policy that edits files, some of them twice."""
    choice = random.Random(seed)

    def guard() -> str:
        return f"    {choice.choice(['any', 'any', 'any', 'linux', 'none', 'c1'])}::\n"

    text = """
        body common control { bundlesequence => { "global", "main", "after" }; }
        body edit_defaults emptied { empty_file_before_editing => "true"; edit_backup => "false"; }
        body location start { before_after => "before"; }
        body classes done(n) { promise_repaired => { "c1", "done_$(n)" }; }
        bundle common global { vars: "a" string => "A"; "l" slist => { "p", "q" }; }
        bundle agent after { reports: "$(edited.text) $(edited.other) $(edited.own)"; c1:: "c1"; }
    """
    for name in ("edited", "again"):
        if choice.random() < 0.5:
            lines = choice.choices(OF_PARAMETERS, k=choice.randint(0, 3))
            text += f"bundle edit_line {name}(text, other) {{\n  insert_lines:\n"
            text += "".join(f'    "{line}";\n' for line in lines) + "}\n"
            continue
        sections = [f'  vars:\n{guard()}    "own" string => "$(text)!";\n'] * choice.randint(0, 1)
        for _ in range(choice.randint(1, 3)):
            kind = choice.choice(["insert_lines", "insert_lines", "insert_lines", "delete_lines"])
            sections.append(f"  {kind}:\n")
            for _ in range(choice.randint(1, 3)):
                line = choice.choice(LINES if kind == "insert_lines" else PATTERNS)
                extra = choice.choice([*EXTRAS, *[""] * 10]) if kind == "insert_lines" else ""
                sections.append(f'{guard()}    "{line}" {extra};\n')
        text += f"bundle edit_line {name}(text, other) {{\n{''.join(sections)}}}\n"
    text += 'bundle agent main {\n  vars: "b" string => "B"; "l" slist => { "r", "s" };\n  files:\n'
    for number in range(8):
        first, second = choice.choices(ARGUMENTS, k=2)
        name = choice.choice(["edited", "again"])
        extra = choice.choice(["", "", ", edit_defaults => emptied", ', create => "true"'])
        extra += choice.choice(["", "", "", ', classes => done("f")', ', handle => "h"'])
        path = f"{directory}/f{number % 6}"
        text += f'    "{path}" edit_line => {name}("{first}", "{second}"){extra};\n'
    return text + "}\n"


@pytest.fixture
def directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CFENGINE_TEST_OVERRIDE_WORKDIR", str(tmp_path / "work"))
    (tmp_path / "p.cf").touch(0o600)
    return tmp_path


def results(seed: int, directory: Path, capsys: pytest.CaptureFixture[str]) -> list[object]:
    """Return the output and the files of a run, of one that follows it, and of one in detail."""
    for path in directory.glob("f*"):
        path.unlink()
    for number in range(5):
        (directory / f"f{number}").write_text(CONTENTS[(seed + number) % len(CONTENTS)])
    found: list[object] = []
    for words in ([], [], ["-n"], ["-I"]):
        if words == ["-I"]:
            (directory / "f1").write_text("other\n")
        variables = "--show-evaluated-vars=default:(edited|again)"
        code = run_words(["-Kf", str(directory / "p.cf"), variables, *words])
        names = sorted(directory.glob("f*"))
        found.append((code, *capsys.readouterr(), [(each, each.read_bytes()) for each in names]))
    return found


@pytest.mark.parametrize("first", range(0, 120, 20))
def test_results_are_those_of_the_general_steps(
    first: int,
    directory: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for seed in range(first, first + 20):
        (directory / "p.cf").write_text(policy(seed, directory))
        short = results(seed, directory, capsys)
        with monkeypatch.context() as patch:
            patch.setattr(plain, "find_plain", lambda *_: None)
            patch.setattr(bundle, "insert_plain_lines", lambda *_: False)
            patch.setattr(insert_lines, "is_plain", lambda *_: False)
            general = results(seed, directory, capsys)
        assert short == general, f"seed {seed}\n{(directory / 'p.cf').read_text()}"


def test_plain_lines_need_no_general_step(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (directory / "p.cf").write_text(f"""
        bundle edit_line lines(a) {{ insert_lines: "$(a)"; "b"; }}
        bundle agent main {{ files: "{directory}/f" create => "true", edit_line => lines("x"); }}
    """)

    def reject(*_: object, **__: object) -> str:
        raise AssertionError("the general steps are taken")

    monkeypatch.setattr(bundle, "_run", reject)
    monkeypatch.setattr(insert_lines, "Insertion", reject)
    assert run_words(["-Kf", str(directory / "p.cf")]) == 0
    assert (directory / "f").read_text() == "x\nb\n"


def test_parameters_belong_to_the_namespace_of_the_edit_bundle(
    directory: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (directory / "p.cf").write_text(f"""
        body file control {{ namespace => "pond"; }}
        bundle agent go
        {{
          files: "{directory}/f" create => "true", edit_line => default:one("quack");
          reports: "$(default:one.text) $(one.text) $(pond:one.text)";
        }}
        body file control {{ namespace => "default"; }}
        bundle edit_line one(text) {{ insert_lines: "$(text)"; }}
        bundle agent main {{ methods: "x" usebundle => pond:go; }}
    """)
    assert run_words(["-Kf", str(directory / "p.cf")]) == 0
    assert capsys.readouterr().out == "R: quack $(one.text) $(pond:one.text)\n"
    assert (directory / "f").read_text() == "quack\n"


def test_a_word_names_the_body_of_its_attribute_and_namespace(directory: Path) -> None:
    (directory / "f3").write_text("y\n")
    (directory / "p.cf").write_text(f"""
        body file control {{ namespace => "pond"; }}
        body perms same {{ mode => "0640"; rxdirs => "false"; }}
        bundle agent go {{ files: "{directory}/f1" create => "true", perms => same; }}
        body file control {{ namespace => "default"; }}
        body perms same {{ mode => "0600"; rxdirs => "false"; }}
        body edit_defaults same {{ empty_file_before_editing => "true"; }}
        bundle edit_line one(text) {{ insert_lines: "$(text)"; }}
        bundle agent main
        {{
          methods: "x" usebundle => pond:go;
          files: "{directory}/f2" create => "true", perms => same;
                 "{directory}/f3" perms => same, edit_defaults => same, edit_line => one("x");
        }}
    """)
    assert run_words(["-Kf", str(directory / "p.cf")]) == 0
    modes = [(directory / f"f{number}").stat().st_mode & 0o777 for number in (1, 2, 3)]
    assert modes == [0o640, 0o600, 0o600]
    assert (directory / "f3").read_text() == "x\n"


def test_variables_that_others_set_in_the_bundle_are_expanded_again(
    directory: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    module = directory / "module"
    module.write_text("#!/bin/sh\necho '^context=lines'\necho '=z=<$(a)>'\n")
    module.chmod(0o700)
    (directory / "p.cf").write_text(f"""
        body common control {{ bundlesequence => {{ "first", "main" }}; }}
        bundle agent first {{ commands: "{module}" module => "true"; }}
        bundle edit_line lines(a) {{ insert_lines: "$(a)"; }}
        bundle agent main {{
          files: "{directory}/f" create => "true", edit_line => lines("x");
          reports: "$(lines.z)";
        }}
    """)
    assert run_words(["-Kf", str(directory / "p.cf")]) == 0
    assert capsys.readouterr().out == "R: <x>\n"
