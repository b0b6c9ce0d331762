"""What keeps a file from being read is an error of the manifest, in the reference's words."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.puppet.environment import Environment, Node, compile_catalog
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.files import read_file
from duckrow.puppet.world import World


def test_a_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"quack")
    assert read_file(World(), str(tmp_path / "a")) == b"quack"


def test_what_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(EvaluationError, match="Is a directory @ io_fread - /"):
        read_file(World(), str(tmp_path))
    with pytest.raises(EvaluationError, match="No such file or directory @ rb_sysopen - /"):
        read_file(World(), str(tmp_path / "none"))


@pytest.mark.parametrize(
    ("code", "file"),
    [
        ("include pond", "manifests/init.pp"),
        ("notice(pond::f())", "functions/f.pp"),
        ("notice(pond::r())", "lib/puppet/functions/pond/r.rb"),
        ("notice(1 =~ Pond::Depth)", "types/depth.pp"),
        ("pond_duck { 'a': }", "lib/puppet/type/pond_duck.rb"),
        ("notice(template('pond/t.erb'))", "templates/t.erb"),
        ("notice(epp('pond/t.epp'))", "templates/t.epp"),
    ],
)
def test_a_file_of_a_module_that_is_not_ours_to_read(
    code: str, file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "pond" / file
    path.parent.mkdir(parents=True)
    path.write_text("quack")
    read = World.read

    def reject(self: World, asked: str) -> bytes:
        if asked == str(path):
            raise PermissionError(13, "Permission denied", asked)
        return read(self, asked)

    monkeypatch.setattr(World, "read", reject)
    done = compile_catalog(
        Environment(code=code, modulepath=[str(tmp_path)]), Node("pond.example.com", None)
    )
    assert done.failure is not None
    assert not done.failure.is_fault
    assert f"Permission denied @ rb_sysopen - {path} (line: 1, column: " in done.failure.message
