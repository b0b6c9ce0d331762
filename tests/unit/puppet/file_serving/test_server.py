"""Files are served as they are now, and unchanged ones are not read again."""

from __future__ import annotations

import json
import os
import time
import zipfile
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import duckrow.puppet.file_serving.metadata as metadata_module
from duckrow.machine.trees import checksum
from duckrow.puppet.file_serving.errors import (
    FileServingError,
    InvalidQuestionError,
    NoSuchFileError,
    NoSuchMountError,
    NotAFileError,
)
from duckrow.puppet.file_serving.options import Options
from duckrow.puppet.file_serving.server import FileServer
from duckrow.puppet.settings.settings import Settings

TREE = Options(depth=None, follow=True, most=-1)


class Pond:
    """An environment with one directory of modules."""

    def __init__(self, path: Path) -> None:
        self.name = "production"
        self.modulepath = [str(path / "modules")]
        self.path = path
        self.warnings: list[str] = []
        settings = Settings({"confdir": str(path), "codedir": str(path)})
        self.server = FileServer(settings, self.warnings.append)

    def chosen_versions(self) -> dict[str, str]:
        return {}

    def write(self, name: str, content: str) -> Path:
        path = self.path / "modules" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
        return path

    def paths(self, key: str, options: Options = TREE) -> list[str]:
        return [each["relative_path"] for each in self.list(key, options)]

    def list(self, key: str, options: Options = TREE) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = json.loads(self.server.metadatas(self, key, options))
        return found

    def settle(self) -> None:
        """Make everything older than one tick of the clock of the file system."""
        time.sleep(0.06)


@pytest.fixture
def pond(tmp_path: Path) -> Pond:
    made = Pond(tmp_path)
    made.write("pond/files/duck.txt", "quack\n")
    made.write("pond/lib/facter/duck.rb", "# duck\n")
    made.write("lake/lib/facter/pike.rb", "# pike\n")
    return made


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """List the files whose content is read."""
    found: list[str] = []

    def noted(path: str, kind: str) -> tuple[str, tuple[int, int, int, int]]:
        if kind == "sha256":
            found.append(os.path.basename(path))
        return checksum(path, kind)

    monkeypatch.setattr(metadata_module, "checksum", noted)
    return found


def test_an_unchanged_file_is_read_once(pond: Pond, reads: list[str]) -> None:
    pond.settle()
    first = pond.server.metadatas(pond, "plugins", TREE)
    assert sorted(reads) == ["duck.rb", "pike.rb"]
    assert pond.server.metadatas(pond, "plugins", TREE) is first
    assert len(reads) == 2
    other = Options(depth=None, follow=True, most=-1, ignore=["none"])
    assert pond.server.metadatas(pond, "plugins", other) == first
    assert len(reads) == 2


def test_a_changed_file_alone_is_read_again(pond: Pond, reads: list[str]) -> None:
    pond.settle()
    pond.list("plugins")
    reads.clear()
    pond.write("pond/lib/facter/duck.rb", "# DUCK\n")  # of the same size
    found = {each["relative_path"]: each for each in pond.list("plugins")}
    assert reads == ["duck.rb"]
    digest = checksum(str(pond.path / "modules/pond/lib/facter/duck.rb"), "sha256")[0]
    assert found["facter/duck.rb"]["checksum"]["value"] == "{sha256}" + digest


def test_two_changes_in_one_tick_are_both_seen(pond: Pond) -> None:
    for number in range(50):
        pond.write("pond/files/duck.txt", f"quack {number:02}\n")
        data = pond.server.metadata_as_data(pond, "modules/pond/duck.txt", Options())
        wanted = checksum(str(pond.path / "modules/pond/files/duck.txt"), "sha256")[0]
        assert data["checksum"] == {"type": "sha256", "value": "{sha256}" + wanted}
        tree = pond.list("modules/pond")
        assert tree[1]["checksum"]["value"] == "{sha256}" + wanted


def test_new_and_removed_files_are_seen(pond: Pond) -> None:
    pond.settle()
    assert pond.paths("plugins") == [".", "facter", "facter/pike.rb", "facter/duck.rb"]
    pond.write("pond/lib/puppet/new.rb", "")
    assert "puppet/new.rb" in pond.paths("plugins")
    (pond.path / "modules/lake/lib/facter/pike.rb").unlink()
    assert "facter/pike.rb" not in pond.paths("plugins")
    pond.write("sea/lib/facter/whale.rb", "")
    assert "facter/whale.rb" in pond.paths("plugins")


def test_the_target_of_a_link_is_looked_at_too(pond: Pond) -> None:
    target = pond.path / "target"
    target.write_text("one")
    (pond.path / "modules/pond/files/link").symlink_to(target)
    manage = Options(depth=None, follow=False, most=-1)
    pond.settle()
    before = {each["relative_path"]: each for each in pond.list("modules/pond", manage)}
    target.write_text("two")
    after = {each["relative_path"]: each for each in pond.list("modules/pond", manage)}
    assert before["link"]["type"] == after["link"]["type"] == "link"
    assert before["link"]["checksum"] != after["link"]["checksum"]


def test_a_link_that_leads_nowhere_does_not_stop_the_others(pond: Pond) -> None:
    """The reference fails for all agents of the environment."""
    (pond.path / "modules/pond/lib/.#lock").symlink_to("nobody@nowhere:1")
    assert pond.paths("plugins") == [".", "facter", "facter/pike.rb", "facter/duck.rb"]
    assert len(pond.warnings) == 1
    assert ".#lock" in pond.warnings[0]


def test_a_directory_in_itself_is_listed_once(pond: Pond) -> None:
    (pond.path / "modules/pond/files/self").symlink_to(".")
    assert pond.paths("modules/pond") == [".", "duck.txt", "self"]


def test_a_name_that_is_no_text_is_not_served(pond: Pond) -> None:
    Path(os.fsdecode(os.fsencode(pond.path) + b"/modules/pond/files/\xff")).write_text("")
    assert pond.paths("modules/pond") == [".", "duck.txt"]
    assert "\\udcff" in pond.warnings[0]


def test_a_packaged_module_is_served(pond: Pond) -> None:
    with zipfile.ZipFile(pond.path / "modules/sea.par", "w") as archive:
        archive.writestr("metadata.json", "{}")
        archive.writestr("files/deep/whale", "blow\n")
        archive.writestr("lib/facter/whale.rb", "# whale\n")
    assert pond.paths("modules/sea") == [".", "deep", "deep/whale"]
    found = pond.list("modules/sea/deep/whale")[0]
    assert found["type"] == "file"
    assert found["checksum"]["value"] == "{sha256}" + sha256(b"blow\n").hexdigest()
    assert "facter/whale.rb" in pond.paths("plugins")
    path = pond.server.content(pond, "modules/sea/deep/whale")
    assert path.endswith("/modules/sea.par/files/deep/whale")
    with pytest.raises(NoSuchFileError):
        pond.server.content(pond, "modules/sea/none")
    with pytest.raises(NotAFileError):
        pond.server.content(pond, "modules/sea/deep")


@pytest.mark.parametrize(
    ("key", "error"),
    [
        ("modules/pond/../../../secret", InvalidQuestionError),
        ("modules/..", InvalidQuestionError),
        ("plugins/../files/duck.txt", InvalidQuestionError),
        ("modules/pond/duck.txt\0.png", InvalidQuestionError),
        ("modules/pond/\udcff", InvalidQuestionError),
        ("modules/pond/" + "x" * 5000, InvalidQuestionError),
        ("modules/pond/" + "x" * 300, NoSuchFileError),
        ("quack/duck.txt", NoSuchMountError),
        ("../modules", FileServingError),
        ("", FileServingError),
    ],
)
def test_no_path_leaves_its_mount(pond: Pond, key: str, error: type[Exception]) -> None:
    (pond.path / "secret").write_text("secret")
    for ask in (
        lambda: pond.server.content(pond, key),
        lambda: pond.server.metadata(pond, key, Options()),
        lambda: pond.server.metadatas(pond, key, TREE),
    ):
        with pytest.raises(error):
            ask()


def test_a_mount_for_each_node_needs_a_plain_name(pond: Pond) -> None:
    (pond.path / "srv/huey").mkdir(parents=True)
    (pond.path / "srv/huey/own").write_text("huey's")
    (pond.path / "fileserver.conf").write_text(f"[own]\npath {pond.path}/srv/%h\n")
    assert pond.server.content(pond, "own/own", "huey.lab").endswith("/srv/huey/own")
    for node in ("", "../secret", "..", "a/b", "huey\n"):
        with pytest.raises(InvalidQuestionError):
            pond.server.content(pond, "own/own", node)


def test_an_invalid_fileserver_conf_leaves_the_old_mounts(pond: Pond) -> None:
    conf = pond.path / "fileserver.conf"
    (pond.path / "srv").mkdir()
    (pond.path / "srv/a").write_text("a")
    conf.write_text(f"[srv]\npath {pond.path}/srv\nallow *.lab\n")
    assert pond.server.content(pond, "srv/a").endswith("/srv/a")
    assert pond.warnings == [
        f"Entry 'allow *.lab' is unsupported and will be ignored at (file: {conf}, line: 3)"
    ]
    conf.write_text("[srv]\nquack x\n")
    assert pond.server.content(pond, "srv/a").endswith("/srv/a")
    assert pond.warnings[1] == (
        f"Error parsing fileserver configuration: Invalid argument 'quack' at (file: {conf}, "
        "line: 2); using old configuration"
    )
    conf.unlink()
    with pytest.raises(NoSuchMountError):
        pond.server.content(pond, "srv/a")


def test_a_device_has_no_content(pond: Pond) -> None:
    os.mkfifo(pond.path / "modules/pond/files/pipe")
    with pytest.raises(NotAFileError):
        pond.server.content(pond, "modules/pond/pipe")
    assert pond.list("modules/pond/pipe")[0]["checksum"] == {"type": "none", "value": "{none}"}


def test_many_files_are_an_error_only_if_somebody_counts(pond: Pond) -> None:
    for number in range(1001):
        (pond.path / f"modules/pond/files/{number}").touch()
    assert len(pond.list("modules/pond")) == 1003
    assert not pond.warnings
    pond.list("modules/pond", Options(depth=None))
    assert "exceeds the default soft limit 1000" in pond.warnings[0]
