"""The stamp of the code that makes cached entries."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from duckrow.puppet.compiler import cache
from duckrow.source.digest_cache import DigestCache, stamp


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Make a package with two rooms, as an installer puts it on a host."""
    made = tmp_path / "lib" / "duckrow"
    for room in ("syntax", "validation"):
        (made / room).mkdir(parents=True)
        (made / room / "rules.py").write_text("RULES = 1\n")
    return made


def edit_in_place(file: Path) -> None:
    """Change a file as an editor does that keeps the inode, size and each_directory as they are."""
    before = file.stat()
    file.write_text(file.read_text().replace("1", "2"))
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns + 1))


@pytest.mark.parametrize("room", ["syntax", "validation"])
def test_a_file_edited_in_a_checkout_changes_the_stamp(package: Path, room: str) -> None:
    (package / "../../pyproject.toml").write_text("")
    before = stamp("syntax", "validation", package=str(package))
    edit_in_place(package / room / "rules.py")
    assert stamp("syntax", "validation", package=str(package)) != before


def test_a_file_replaced_by_an_installer_changes_the_stamp(package: Path) -> None:
    before = stamp("syntax", "validation", package=str(package))
    replaced = package / "syntax" / "rules.py"
    os.utime(package / "syntax", ns=(0, 0))  # clocks of some file systems are coarse
    new = replaced.with_suffix(".new")
    new.write_text("RULES = 2\n")
    new.rename(replaced)
    assert stamp("syntax", "validation", package=str(package)) != before


def test_rooms_that_are_not_named_do_not_matter(package: Path) -> None:
    (package / "../../pyproject.toml").write_text("")
    before = stamp("syntax", package=str(package))
    edit_in_place(package / "validation" / "rules.py")
    assert stamp("syntax", package=str(package)) == before


def test_another_cache_of_the_same_code_has_the_same_names(tmp_path: Path) -> None:
    one = DigestCache(str(tmp_path), "source")
    assert DigestCache("", like=one).name(b"x") == one.name(b"x")
    assert DigestCache("", "regexp").name(b"x") != one.name(b"x")


def test_every_room_that_compiles_a_manifest_is_in_the_key() -> None:
    program = (
        "import sys\n"
        "from duckrow.puppet.compiler.translate import translate\n"
        'text = b\'class a(Integer $x = 1) { notice("${x}", @("E"/L), /a.b/) }\\n x\\n E\\n\'\n'
        "translate(text, 'a.pp', None, False, 'error', False, (), None)\n"
        "print(*{name.rpartition('.')[0] for name in sys.modules if name.startswith('duckrow.')})\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    used = {name.removeprefix("duckrow.").replace(".", "/") for name in run.stdout.split()}
    # Rooms that compiled code runs on, plain data (texts, positions, dialects), and empty parents.
    others = {"duckrow", "puppet", "puppet/runtime", "puppet/types", "ruby", "source"}
    assert {room for room in used if not room.startswith("puppet/types/")} - others <= set(
        cache.ROOMS
    )
