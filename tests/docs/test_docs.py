"""What the documents show is what happens.

Every command in a `console` block is run, in a scratch copy of the examples, and must print what
stands below it; `--accept` writes it there. Every `pycon` block is a doctest. Blocks of other kinds
run nothing, except that each make target they name must exist.
"""

from __future__ import annotations

import doctest
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

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


def played(block: str, folder: Path) -> str:
    """Run the commands of a block and write it anew with what they print."""
    path = f"{os.path.dirname(sys.executable)}:{os.environ['PATH']}"
    out = ""
    for command in commands_of(block):
        done = subprocess.run(
            ["sh", "-c", command],
            cwd=folder,
            env=os.environ | {"PATH": path},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        out += f"$ {command}\n{done.stdout}"
    return out


@pytest.mark.parametrize("document", documents_with("console"), ids=name_of)
def test_commands_print_what_is_shown(
    document: Path, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    text = document.read_text()
    actual = text
    for match in reversed(list(_played_in_order(text, tmp_path))):
        start, end, block = match
        actual = actual[:start] + block + actual[end:]
    if pytestconfig.getoption("--accept"):
        document.write_text(actual)
    else:
        assert text == actual


def _played_in_order(text: str, folder: Path) -> list[tuple[int, int, str]]:
    return [
        (match.start(2), match.end(2), played(match[2], folder))
        for match in blocks(text, "console")
    ]


@pytest.mark.parametrize("document", documents_with("pycon"), ids=name_of)
def test_python_sessions_run_as_shown(document: Path) -> None:
    session = "\n".join(match[2] for match in blocks(document.read_text(), "pycon"))
    test = doctest.DocTestParser().get_doctest(session, {}, name_of(document), None, 0)
    told: list[str] = []
    doctest.DocTestRunner().run(test, out=told.append)
    assert not "".join(told)


def test_every_make_target_that_is_named_exists() -> None:
    named = {
        target
        for document in DOCUMENTS
        for target in re.findall(r"(?:^|`)make ([a-z-]+)", document.read_text(), re.MULTILINE)
    }
    assert {"demo", "test", "lint", "bench"} <= named
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert named <= set(targets)


def test_links_between_documents_lead_somewhere() -> None:
    for document in DOCUMENTS:
        for link in re.findall(r"\]\(([^)#:]+)\)", document.read_text()):
            assert (document.parent / link).exists(), f"{name_of(document)} links to {link}"


def test_the_demo_runs_to_its_end(tmp_path: Path) -> None:
    path = f"{os.path.dirname(sys.executable)}:{os.environ['PATH']}"
    done = subprocess.run(
        ["sh", str(ROOT / "examples" / "demo.sh")],
        cwd=tmp_path,
        env=os.environ | {"PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("\n$ duckrow ") == 17
    runs = done.stdout.split("\n$ duckrow apply ")[1:]
    assert "File[/etc/millpond/quackd.conf]/ensure: defined content" in runs[0]
    assert "ensure changed 'stopped' to 'running'" in runs[0]
    said = [line for line in runs[1].splitlines()[1:] if line.startswith("Notice: /")]
    assert [line for line in said if "(noop)" not in line] == []  # but for what root alone can do
