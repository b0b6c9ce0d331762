"""The short way of common promises does what the general steps do, and is really taken."""

from __future__ import annotations

import random
from itertools import count
from pathlib import Path

import pytest

from duckrow.cfengine.evaluation.promises import plain
from duckrow.cfengine.evaluation.variables.table import Variables
from duckrow.cli.drop_ins.cf_agent import run_words

# Parts of values, with references to lists, containers, elements, later and unknown variables.
PARTS = [
    "x", "", "-", "[", "]", "5%s", "$", "(a)", "@", "@(l)", "$(l)", "$(l)", "$(d)", "$(k)", "${k}",
    "$(a)", "$(b)", "$(c)", "$(e[$(l)])", "$(e[p])", "$(none)", "$(other.a)", "$(other.l)",
    "$(this.promiser)", "$(this.bundle)", "$(bundle)", "$(sys.workdir)", "$(const.dollar)(a)",
    "$(l", "$(/bin/date)", "$($(a))", "$(main.a)", "$(this.l)", "$(match.1)",
]  # fmt: skip
NAMES = ["a", "b", "c", "e[p]", "e[$(l)]", "e[$(l)][$(k)]", "e[$(k)z]", "f[$(b)]", "$(a)", "d[x]"]
NAMES += ["a.b", "other.n", "e[]", "g[$(l)]y[z]", "h$(l)", "a-b"]
EXPRESSIONS = ["linux", "!c1", "c1.!c2", "any", "c3|c4", "none", "$(a)", "c2&linux", "(c1.c5)|c6"]


def policy(seed: int) -> str:
    choice = random.Random(seed)

    def text() -> str:
        # One reference to a string at most: strings that mention one another would grow too long.
        found = [choice.choice(PARTS), *choice.choices(PARTS[:13], k=choice.randint(0, 2))]
        choice.shuffle(found)
        return "".join(found)

    def guard() -> str:
        found = choice.choice([*EXPRESSIONS[:6], *["any"] * 6])
        return f"    {found}::\n"

    lines = []
    for bundle in ("main", "other", "called"):
        kind = "common" if bundle == "other" else "agent"
        lines.append(f"bundle {kind} {bundle} {{\n  vars:\n")
        lines.append('    "l" slist => { "p", "q", "r" };\n')
        lines.append(
            f'    "k" slist => {{ "1", "{choice.choice(["2", "$(b)", "[", "@(l)"])}" }};\n'
        )
        lines.append("""    "d" data => '{ "x": "y", "z": [1, "two"] }';\n""")
        for _ in range(8):
            more = choice.choice(["", "", "", ', meta => { "m" }', ', if => "c1"'])
            lines.append(f'{guard()}    "{choice.choice(NAMES)}" string => "{text()}"{more};\n')
        lines.append("  classes:\n")
        for _ in range(4):
            name, value = f"c{choice.randint(1, 6)}", choice.choice(EXPRESSIONS)
            lines.append(f'{guard()}    "{name}" expression => "{value}";\n')
        lines.append("  reports:\n")
        lines += [f'{guard()}    "{text()}";\n' for _ in range(6)]
        if bundle == "main":
            lines.append('  methods:\n    any::\n    "$(l)" usebundle => called;\n')
        lines.append("}\n")
    return "".join(lines)


NUMBERS = count()


def _next(_: object) -> int:
    return next(NUMBERS)


def result(words: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    code = run_words([*words, "--show-evaluated-vars=default:(main|other|called)", "-K"])
    return code, *capsys.readouterr()


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CFENGINE_TEST_OVERRIDE_WORKDIR", str(tmp_path / "work"))
    found = tmp_path / "p.cf"
    found.touch(0o600)
    return found


@pytest.mark.parametrize("first", range(0, 100, 20))
def test_results_are_those_of_the_general_steps(
    first: int, path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in range(first, first + 20):
        path.write_text(policy(seed))
        short = result(["-f", str(path)], capsys)
        with monkeypatch.context() as patch:
            patch.setattr(plain, "find_plain", lambda *_: None)
            # Each version is another one: no promise and no section is skipped by its number.
            patch.setattr(Variables, "version", property(_next, lambda *_: None))
            general = result(["-f", str(path)], capsys)
        assert short == general, f"seed {seed}\n{path.read_text()}"


def test_common_promises_need_no_general_step(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_text("""
        bundle agent main {
          vars: "x" string => "1"; "y" string => "$(x)2"; "z[$(y)][b]" string => "$(y)3";
          classes: "c" expression => "any";
          reports:
            c:: "$(x) and $(z[12][b])";
        }
    """)

    def refuse(*_: object, **__: object) -> str:
        raise AssertionError("the general steps are taken")

    monkeypatch.setattr(plain, "expand_evaluated", refuse)
    assert run_words(["-Kf", str(path)]) == 0
    assert capsys.readouterr().out == "R: 1 and 123\n"


def test_a_settled_section_is_kept_again_when_a_variable_changes(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path.write_text("""
        bundle agent main {
          methods: "1" usebundle => called("one"); "2" usebundle => called("two");
                   "3" usebundle => called("one"), inherit => "true";
        }
        bundle agent called(n) {
          vars: "x" string => "$(n)!"; "y" string => "$(x)$(x)";
          reports: "$(y)";
        }
    """)
    assert run_words(["-Kf", str(path)]) == 0
    assert capsys.readouterr().out == "R: one!one!\nR: two!two!\n"
