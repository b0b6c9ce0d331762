"""Calls of functions: same messages, error and resources as Puppet 7.23, with stdlib 8.5.0.

A row of a table is a program. With `each: call` it is a call, and the program shows its value and
type. With `library: stdlib` FILES is a directory of empty files, and the module stdlib is there:
the real one for the reference, for duckrow one whose files of functions are empty. `process: own`
gives each row a process of the reference of its own.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import pytest
from tests.conformance.case_file import Case
from tests.conformance.recorded import Answer, assert_answer, cases_of, each_case, questions

from duckrow.puppet.functions.stdlib.table import NEWER, OLDER

from .compiling import DEFAULTS, HERE, Job, answer_text, ask_reference, compile_job, facts_named

CASES = cases_of(Path(__file__).parent / "calls")
REAL_MODULES = Path("/usr/share/puppet/modules")
FILES = "a/1.conf a/2.conf a/b/3.conf a/b/c/4.conf a/.h/5.conf a/.6.conf z/7.txt [x] A/8 a/{q}"


def make_files(folder: Path, names: list[str]) -> None:
    """Make empty files."""
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()


def make_stdlib(
    folder: Path, newer: Collection[str] = tuple(NEWER), older: Collection[str] = tuple(OLDER)
) -> None:
    """Make a module that has the files of functions by name, with nothing in them."""
    names = [f"functions/{name.replace('::', '/')}.rb" for name in newer]
    names += [f"parser/functions/{name}.rb" for name in older]
    make_files(folder / "stdlib" / "lib" / "puppet", names)


def program_of(question: str, case: Case) -> str:
    if case.setting("each") == "call":
        return f"$r = {question}\nnotice($r)\nnotice(type($r, generalized))\n"
    return question


def jobs_of(case: Case, files: Path, stdlib: Path) -> list[Job]:
    """Say how the programs of a case are compiled."""
    has_stdlib = case.setting("library") == "stdlib"
    modules = stdlib if has_stdlib else HERE / "trees" / "pond" / "modules"
    return [
        {
            "id": repr(case),
            "code": program_of(question, case).replace("FILES", str(files)),
            "modulepath": [str(modules)],
            "facts": facts_named("stdlib" if has_stdlib else "networking"),
            "settings": DEFAULTS,
        }
        for question in questions(case)
    ]


def text_of(text: str, files: Path, modules: Path) -> str:
    """Leave out where directories are."""
    pond = HERE / "trees" / "pond" / "modules"
    for path, name in ((f"{files}", "FILES"), (f"{modules}", "MODULES"), (f"{pond}/", "")):
        text = text.replace(path, name)
    return text.removesuffix("\n")


def record(cases: list[Case], scratch: Path) -> list[Answer]:
    make_files(scratch, FILES.split())
    jobs = [jobs_of(case, scratch, REAL_MODULES) for case in cases]
    are_alone = [case.setting("process") == "own" for case in cases]
    shared = [each for each, is_alone in zip(jobs, are_alone, strict=True) if not is_alone]
    outcomes = iter(ask_reference([job for each in shared for job in each]))
    answers: list[Answer] = []
    for each, is_alone in zip(jobs, are_alone, strict=True):
        found = [ask_reference([job])[0] if is_alone else next(outcomes) for job in each]
        texts = [answer_text(outcome, job) for outcome, job in zip(found, each, strict=True)]
        answers.append([text_of(text, scratch, REAL_MODULES) for text in texts])
    return answers


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("stdlib")
    make_files(folder / "files", FILES.split())
    make_stdlib(folder / "modules")
    return folder


@each_case(CASES)
def test_calls(case: Case, place: Path) -> None:
    files, modules = place / "files", place / "modules"
    jobs = jobs_of(case, files, modules)
    assert_answer(
        case, [text_of(answer_text(compile_job(job), job), files, modules) for job in jobs]
    )


def ask(code: str, modules: Path) -> str:
    job: Job = {"code": code, "modulepath": [str(modules)], "facts": facts_named("stdlib")}
    return answer_text(compile_job(job), job)


def test_functions_are_unknown_without_the_module(tmp_path: Path) -> None:
    found = ask("notice(any2array(1))", tmp_path)
    assert found.startswith("error: Evaluation Error: Unknown function: 'any2array'.")


def test_a_module_of_another_name_is_not_stdlib(place: Path, tmp_path: Path) -> None:
    make_stdlib(tmp_path)
    (tmp_path / "stdlib").rename(tmp_path / "other")
    assert ask("notice(any2array(1))", tmp_path).startswith("error: ")
    assert ask("notice(any2array(1))", place / "modules") == "notice: [1]\n"


def test_a_function_that_the_module_lacks_is_unknown(tmp_path: Path) -> None:
    make_stdlib(tmp_path, older=OLDER.keys() - {"any2array"})
    assert ask("notice(any2array(1))", tmp_path).startswith("error: ")
    assert "error: " not in ask("notice(any2bool(1))", tmp_path)
