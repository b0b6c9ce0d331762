"""augeas: commands taken apart, questions answered, files changed where the library is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from duckrow.machine.local import LocalMachine
from duckrow.machine.memory import MemoryMachine
from duckrow.machine.texts.augeas import NO_LOAD, OVERWRITE, AugeasError, load_library
from duckrow.puppet.apply.ral_from_data import ral_from_data
from duckrow.puppet.apply.run import CatalogRun, RunOptions
from duckrow.puppet.providers.augeas.augeas import Augeas
from duckrow.puppet.providers.augeas.commands import parse_array, parse_commands
from duckrow.puppet.providers.augeas.trees import Trees
from duckrow.puppet.providers.base import ProviderError
from duckrow.puppet.resources import find
from duckrow.state.report import LogLine
from duckrow.state.run import Run

LENS = Path("/usr/share/augeas/lenses/dist/puppet.aug")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("set a/b c", ["set", "/files/x/a/b", "c"]),
        ("set /a/ 'b c'", ["set", "/a", "b c"]),
        ('set $v/a "b \\" c"', ["set", "$v/a", 'b " c']),
        ("rm a[b = 'x y']/c d", ["rm", "/files/x/a[b = 'x y']/c"]),
        ("rm 'a b'", ["rm", "/files/x/a b"]),
        ("ins x before a[last()]", ["ins", "x", "before", "/files/x/a[last()]"]),
        ("match a size >= 3", ["match", "/files/x/a", "size >= 3"]),
        ("size >= 3", ["size", ">=", 3]),
        ("get a != b", ["get", "/files/x/a", "!=", "b"]),
        ("rm a\\ b", ["rm", "/files/x/a\\ b"]),
    ],
)
def test_commands(line: str, expected: list[Any]) -> None:
    assert parse_commands(line, "/files/x") == [expected]


def test_lines_and_lists_of_them() -> None:
    expected = [["rm", "/a"], ["rm", "/b"]]
    assert parse_commands("\n rm /a\n\n rm /b", "") == expected
    assert parse_commands(["rm /a", ["rm /b"]], "") == expected


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("quack a", "Unknown command quack"),
        ("set a", "missing string argument 2 for set"),
        ("rm", "missing path argument 1 for rm"),
        ("set", "missing string argument 2 for set"),
        ("rm a]", "unmatched ["),
        ("get a is b", "invalid comparator for command get"),
    ],
)
def test_commands_that_make_no_sense(line: str, message: str) -> None:
    with pytest.raises(ProviderError) as caught:
        parse_commands(line, "")
    assert str(caught.value) == message


def test_arrays() -> None:
    assert parse_array("['a', \"b c\", 'd\\'e']") == ["a", "b c", "d'e"]
    assert parse_array("[]") == []
    for bad in ("a", "[a]", "['a' 'b']"):
        with pytest.raises(ValueError):  # noqa: PT011
            parse_array(bad)


def test_without_the_library_there_is_no_provider() -> None:
    assert not Augeas().is_suitable(MemoryMachine())


needs_library = pytest.mark.skipif(
    load_library() is None or not LENS.exists(), reason="Augeas and its lenses are not here"
)


class Applied:
    """What became of a run over one resource."""

    def __init__(self, file: Path, **values: Any) -> None:
        lines: list[LogLine] = []
        secret = values.pop("secret", ())
        item = {
            "type": "Augeas",
            "title": "a",
            "tags": [],
            "parameters": {"incl": str(file), "lens": "Puppet.lns", **values},
            "sensitive_parameters": list(secret),
        }
        options = RunOptions(has_default_schedules=False, shows_diff=True)
        whole = Run("pond", "test", lines.append, level="debug")
        run = CatalogRun(whole, LocalMachine(), options, "pond.pp")
        data = {"name": "pond", "environment": "test", "resources": [item], "edges": []}
        run.apply(ral_from_data(data, run.providers, run.log, find))
        assert run.faults == []
        status = run.part.statuses["Augeas[a]"]
        self.is_changed, self.is_bad = status.is_changed, status.is_bad
        self.text = "\n".join(f"{line.level} {line.message}" for line in lines)


@needs_library
def test_a_file_is_changed_and_shown(tmp_path: Path) -> None:
    file = tmp_path / "x.ini"
    file.write_text("[main]\nold=1\n")
    done = Applied(file, changes="set main/old 2")
    assert done.is_changed
    assert "-old=1\n+old=2" in done.text
    assert file.read_text() == "[main]\nold=2\n"
    assert not Applied(file, changes="set main/old 2").is_changed
    assert [path.name for path in tmp_path.iterdir()] == ["x.ini"]


@needs_library
def test_nothing_is_written_without_need(tmp_path: Path) -> None:
    file = tmp_path / "x.ini"
    file.write_text("[main]\nold=1\n")
    assert not Applied(file, changes="set main/old 2", noop=True).is_changed
    assert Applied(file, changes="set main/old 1", force=True).is_changed
    assert file.read_text() == "[main]\nold=1\n"


@needs_library
def test_secret_changes_are_not_shown(tmp_path: Path) -> None:
    file = tmp_path / "x.ini"
    file.write_text("[main]\nold=1\n")
    done = Applied(file, changes=["set main/old hunter2", "mv none/x y"], secret=["changes"])
    assert done.is_bad
    assert "hunter2" not in done.text
    done = Applied(file, changes=["set main/old hunter2"], secret=["changes"])
    assert done.is_changed
    assert "hunter2" not in done.text


@needs_library
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("get main/old > 0", True),
        ("get main/old > 9", False),
        ("get main/none == ''", True),
        ("get main/old =~ ^[0-9]$", True),
        ("match main/* size == 1", True),
        ("match main/* size != 1", False),
        ("values main/* include 1", True),
        ("values main/* not_include 1", False),
        ("values main/* == ['1']", True),
        ("values main/* != ['1']", False),
    ],
)
def test_questions(question: str, answer: bool, tmp_path: Path) -> None:
    file = tmp_path / "x.ini"
    file.write_text("[main]\nold=1\n")
    assert Applied(file, changes="set main/new 2", onlyif=question).is_changed == answer


@needs_library
def test_resources_take_turns_with_one_tree(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    hosts = tmp_path / "etc" / "hosts"
    hosts.write_text("127.0.0.1 localhost\n")
    opened = []

    class Machine(LocalMachine):
        def open_augeas(self, root: str, load_path: str, flags: int) -> Any:
            opened.append(root)
            return super().open_augeas(root, load_path, flags)

    machine, trees = Machine(), Trees()
    path = "/files/etc/hosts/1/canonical"
    tree = trees.take(machine, str(tmp_path), "", NO_LOAD)
    assert tree is not None
    assert tree.get(path) is None
    tree.load()
    tree.define_variable("mine", path)
    tree.set(path, "pond")
    assert tree.save(OVERWRITE)
    tree.remove("/augeas/load/*")
    trees.put_back(tree)
    assert hosts.read_text() == "127.0.0.1 pond\n"

    again = trees.take(machine, str(tmp_path), "", NO_LOAD)
    assert again is tree
    assert again.saved() == []
    assert again.get(path) is None
    hosts.write_text("127.0.0.1 lake\n")
    again.load()
    assert again.get(path) == "lake"
    with pytest.raises(AugeasError):
        again.get("$mine")
    assert trees.take(machine, str(tmp_path), "", NO_LOAD) is not again
    trees.put_back(again)
    trees.close()
    assert opened == [str(tmp_path)] * 2
