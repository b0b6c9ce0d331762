"""Which facts the Ruby files of modules add: the same from a directory and from a package."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from duckrow.facts.ruby_files import INDEX_PART, AddedFacts
from duckrow.machine.archives.members import ArchiveError
from duckrow.puppet.packages.pack import pack_module

FILES = {
    "CHANGELOG.md": "before INDEX.json in the list",
    "manifests/init.pp": "class pond { }",
    "lib/facter/depth.rb": "Facter.add(:depth) { }\nFacter.add('Tide.level') { }",
    "lib/facter/all.rb": 'Facter.add("first") { }\nFacter.add(name) { }\nFacter.add(:last) { }',
    "lib/facter/none.rb": "require 'facter'",
    "lib/facter/letters.rb": "# été\nFacter.define_fact :letters",
    "lib/facter/util/helper.rb": "Facter.add(:helper) { }",
    "lib/facter/notes.txt": "Facter.add(:notes) { }",
    "plugins/facter/old.rb": "Facter.add(:old) { }\nFacter.add(:depth) { }",
}
DIRECTORIES = ("lib/facter", "plugins/facter", "lib/missing")


@pytest.fixture
def module(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / "pond" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "pond"


@pytest.fixture
def package(module: Path) -> Path:
    path = module.with_suffix(".par")
    path.write_bytes(pack_module(str(module)).content)
    return path


def added(module: Path) -> tuple[object, ...]:
    found = AddedFacts([f"{module}/{each}" for each in DIRECTORIES])
    start = len(f"{module}/")
    by_name = {name: [file[start:] for file in files] for name, files in found.by_name.items()}
    return (
        [file[start:] for file in found.files],
        by_name,
        [file[start:] for file in found.others],
        found.file_names,
    )


def rewrite(package: Path, name: str, content: bytes) -> None:
    """Replace a member; its checksum is the right one, and its digest is not."""
    with zipfile.ZipFile(package) as archive:
        members = {each: archive.read(each) for each in archive.namelist()}
    with zipfile.ZipFile(package, "w") as archive:
        for each, old in members.items():
            archive.writestr(each, content if each == name else old)


def index_of(package: Path) -> dict[str, object]:
    with zipfile.ZipFile(package) as archive:
        found: dict[str, object] = json.loads(archive.read("INDEX.json"))
    return found


def test_a_directory(module: Path) -> None:
    files, by_name, others, names = added(module)
    assert files == [
        "lib/facter/all.rb",
        "lib/facter/depth.rb",
        "lib/facter/letters.rb",
        "lib/facter/none.rb",
        "plugins/facter/old.rb",
    ]
    assert by_name == {
        "first": ["lib/facter/all.rb"],
        "depth": ["lib/facter/depth.rb", "plugins/facter/old.rb"],
        "tide.level": ["lib/facter/depth.rb"],
        "letters": ["lib/facter/letters.rb"],
        "old": ["plugins/facter/old.rb"],
    }
    assert others == ["lib/facter/all.rb", "lib/facter/none.rb"]
    assert names == {"all.rb", "depth.rb", "letters.rb", "none.rb", "old.rb"}


def test_a_package_has_the_same(module: Path, package: Path) -> None:
    assert added(package) == added(module)


def test_the_index_answers_and_no_other_member_is_read(module: Path, package: Path) -> None:
    rewrite(package, "lib/facter/depth.rb", b"Facter.add(:other) { }")
    assert added(package) == added(module)


def test_a_package_that_has_changed_is_noticed(module: Path, package: Path) -> None:
    assert added(package) == added(module)
    (module / "lib/facter/more.rb").write_text("Facter.add(:more) { }")
    package.write_bytes(pack_module(str(module)).content)
    assert added(package) == added(module)
    assert "lib/facter/more.rb" in str(added(package))


@pytest.mark.parametrize(
    "facts",
    [
        None,
        [],
        {},
        {"lib/facter": ["depth.rb"]},
        {"lib/facter": {"depth.rb": "depth"}},
        {"lib/facter": {"depth.rb": [1]}},
        {"lib/facter": {"../../manifests/init.rb": ["depth"]}},
    ],
)
def test_an_index_that_lists_no_facts(facts: object, module: Path, package: Path) -> None:
    index = index_of(package) | {INDEX_PART: facts}
    rewrite(package, "INDEX.json", f"{json.dumps(index, indent=1)}\n".encode())
    assert added(package) == added(module)


@pytest.mark.parametrize("indent", [None, 2])
def test_an_index_that_is_written_in_another_way(
    indent: int | None, module: Path, package: Path
) -> None:
    index = index_of(package) | {INDEX_PART: {"lib/facter": {"depth.rb": ["other"]}}}
    rewrite(package, "INDEX.json", json.dumps(index, indent=indent).encode())
    assert added(package) == added(module)


def test_the_index_of_another_module_is_not_asked(module: Path, package: Path) -> None:
    other = package.with_name("lake.par")
    package.rename(other)
    with pytest.raises(ArchiveError, match=r"is not what its name says: it is pond"):
        added(other)


def test_a_damaged_index_is_an_error(package: Path) -> None:
    content = package.read_bytes()
    package.write_bytes(content.replace(b'"tide.level"', b'"tide.livel"'))
    with pytest.raises(ArchiveError, match=r"'INDEX.json' is damaged: its checksum is wrong"):
        added(package)
