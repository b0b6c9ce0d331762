from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from duckrow.cli.inputs import find_inputs
from duckrow.source.errors import InputError


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def make(*names: str) -> None:
    for name in names:
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")


def labels(*words: str) -> list[str]:
    return [given.label for given in find_inputs(list(words), [])]


def read_errors(*words: str) -> dict[str, str]:
    return {
        given.label: given.read_error for given in find_inputs(list(words), []) if given.read_error
    }


def test_a_directory_means_its_manifests_and_templates_in_order(folder: Path) -> None:
    make("m/b.pp", "m/a/z.epp", "m/a/c.pp", "m/README.md", "m/a.pp", "m/x.pp.bak")
    assert labels("m") == ["m/a/c.pp", "m/a/z.epp", "m/a.pp", "m/b.pp"]


def test_the_order_of_the_command_line_is_preserved(folder: Path) -> None:
    make("b.pp", "a.pp", "m/c.pp")
    assert labels("b.pp", "m", "a.pp") == ["b.pp", "m/c.pp", "a.pp"]


def test_a_file_named_outright_is_read_whatever_its_name(folder: Path) -> None:
    make("notes.txt")
    assert labels("notes.txt") == ["notes.txt"]


def test_templates_are_known_by_their_name(folder: Path) -> None:
    make("a.pp", "b.epp")
    assert [given.is_template for given in find_inputs(["a.pp", "b.epp"], [])] == [False, True]


def test_links_to_directories_are_followed_and_cycles_entered_once(folder: Path) -> None:
    make("real/a.pp", "modules/b.pp")
    Path("modules/linked").symlink_to(folder / "real")
    Path("real/back").symlink_to(folder / "modules")
    assert labels("modules") == ["modules/b.pp", "modules/linked/a.pp"]


def test_many_links_to_one_directory_do_not_multiply(folder: Path) -> None:
    for i in range(30):
        make(f"d{i}/x.pp")
        for name in ("a", "b"):
            Path(f"d{i}", name).symlink_to(folder / f"d{i + 1}")
    assert len(labels("d0")) == 30


def test_a_missing_file_is_an_input_with_an_error(folder: Path) -> None:
    make("a.pp")
    assert labels("gone.pp", "a.pp") == ["gone.pp", "a.pp"]
    assert read_errors("gone.pp", "a.pp") == {"gone.pp": "No such file or directory"}


def test_a_dangling_link_to_a_manifest_is_not_lost(folder: Path) -> None:
    make("m/a.pp")
    Path("m/b.pp").symlink_to("nowhere.pp")
    Path("m/other").symlink_to("nowhere")
    assert labels("m") == ["m/a.pp", "m/b.pp"]
    assert read_errors("m") == {"m/b.pp": "No such file or directory"}


def test_a_directory_that_cannot_be_listed_is_an_input_with_an_error(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make("m/shut/a.pp", "m/zoo.pp")
    honest = os.scandir

    def scandir(path: str) -> object:
        if path.endswith("shut"):
            raise PermissionError(errno.EACCES, "Permission denied")  # root would get in
        return honest(path)

    monkeypatch.setattr(os, "scandir", scandir)
    assert read_errors("m") == {"m/shut": "Permission denied"}
    assert labels("m") == ["m/shut", "m/zoo.pp"]


def test_a_pipe_in_a_directory_is_ignored(folder: Path) -> None:
    make("m/a.pp")
    os.mkfifo("m/b.pp")
    assert labels("m") == ["m/a.pp"]


def test_a_name_that_no_file_can_have_is_trouble() -> None:
    assert read_errors("a\0b") == {"a\0b": "embedded null byte"}


def test_codes_come_first(folder: Path) -> None:
    make("a.pp")
    given = find_inputs(["a.pp"], ["notice(1)", "ä"])
    assert [g.label for g in given] == ["<code>", "<code>", "a.pp"]
    assert [g.data for g in given] == [b"notice(1)", "ä".encode(), b""]


def test_asking_for_nothing_is_an_error() -> None:
    with pytest.raises(InputError, match="there is no input"):
        find_inputs([], [])


def test_standard_input_can_be_named_once() -> None:
    with pytest.raises(InputError, match="once"):
        find_inputs(["-", "-"], [])
