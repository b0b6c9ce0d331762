"""The lists of many archives, searched at once."""

from __future__ import annotations

from pathlib import Path

from duckrow.machine.archives.archive import Archive
from duckrow.machine.archives.joined import JoinedLists
from duckrow.machine.archives.write import write_archive
from duckrow.machine.module_path import directories_of


def packed(directory: Path, name: str, *members: str) -> str:
    path = directory / name
    path.write_bytes(write_archive(dict.fromkeys(members, b"")))
    return str(path)


def test_each_archive_that_may_have_a_name_is_found(tmp_path: Path) -> None:
    paths = [
        packed(tmp_path, "a.par", "lib/facter/wet.rb", "lib/puppet/type/reed.rb"),
        packed(tmp_path, "b.par", "manifests/init.pp"),
        packed(tmp_path, "c.par", "lib/facter/dry.rb", "lib/facter/wet.rb"),
        packed(tmp_path, "d.par", "spec/lib/facter/wet.rb"),
    ]
    a, b, c, d = paths
    joined = JoinedLists([Archive(path) for path in paths])
    assert [each.path for each in joined.that_may_have("lib/facter")] == [a, c, d]
    assert joined.lacking("lib/facter/wet.rb") == {b}
    assert joined.lacking("lib/facter/dry.rb") == {a, b, d}
    assert joined.lacking("lib/puppet/type/reed.rb") == {b, c, d}
    assert joined.lacking("lib/puppet/type/other.rb") == {a, b, c, d}
    assert joined.lacking("metadata.json") == {a, b, c, d}
    assert JoinedLists([]).lacking("metadata.json") == frozenset()


def test_directories_come_in_the_order_of_modules_and_names(tmp_path: Path) -> None:
    (tmp_path / "b/plugins/facter").mkdir(parents=True)
    (tmp_path / "b/facts.d").write_text("a file")
    modules = [
        packed(tmp_path, "c.par", "plugins/facter/a.rb", "lib/facter/a.rb"),
        str(tmp_path / "b"),
        packed(tmp_path, "a.par", "facts.d/a.yaml", "spec/lib/facter/a.rb"),
        str(tmp_path / "nowhere.par"),
    ]
    c, b, a, _ = modules
    assert directories_of(modules, ("facts.d", "lib/facter", "plugins/facter")) == [
        (c, "lib/facter"),
        (c, "plugins/facter"),
        (b, "plugins/facter"),
        (a, "facts.d"),
    ]
