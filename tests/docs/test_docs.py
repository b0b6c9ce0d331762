"""The documents show real commands and real output.

Every command in a `console` block runs in a scratch copy of the examples and must print the output
below it; `--accept` writes that output into the document. Every `pycon` block is a doctest. An `sh`
block does not run: it installs software or runs everything. Its make targets must exist. Commands
and options that the text of a document names must exist too.
"""

from __future__ import annotations

import doctest
import os
import re
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from duckrow.cli.options import COMMANDS, COMMON

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(text: str, kind: str) -> list[re.Match[str]]:
    return [match for match in BLOCK.finditer(text) if match[1] == kind]


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def documents_with(kind: str) -> list[Path]:
    return [path for path in DOCUMENTS if blocks(path.read_text(), kind)]


def commands_of(block: str) -> list[str]:
    return [line[2:] for line in block.splitlines() if line.startswith("$ ")]


def environment() -> dict[str, str]:
    """Return the environment variables of a user: this pytest and its CI have no influence."""
    found = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("PYTEST_") and name not in ("CI", "BUILD_NUMBER")
    }
    return found | {"PATH": f"{os.path.dirname(sys.executable)}:{os.environ['PATH']}"}


def with_output(block: str, directory: Path) -> str:
    """Run the commands of a block and return it with their output."""
    out = ""
    for command in commands_of(block):
        done = subprocess.run(
            ["sh", "-c", command],
            cwd=directory,
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        out += f"$ {command}\n{done.stdout}"
    return out


@pytest.mark.parametrize("document", documents_with("console"), ids=name_of)
def test_commands_print_the_output_of_the_document(
    document: Path, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    text = document.read_text()
    actual = text
    for match in reversed(list(_run_in_order(text, tmp_path))):
        start, end, block = match
        actual = actual[:start] + block + actual[end:]
    if pytestconfig.getoption("--accept"):
        document.write_text(actual)
    else:
        assert text == actual


def _run_in_order(text: str, directory: Path) -> list[tuple[int, int, str]]:
    return [
        (match.start(2), match.end(2), with_output(match[2], directory))
        for match in blocks(text, "console")
    ]


@pytest.mark.parametrize("document", documents_with("pycon"), ids=name_of)
def test_python_sessions_run_as_shown(document: Path) -> None:
    session = "\n".join(match[2] for match in blocks(document.read_text(), "pycon"))
    test = doctest.DocTestParser().get_doctest(session, {}, name_of(document), None, 0)
    failures: list[str] = []
    doctest.DocTestRunner().run(test, out=failures.append)
    assert not "".join(failures)


ABOUT_THE_SOURCE = {"docs/design.md", "docs/style.md"}
TABLES = {"docs/supported.md"}  # written by a test from the tables of the source


@pytest.mark.parametrize("document", sorted(ROOT.glob("docs/*.md")), ids=name_of)
def test_every_page_for_users_runs_something(document: Path) -> None:
    text = document.read_text()
    exempt = ABOUT_THE_SOURCE | TABLES
    assert name_of(document) in exempt or blocks(text, "console") + blocks(text, "pycon")


@pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)
def test_no_command_is_in_a_block_that_does_not_run(document: Path) -> None:
    lines = document.read_text().splitlines()
    kind = None
    for number, line in enumerate(lines, 1):
        if line.startswith("```"):
            kind = None if kind is not None else line[3:]
        elif kind not in (None, "console", "pycon"):
            words = line.removeprefix("$ ").split()
            is_command = bool(words) and words[0].startswith(
                ("duckrow", "cf-agent", "cf-key", "cf-promises")
            )
            assert not is_command, f"{name_of(document)}:{number}: {line}"


def commands_in_text(document: Path) -> list[tuple[str, list[str]]]:
    """List the commands in backticks: the sub-command and its long options."""
    found = []
    for code in re.findall(r"`([^`\n]+)`", BLOCK.sub("", document.read_text())):
        words = code.split()
        if len(words) > 1 and words[0] == "duckrow" and words[1].isalpha() and words[1].islower():
            options = [word.partition("=")[0] for word in words[2:] if word.startswith("--")]
            found.append((words[1], options))
    return found


@pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)
def test_commands_and_options_in_the_text_exist(document: Path) -> None:
    for name, options in commands_in_text(document):
        assert name in COMMANDS, f"duckrow {name}"
        command = import_module(f"duckrow.cli.commands.{name}").COMMAND
        known = {each for option in (*command.options, *COMMON) for each in option.names}
        for option in options:
            is_setting = command.find_option is not None and command.find_option(option)
            assert option in known or is_setting, f"duckrow {name} {option}"


def test_every_make_target_that_is_named_exists() -> None:
    named = {
        target
        for document in DOCUMENTS
        for target in re.findall(r"(?:^|`)make ([a-z-]+)", document.read_text(), re.MULTILINE)
    }
    assert {"demo", "test", "lint", "bench"} <= named
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert named <= set(targets)


def test_every_link_between_documents_has_a_target() -> None:
    for document in DOCUMENTS:
        for link in re.findall(r"\]\(([^)#:]+)\)", document.read_text()):
            assert (document.parent / link).exists(), f"{name_of(document)} links to {link}"


def test_the_demo_runs_to_its_end(tmp_path: Path) -> None:
    done = subprocess.run(
        ["sh", str(ROOT / "examples" / "demo.sh")],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("\n$ duckrow ") == 13
    runs = done.stdout.split("\n$ duckrow apply ")[1:]
    assert "File[/etc/millpond/quackd.conf]/ensure: defined content" in runs[0]
    assert "ensure changed 'stopped' to 'running'" in runs[0]
    notices = [line for line in runs[1].splitlines()[1:] if line.startswith("Notice: /")]
    # Without root, the second run logs the changes that only root can make.
    assert [line for line in notices if "(noop)" not in line] == []
    assert "R: mallard swims" in runs[3]
    assert "Notice: Scope(Duck[duck2]): duck daisy" in runs[4]
    assert "\nfailed:\n  files " in runs[4]
