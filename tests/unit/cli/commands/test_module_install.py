"""`duckrow module lock`, `install` and `tree`, from every kind of source, and with faults."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.unit.puppet.module_sources.fake_forge import FakeForge, serving
from tests.unit.puppet.module_sources.modules_in_tests import directory, metadata, tarball

from duckrow.cli.main import main
from duckrow.machine.files import staging, whole
from duckrow.machine.files.durability import sync_file_system
from duckrow.puppet.module_sources.install import ARCHIVES_NOTE, NOTE

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    """A directory of modules and packages."""
    found = tmp_path / "packages"
    tarball(found, "pond", "1.0.0", {"lake": "1.x"})
    tarball(found, "pond", "2.0.0", {"lake": ">= 2.0.0"})
    tarball(found, "lake", "1.0.0")
    tarball(found, "lake", "2.0.0")
    directory(found, "reed", "0.1.0")
    return found


@pytest.fixture
def forge(tmp_path: Path) -> Iterator[FakeForge]:
    made = FakeForge()
    for version, needs in (("1.0.0", {}), ("1.1.0", {}), ("2.0.0", {"lake": "1.x"})):
        path = tarball(tmp_path / "served", "pond", version, needs)
        made.add(path, metadata("pond", version, needs))
    made.add(tarball(tmp_path / "served", "lake", "1.0.0"), metadata("lake", "1.0.0"))
    with serving(made):
        yield made


def puppetfile(text: str) -> None:
    Path("Puppetfile").write_text(text)


def locked() -> dict[str, Any]:
    found = json.loads(Path("Puppetfile.lock.json").read_text())
    return {module["name"]: module for module in found["modules"]}


def versions() -> dict[str, str]:
    return {
        path.parent.name: json.loads(path.read_text())["version"]
        for path in sorted(Path("modules").glob("*/metadata.json"))
    }


def everything(path: Path) -> dict[str, bytes]:
    return {
        each.relative_to(path).as_posix(): each.read_bytes()
        for each in sorted(path.rglob("*"))
        if each.is_file()
    }


# ---- directories


def test_modules_of_directories_are_locked_and_installed(
    packages: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    puppetfile("mod 'duck/pond'\nmod 'reed'\n")
    assert main(["module", "lock", "--from", "packages"]) == 0
    assert {name: each["version"] for name, each in locked().items()} == {
        "duck-lake": "2.0.0",
        "duck-pond": "2.0.0",
        "duck-reed": "0.1.0",
    }
    assert locked()["duck-pond"]["source"]["location"] == "packages/duck-pond-2.0.0.tar.gz"
    assert main(["module", "install"]) == 0
    assert versions() == {"lake": "2.0.0", "pond": "2.0.0", "reed": "0.1.0"}
    assert not [each for each in Path("modules").iterdir() if each.name.startswith(".")]
    capsys.readouterr()
    assert main(["module", "install"]) == 0
    assert capsys.readouterr().out == "modules: 0 installed, 3 left alone\n"


def test_a_lock_has_the_same_bytes_again(packages: Path) -> None:
    puppetfile("mod 'duck/pond'\nmod 'reed'\n")
    assert main(["module", "lock", "--from", "packages"]) == 0
    first = Path("Puppetfile.lock.json").read_bytes()
    assert main(["module", "lock", "--from", "packages", "-o", "other.json", "Puppetfile"]) == 0
    assert Path("other.json").read_bytes() == first


def test_only_modules_that_differ_are_replaced(
    packages: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    puppetfile("mod 'duck/lake', '1.x'\nmod 'reed'\n")
    main(["module", "lock", "--from", "packages"])
    main(["module", "install"])
    before = Path("modules/reed").stat().st_ino
    puppetfile("mod 'duck/lake', '2.x'\nmod 'reed'\n")
    main(["module", "lock", "--from", "packages"])
    capsys.readouterr()
    assert main(["module", "install", "--noop"]) == 0
    assert "would replace duck-lake 2.0.0 (was 1.0.0)" in capsys.readouterr().out
    assert versions()["lake"] == "1.0.0"
    assert main(["module", "install"]) == 0
    assert "replaced duck-lake 2.0.0 (was 1.0.0)" in capsys.readouterr().out
    assert versions()["lake"] == "2.0.0"
    assert Path("modules/reed").stat().st_ino == before


def test_a_module_that_someone_changed_is_not_replaced(
    packages: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    puppetfile("mod 'duck/lake', '1.x'\n")
    main(["module", "lock", "--from", "packages"])
    main(["module", "install"])
    manifest = Path("modules/lake/manifests/init.pp")
    manifest.write_text("class lake { notice('mine') }\n")
    assert main(["module", "install"]) == 2
    assert "cannot replace modules/lake" in capsys.readouterr().err
    assert "mine" in manifest.read_text()
    assert main(["module", "install", "--force"]) == 0
    assert "mine" not in manifest.read_text()


@pytest.fixture
def archives(tmp_path: Path) -> Path:
    """A directory of two versions of pond as archives."""
    import zipfile

    packages = tmp_path / "archives"
    packages.mkdir()
    for version in ("1.0.0", "1.1.0"):
        with zipfile.ZipFile(packages / f"pond-{version}.zip", "w") as archive:
            archive.writestr("metadata.json", json.dumps(metadata("pond", version)))
    return packages


def install_archive(version: str, *options: str) -> int:
    puppetfile(f"mod 'duck/pond', '{version}'\n")
    assert main(["module", "lock", "--from", "archives"]) == 0
    return main(["module", "install", *options])


def names() -> list[str]:
    found = sorted(each.name for each in Path("modules").iterdir())
    return [each for each in found if each != ARCHIVES_NOTE]


def test_a_lock_older_than_its_puppetfile_is_named(
    packages: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    puppetfile("mod 'duck-lake', '1.0.0'\n")
    assert main(["module", "lock", "--from", str(packages)]) == 0
    puppetfile("mod 'duck-lake', '1.0.0'\nmod 'duck-reed', '0.1.0'\n")
    assert main(["module", "install"]) == 0
    assert "Puppetfile has a new module reed" in capsys.readouterr().err
    puppetfile("")
    assert main(["module", "install"]) == 0
    assert "Puppetfile no longer names lake" in capsys.readouterr().err


def test_the_tree_of_one_module_is_an_error(
    packages: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["module", "tree", f"{packages}/reed"]) == 2
    assert "is a module, not a directory of modules" in capsys.readouterr().err


def test_an_archive_is_installed_as_it_is(
    archives: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    directory(tmp_path / "modules", "heron", "1.0.0")
    assert install_archive("1.0.0") == 0
    assert install_archive("1.1.0", "--noop") == 0
    line = "would replace duck-pond 1.1.0 (was 1.0.0); would remove pond-1.0.0.zip\n"
    assert line in capsys.readouterr().out
    assert names() == ["heron", "pond-1.0.0.zip"]
    assert install_archive("1.1.0") == 0
    assert "(was 1.0.0); removed pond-1.0.0.zip\n" in capsys.readouterr().out
    assert names() == ["heron", "pond-1.1.0.zip"]
    assert install_archive("1.0.0") == 0
    assert names() == ["heron", "pond-1.0.0.zip"]


def test_a_file_that_is_no_module_stays(archives: Path, tmp_path: Path) -> None:
    (tmp_path / "modules").mkdir()
    for name in ("pond-backup.zip", "pond-mywork.jar"):
        Path("modules", name).write_text("mine")
    assert install_archive("1.0.0") == 0
    assert names() == ["pond-1.0.0.zip", "pond-backup.zip", "pond-mywork.jar"]


@pytest.mark.parametrize("name", ["pond-0.9.0.par", "pond-1.0.0.zip", "pond.jar", "pond"])
def test_an_archive_that_duckrow_did_not_install_is_not_replaced(
    name: str, archives: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = tmp_path / "modules" / name
    mine.parent.mkdir()
    mine.write_text("mine")
    assert install_archive("1.0.0") == 2
    assert f"cannot replace modules/{name}" in capsys.readouterr().err
    assert mine.read_text() == "mine"
    assert names() == [name]
    assert install_archive("1.0.0", "--force") == 0
    assert names() == ["pond-1.0.0.zip"]


def test_an_archive_that_was_changed_is_not_replaced(
    archives: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert install_archive("1.0.0") == 0
    Path("modules/pond-1.0.0.zip").write_text("mine")
    for version in ("1.0.0", "1.1.0"):
        assert install_archive(version) == 2
        assert "cannot replace modules/pond-1.0.0.zip" in capsys.readouterr().err
    assert Path("modules/pond-1.0.0.zip").read_text() == "mine"


def test_a_killed_installation_of_an_archive_can_go_on(
    archives: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After each rename the old archive or the new one is there, and both are duckrow's."""
    assert install_archive("1.0.0") == 0

    def stop(self: staging.Staging, entries: dict[str, str], _stale: list[str]) -> None:
        shutil.move(entries[ARCHIVES_NOTE], Path(self.directory, ARCHIVES_NOTE))
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patched:
        patched.setattr(staging.Staging, "publish", stop)
        assert install_archive("1.1.0") == 2
    assert install_archive("1.1.0") == 0
    assert names() == ["pond-1.1.0.zip"]


def test_a_module_without_metadata_fits_every_range(packages: Path) -> None:
    (packages / "rush").mkdir()
    (packages / "rush" / "README").write_text("quack")
    puppetfile("mod 'rush'\n")
    assert main(["module", "lock", "--from", "packages"]) == 0
    assert locked()["rush"]["version"] == ""
    assert main(["module", "install"]) == 0
    assert Path("modules/rush/README").exists()


@pytest.mark.parametrize("words", [["lock", "--from", "packages"], ["pack", "packages/reed"]])
def test_metadata_that_is_too_deep(
    words: list[str], packages: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (packages / "reed" / "metadata.json").write_text('{"a":' * 100_000)
    puppetfile("mod 'reed'\n")
    assert main(["module", *words]) == 2
    err = capsys.readouterr().err
    assert "packages/reed/metadata.json" in err
    assert "nesting of 101 is too deep" in err
    assert main(["module", "tree", "packages"]) == 0  # a module without metadata is a module


def test_the_name_of_a_directory_decides(packages: Path) -> None:
    directory(packages, "rush", "1.0.0").rename(packages / "sedge")
    puppetfile("mod 'sedge'\n")
    assert main(["module", "lock", "--from", "packages"]) == 0
    assert list(locked()) == ["sedge"]


def test_a_conflict_is_explained(packages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    puppetfile("mod 'duck/pond', '2.0.0'\nmod 'duck/lake', '1.x'\n")
    assert main(["module", "lock", "--from", "packages"]) == 1
    assert (
        "pond 2.0.0 needs lake >= 2.0.0, but Puppetfile line 2 asks for lake 1.x"
        in capsys.readouterr().err
    )
    assert not Path("Puppetfile.lock.json").exists()


def test_a_range_of_metadata_is_ignored(packages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    puppetfile("mod 'duck/pond', '2.0.0'\nmod 'duck/lake', '1.x'\n")
    assert main(["module", "lock", "--from", "packages"]) == 1
    assert "--ignore-range lake" in capsys.readouterr().err
    assert main(["module", "lock", "--from", "packages", "--ignore-range", "duck/lake"]) == 0
    versions = {name: module["version"] for name, module in locked().items()}
    assert versions["duck-pond"] == "2.0.0"
    assert versions["duck-lake"].startswith("1.")
    assert (
        f"duck-pond 2.0.0 needs duck-lake >= 2.0.0, and {versions['duck-lake']} is locked"
        in capsys.readouterr().err
    )
    assert main(["module", "lock", "--from", "packages", "--ignore-range", "pond"]) == 1
    assert main(["module", "lock", "--from", "packages", "--ignore-range", "nowhere"]) == 1


def test_a_range_of_no_module_is_not_ignored(
    packages: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    puppetfile("mod 'duck/lake', '1.x'\n")
    assert main(["module", "lock", "--from", "packages", "--ignore-range", "lake"]) == 0
    assert "needs" not in capsys.readouterr().err
    assert main(["module", "lock", "--from", "packages", "--ignore-range", "nowhere"]) == 2
    assert "there is no module nowhere" in capsys.readouterr().err


# ---- the Forge


def test_modules_of_a_forge(forge: FakeForge) -> None:
    puppetfile(f"forge '{forge.url}'\nmod 'duck/pond', :latest\n")
    assert main(["module", "lock"]) == 0
    assert locked()["duck-pond"]["source"] == {
        "type": "forge",
        "location": f"{forge.url}/v3/files/duck-pond-2.0.0.tar.gz",
        "digest": f"sha256:{forge.releases['duck-pond'][2]['file_sha256']}",
    }
    assert any("offset=2" in each for each in forge.asked)  # the second page
    assert main(["module", "install"]) == 0
    assert versions() == {"lake": "1.0.0", "pond": "2.0.0"}


def test_the_forge_of_the_settings(forge: FakeForge, monkeypatch: pytest.MonkeyPatch) -> None:
    from duckrow.puppet.settings import defaults

    monkeypatch.setitem(defaults.KNOWN, "module_repository", ("text", forge.url))
    puppetfile("mod 'duck/lake'\n")
    assert main(["module", "lock"]) == 0
    assert locked()["duck-lake"]["source"]["location"].startswith(forge.url)


def test_a_release_without_a_digest_is_rejected(
    forge: FakeForge, capsys: pytest.CaptureFixture[str]
) -> None:
    del forge.releases["duck-lake"][0]["file_sha256"], forge.releases["duck-lake"][0]["file_md5"]
    puppetfile("mod 'duck/lake'\n")
    assert main(["module", "lock", "--forge", forge.url]) == 2
    assert "has no digest of duck-lake 1.0.0" in capsys.readouterr().err


def test_the_forge_knows_no_module_without_an_author(
    forge: FakeForge, capsys: pytest.CaptureFixture[str]
) -> None:
    puppetfile("mod 'lake'\n")
    assert main(["module", "lock", "--forge", forge.url]) == 2
    assert "Puppetfile:1: no source has a module lake" in capsys.readouterr().err


def test_a_deleted_release_is_not_chosen(forge: FakeForge) -> None:
    forge.releases["duck-pond"][2]["deleted_at"] = "2020-01-01"
    puppetfile("mod 'duck/pond'\n")
    assert main(["module", "lock", "--forge", forge.url]) == 0
    assert locked()["duck-pond"]["version"] == "1.1.0"


def test_md5_is_checked_where_there_is_nothing_better(forge: FakeForge) -> None:
    del forge.releases["duck-lake"][0]["file_sha256"]
    puppetfile("mod 'duck/lake'\n")
    assert main(["module", "lock", "--forge", forge.url]) == 0
    assert locked()["duck-lake"]["source"]["digest"].startswith("md5:")
    assert main(["module", "install"]) == 0


def test_a_directory_and_a_forge_together(forge: FakeForge, packages: Path) -> None:
    puppetfile("mod 'duck/pond', '1.1.0'\nmod 'reed'\n")
    assert main(["module", "lock", "--from", "packages", "--forge", forge.url]) == 0
    assert locked()["duck-pond"]["source"]["type"] == "forge"
    assert locked()["duck-reed"]["source"]["type"] == "directory"


@pytest.mark.parametrize("status", [500, 503])
def test_a_server_that_fails(
    forge: FakeForge, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    forge.status = status
    puppetfile("mod 'duck/pond'\n")
    assert main(["module", "lock", "--forge", forge.url]) == 2
    assert f": {status} " in capsys.readouterr().err


def test_a_server_that_is_down(capsys: pytest.CaptureFixture[str]) -> None:
    made = FakeForge()
    with serving(made):
        pass
    puppetfile("mod 'duck/pond'\n")
    assert main(["module", "lock", "--forge", made.url]) == 2
    assert f"cannot reach the Forge {made.url}" in capsys.readouterr().err


def install_again(forge: FakeForge) -> dict[str, bytes]:
    """Install pond 1.0.0, then lock 2.0.0; return the content of the directory."""
    puppetfile("mod 'duck/pond', '1.0.0'\n")
    main(["module", "lock", "--forge", forge.url])
    assert main(["module", "install"]) == 0
    puppetfile("mod 'duck/pond', '2.0.0'\n")
    assert main(["module", "lock", "--forge", forge.url]) == 0
    return everything(Path("modules"))


@pytest.mark.parametrize("fault", ["cut", "digest", "missing", "hostile"])
def test_nothing_changes_if_a_module_cannot_be_had(
    forge: FakeForge, fault: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    before = install_again(forge)
    name = "duck-lake-1.0.0.tar.gz"
    if fault == "cut":
        forge.cuts_files = True
    elif fault == "missing":
        del forge.files[name]
    elif fault == "digest":
        forge.files[name] = forge.files["duck-pond-1.0.0.tar.gz"]
    else:
        _make_hostile(forge, name)
    assert main(["module", "install"]) == 2
    words = {
        "cut": "ended too early",
        "digest": "duck-lake 1.0.0 is not what was locked",
        "missing": "404",
        "hostile": "the member '../evil' leads out of the archive",
    }
    assert words[fault] in capsys.readouterr().err
    assert everything(Path("modules")) == before
    assert [each.name for each in Path("modules").iterdir()] == ["pond"]
    assert not (tmp_path / "evil").exists()


def _make_hostile(forge: FakeForge, name: str) -> None:
    """Serve an archive with the right digest and a member that leads out."""
    import io
    import tarfile
    from hashlib import sha256

    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as file:
        file.addfile(tarfile.TarInfo("../evil"))
    forge.files[name] = made.getvalue()
    lock = json.loads(Path("Puppetfile.lock.json").read_text())
    for module in lock["modules"]:
        if module["name"] == "duck-lake":
            module["source"]["digest"] = f"sha256:{sha256(made.getvalue()).hexdigest()}"
    Path("Puppetfile.lock.json").write_text(json.dumps(lock))


def test_nothing_changes_on_a_full_disk(
    forge: FakeForge, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from errno import ENOSPC

    before = install_again(forge)

    def full(_path: str, pieces: Iterator[bytes]) -> str:
        next(iter(pieces))
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr("duckrow.puppet.module_sources.install.write_new", full)
    assert main(["module", "install"]) == 2
    assert "No space left on device" in capsys.readouterr().err
    assert everything(Path("modules")) == before


def test_steps_are_undone_if_a_rename_fails(
    forge: FakeForge, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = install_again(forge)
    exchange = staging._exchange
    failures = [OSError(5, "Input/output error")]

    def fails_once(one: str, two: str) -> None:
        if failures:
            raise failures.pop()
        exchange(one, two)

    monkeypatch.setattr(staging, "_exchange", fails_once)
    assert main(["module", "install"]) == 2
    assert everything(Path("modules")) == before
    assert sorted(each.name for each in Path("modules").iterdir()) == ["pond"]
    assert main(["module", "install"]) == 0
    assert versions() == {"lake": "1.0.0", "pond": "2.0.0"}


def test_what_a_killed_installation_left_is_removed(forge: FakeForge) -> None:
    install_again(forge)
    left = Path("modules/.duckrow-new-abc/pond")
    left.mkdir(parents=True)
    (left / "half").write_text("x")
    assert main(["module", "install"]) == 0
    assert sorted(each.name for each in Path("modules").iterdir()) == ["lake", "pond"]


def test_two_installations_do_not_meet(
    forge: FakeForge, capsys: pytest.CaptureFixture[str]
) -> None:
    install_again(forge)
    with staging.Staging("modules"):
        assert main(["module", "install"]) == 2
    assert "another process is installing" in capsys.readouterr().err


def test_entries_are_exchanged_without_the_kernel_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import ctypes

    class NoLibrary:
        def __init__(self, *_: object, **__: object) -> None:
            pass

    monkeypatch.setattr(ctypes, "CDLL", NoLibrary)
    one, two = directory(tmp_path, "one", "1.0.0"), directory(tmp_path, "two", "2.0.0")
    staging._exchange(str(one), str(two))
    assert json.loads((one / "metadata.json").read_text())["version"] == "2.0.0"
    assert json.loads((two / "metadata.json").read_text())["version"] == "1.0.0"


# ---- git, tarballs, local modules


def git(*words: str, where: Path) -> str:
    names = {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "HOME": str(where)}
    found = subprocess.run(
        ["git", "-c", "user.name=duck", "-c", "user.email=duck@example.com", *words],
        cwd=where,
        env={"PATH": "/usr/local/bin:/usr/bin:/bin", **names},
        capture_output=True,
        text=True,
        check=True,
    )
    return found.stdout.strip()


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    made = directory(tmp_path / "git", "pond", "1.0.0")
    git("init", "-q", "-b", "main", ".", where=made)
    git("add", "-A", where=made)
    git("commit", "-q", "-m", "one", where=made)
    git("tag", "v1", where=made)
    git("checkout", "-q", "-b", "next", where=made)
    (made / "metadata.json").write_text(json.dumps(metadata("pond", "2.0.0")))
    git("commit", "-q", "-a", "-m", "two", where=made)
    git("checkout", "-q", "main", where=made)
    return made


@needs_git
@pytest.mark.parametrize(
    ("option", "version"),
    [
        ("", "1.0.0"),
        ("tag: 'v1'", "1.0.0"),
        ("branch: 'next'", "2.0.0"),
        ("commit", "1.0.0"),
        ("default_branch: 'next'", "2.0.0"),
        ("branch: :control_branch, default_branch: 'next'", "2.0.0"),
        ("tag: 'v1', default_branch: 'next'", "1.0.0"),
    ],
)
def test_modules_in_git(option: str, version: str, repository: Path, packages: Path) -> None:
    commit = git("rev-parse", "main", where=repository)
    if option == "commit":
        option = f"commit: '{commit}'"
    puppetfile(f"mod 'pond', git: 'file://{repository}'{', ' if option else ''}{option}\n")
    assert main(["module", "lock", "--from", "packages"]) == 0
    assert locked()["duck-pond"]["version"] == version
    assert locked()["duck-pond"]["source"]["digest"].startswith("commit:")
    assert main(["module", "install"]) == 0
    assert versions() == {"pond": version}
    assert not Path("modules/pond/.git").exists()


@needs_git
def test_a_repository_with_one_directory(tmp_path: Path, packages: Path) -> None:
    made = directory(tmp_path / "git", "pond", "1.0.0")
    (made / "metadata.json").unlink()
    git("init", "-q", "-b", "main", ".", where=made)
    git("add", "-A", where=made)
    git("commit", "-q", "-m", "one", where=made)
    puppetfile(f"mod 'pond', git: 'file://{made}'\n")
    assert main(["module", "lock", "--from", "packages"]) == 0
    assert main(["module", "install"]) == 0
    assert Path("modules/pond/manifests/init.pp").exists()


@needs_git
def test_a_lock_of_git_does_not_follow_the_branch(repository: Path, packages: Path) -> None:
    puppetfile(f"mod 'pond', git: 'file://{repository}', branch: 'next'\n")
    assert main(["module", "lock", "--from", "packages"]) == 0
    git("checkout", "-q", "next", where=repository)
    (repository / "metadata.json").write_text(json.dumps(metadata("pond", "3.0.0")))
    git("commit", "-q", "-a", "-m", "three", where=repository)
    assert main(["module", "install"]) == 0
    assert versions() == {"pond": "2.0.0"}


@needs_git
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("git: 'file://HERE', ref: 'nothing'", "Puppetfile:1: file://HERE has no ref nothing"),
        ("git: 'file://HERE', tag: 'v1', branch: 'b'", "'pond' has both tag and branch"),
        ("tarball: 'x', version: 'abc'", "the version of a tarball is its SHA256 digest"),
        ("git: 'file://HERE', ref: 'nothing', default_branch: 'no'", "has no ref no"),
        ("git: 'file://HERE', default_branch: '--x'", "'--x' is not the name of a ref"),
        ("git: 'file://HERE', install_path: 'x'", "install_path is not available"),
        ("git: 'file://HERE/nowhere'", "cannot read the git repository"),
        ("git: 'ext::sh -c touch% evil'", "cannot read the git repository"),
        ("git: '--upload-pack=touch evil'", "is not the location of a git repository"),
    ],
)
def test_errors_of_git(
    text: str,
    message: str,
    repository: Path,
    packages: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    puppetfile(f"mod 'pond', {text.replace('HERE', str(repository))}\n")
    assert main(["module", "lock", "--from", "packages"]) == 2
    assert message.replace("HERE", str(repository)) in capsys.readouterr().err
    assert not Path("evil").exists()
    assert not Path("/evil").exists()


def test_tarballs_and_local_modules(tmp_path: Path, packages: Path) -> None:
    tarball(tmp_path / "else", "heron", "1.0.0", {"stork": "3.x"})
    directory(tmp_path / "modules", "stork", "3.1.0")
    puppetfile(
        "mod 'heron', tarball: 'else/duck-heron-1.0.0.tar.gz'\n"
        "mod 'stork', local: true\nmod 'teal', path: './teal'\n"
    )
    directory(tmp_path, "teal", "5.0.0")
    assert main(["module", "lock", "--from", "packages"]) == 0
    kinds = {name: each["source"]["type"] for name, each in locked().items()}
    assert kinds == {"duck-heron": "tarball", "duck-stork": "local", "duck-teal": "directory"}
    assert main(["module", "install"]) == 0
    assert versions() == {"heron": "1.0.0", "stork": "3.1.0", "teal": "5.0.0"}


def test_a_local_module_that_is_missing(packages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    puppetfile("mod 'duck/reed'\nmod 'stork', local: true\n")
    warning = "Warning: modules/stork is missing; it is a local module\n"
    assert main(["module", "lock", "--from", "packages"]) == 0
    assert capsys.readouterr().err == warning
    assert main(["module", "install"]) == 0
    captured = capsys.readouterr()
    assert captured.err == warning
    assert captured.out.endswith("modules: 1 installed, 0 left alone\n")


def test_a_local_module_may_be_an_archive(
    archives: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.move(archives, "modules")
    puppetfile("mod 'pond', local: true\n")
    assert main(["module", "lock", "--from", "modules"]) == 0
    assert locked()["duck-pond"]["version"] == "1.1.0"
    assert locked()["duck-pond"]["source"]["location"] == "modules/pond-1.1.0.zip"
    assert main(["module", "install"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    assert captured.out.endswith("modules: 0 installed, 1 left alone\n")


def test_a_cut_tarball_is_named(packages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cut = packages / "duck-pond-1.0.0.tar.gz"
    cut.write_bytes(cut.read_bytes()[:100])
    puppetfile("mod 'pond', tarball: 'packages/duck-pond-1.0.0.tar.gz'\n")
    assert main(["module", "lock", "--from", "packages"]) == 2
    assert "duckrow: Puppetfile:1: packages/duck-pond-1.0.0.tar.gz is " in capsys.readouterr().err


@pytest.mark.parametrize("kind", ["a directory", "a directory with a link"])
def test_an_installed_module_may_be_installed_elsewhere(kind: str, packages: Path) -> None:
    puppetfile("mod 'duck/reed'\n")
    assert main(["module", "lock", "--from", "packages"]) == 0
    assert main(["module", "install"]) == 0
    mine = Path("mine")
    mine.write_text("mine")
    if kind == "a directory with a link":
        note = Path("modules/reed", NOTE)
        note.unlink()
        note.symlink_to(mine.absolute())
    assert main(["module", "lock", "--from", "modules"]) == 0
    for _ in range(2):
        assert main(["module", "install", "--into", "else"]) == 0
    assert not Path("else/reed", NOTE).is_symlink()
    assert mine.read_text() == "mine"
    Path("else/reed/manifests/init.pp").write_text("class reed { }")
    assert main(["module", "install", "--into", "else"]) == 2


def test_a_local_module_that_does_not_fit_is_a_conflict(
    tmp_path: Path, packages: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    directory(tmp_path / "modules", "lake", "1.0.0")
    puppetfile("mod 'duck/pond', '2.0.0'\nmod 'duck/lake', local: true\n")
    assert main(["module", "lock", "--from", "packages"]) == 1
    assert "pond 2.0.0 needs lake >= 2.0.0" in capsys.readouterr().err


def test_the_digest_in_a_puppetfile_is_checked(
    packages: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    puppetfile(
        "mod 'pond', type: 'tarball', source: 'packages/duck-pond-1.0.0.tar.gz', "
        f"version: '{'0' * 64}'\n"
    )
    assert main(["module", "lock", "--from", "packages"]) == 2
    assert "the Puppetfile asks for" in capsys.readouterr().err


# ---- the lock and the tree


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("quack", "is not JSON"),
        ("[" * 100_000, "is not JSON: nesting of 101 is too deep"),
        ("[]", "is not a lock"),
        ('{"format": 9}', "is not a lock"),
        ('{"format": 1, "moduledir": "m", "modules": [{}]}', "module 1 is incomplete"),
        (
            '{"format": 1, "moduledir": "m", "modules": [{"name": "a-../b", "version": "1"}]}',
            "module 1 is incomplete",
        ),
    ],
)
def test_an_invalid_lock_is_rejected(
    text: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("Puppetfile.lock.json").write_text(text)
    assert main(["module", "install"]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("version", "location"),
    [
        ("1/../../../evil", "archives/pond-1.0.0.zip"),
        ("1.0.0\n", "archives/pond-1.0.0.zip"),
        ("1.0", "archives/pond-1.0.0.zip"),
        ("None", "archives/pond-1.0.0.zip"),
        ("1.0.0", "archives/pond-1.0.0"),
        ("1.0.0", "archives/../"),
    ],
)
def test_an_archive_gets_no_other_name(
    version: str, location: str, archives: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert install_archive("1.0.0", "--noop") == 0
    lock = json.loads(Path("Puppetfile.lock.json").read_text())
    lock["modules"][0]["version"] = version
    lock["modules"][0]["source"]["location"] = location
    Path("Puppetfile.lock.json").write_text(json.dumps(lock))
    assert main(["module", "install"]) == 2
    assert "module 1 is incomplete or invalid" in capsys.readouterr().err


def test_a_missing_lock_and_puppetfile(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["module", "install"]) == 2
    assert "duckrow module lock writes one" in capsys.readouterr().err
    assert main(["module", "lock"]) == 2
    assert "cannot read Puppetfile" in capsys.readouterr().err


def test_the_tree_shows_what_is_not_met(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    directory(tmp_path / "modules", "pond", "1.0.0", {"lake": "1.x", "reed": ">= 2.0.0"})
    directory(tmp_path / "modules", "lake", "1.5.0", {"rain": "1.x"})
    directory(tmp_path / "modules", "reed", "1.0.0")
    assert main(["module", "tree"]) == 1
    assert capsys.readouterr().out == (
        "duck-pond 1.0.0\n"
        "  duck-lake 1.5.0 (needs 1.x)\n"
        "    duck-rain is missing: needs 1.x\n"
        "  duck-reed 1.0.0 does not fit: needs >= 2.0.0\n"
        "duck-reed 1.0.0\n"
    )
    assert main(["module", "tree", "--json", "modules"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["modules"][1]["dependencies"] == [
        {"name": "duck-lake", "requirement": "1.x", "installed": "1.5.0", "unmet": None},
        {
            "name": "duck-reed",
            "requirement": ">= 2.0.0",
            "installed": "1.0.0",
            "unmet": "version_mismatch",
        },
    ]


def test_a_tree_in_which_all_is_met(tmp_path: Path) -> None:
    directory(tmp_path / "modules", "pond", "1.0.0", {"lake": "1.x"})
    directory(tmp_path / "modules", "lake", "1.5.0", {"pond": "1.x"})
    assert main(["module", "tree"]) == 0


def test_the_digest_of_a_tree_sees_names_contents_links_and_programs(tmp_path: Path) -> None:
    module = directory(tmp_path, "pond", "1.0.0")
    seen = [whole.tree_digest(str(module))]
    (module / "a").write_text("x")
    seen.append(whole.tree_digest(str(module)))
    (module / "a").rename(module / "b")
    seen.append(whole.tree_digest(str(module)))
    (module / "b").chmod(0o755)
    seen.append(whole.tree_digest(str(module)))
    (module / "b").unlink()
    (module / "b").symlink_to("metadata.json")
    seen.append(whole.tree_digest(str(module)))
    assert len(set(seen)) == len(seen)


# ---- several versions


def test_ld_7_the_tree_shows_the_version_that_each_module_gets(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    modules = tmp_path / "modules"
    directory(modules, "pond", "1.0.0", {"lake": "1.x"})
    directory(modules, "reed", "1.0.0", {"lake": ">= 2.0.0"})
    for version in ("1.5.0", "2.0.0", "2.10.0"):
        directory(tmp_path, "lake", version).rename(modules / f"lake@{version}")
    assert main(["module", "tree"]) == 0
    assert capsys.readouterr().out == (
        "duck-lake 2.0.0\n"
        "duck-pond 1.0.0\n"
        "  duck-lake 1.5.0 (needs 1.x)\n"
        "duck-reed 1.0.0\n"
        "  duck-lake 2.10.0 (needs >= 2.0.0)\n"
    )


def test_ld_7_a_lock_names_what_the_environment_sees(packages: Path) -> None:
    puppetfile("mod 'duck/pond'\n")
    assert main(["module", "lock", "--from", str(packages)]) == 0
    assert sorted(locked()) == ["duck-lake", "duck-pond"]
    assert json.loads(Path("Puppetfile.lock.json").read_text())["visible"] == {"duck-pond": "2.0.0"}


def test_ld_7_several_versions_of_a_lock_are_installed_side_by_side(packages: Path) -> None:
    puppetfile("mod 'duck/pond', '2.0.0'\n")
    assert main(["module", "lock", "--from", str(packages)]) == 0
    assert main(["module", "install"]) == 0
    assert versions() == {"lake": "2.0.0", "pond": "2.0.0"}
    puppetfile("mod 'duck/pond', '2.0.0'\nmod 'duck/lake', '1.x'\n")
    assert main(["module", "lock", "--from", str(packages)]) == 1
    assert main(["module", "lock", "--several-versions", "--from", str(packages)]) == 0
    whole = json.loads(Path("Puppetfile.lock.json").read_text())
    assert [(each["name"], each["version"]) for each in whole["modules"]] == [
        ("duck-lake", "1.0.0"),
        ("duck-lake", "2.0.0"),
        ("duck-pond", "2.0.0"),
    ]
    assert whole["visible"] == {"duck-lake": "1.0.0", "duck-pond": "2.0.0"}
    assert whole["modules"][2]["chosen"] == {"duck-lake": "2.0.0"}
    assert main(["module", "install"]) == 0
    assert versions() == {"lake@1.0.0": "1.0.0", "lake@2.0.0": "2.0.0", "pond": "2.0.0"}
    before = everything(Path("modules"))
    assert main(["module", "install"]) == 0
    assert everything(Path("modules")) == before


def test_ld_7_versions_that_the_lock_no_longer_has_are_removed(
    packages: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tarball(packages, "lake", "3.0.0")
    directory(Path("modules"), "lake", "9.0.0").rename("modules/lake@9.0.0")  # somebody else's

    def install(versions_of_lake: str, *options: str) -> str:
        puppetfile(f"mod 'duck/pond', '1.0.0'\nmod 'duck/lake', '{versions_of_lake}'\n")
        lock = ["module", "lock", "--several-versions", "--from", str(packages)]
        assert main(lock) == 0
        capsys.readouterr()
        assert main(["module", "install", *options]) == 0
        return capsys.readouterr().out

    install("3.0.0")
    assert sorted(versions()) == ["lake@1.0.0", "lake@3.0.0", "lake@9.0.0", "pond"]
    shown = install("2.0.0")
    assert sorted(versions()) == ["lake@1.0.0", "lake@2.0.0", "lake@9.0.0", "pond"]
    assert "replaced duck-lake 1.0.0 (was 1.0.0); removed lake@3.0.0\n" in shown
    assert "installed duck-lake 2.0.0\n" in shown
    install("1.0.0")
    assert sorted(versions()) == ["lake", "lake@9.0.0", "pond"]
    install("2.0.0")
    Path("modules/lake@2.0.0/mine").write_text("x")
    puppetfile("mod 'duck/pond', '1.0.0'\n")
    assert main(["module", "lock", "--from", str(packages)]) == 0
    assert main(["module", "install"]) != 0
    assert "cannot replace modules/lake@2.0.0" in capsys.readouterr().err


def test_ld_7_each_of_several_versions_has_one(
    packages: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    puppetfile("mod 'duck/pond', '2.0.0'\nmod 'duck/lake', '1.x'\n")
    assert main(["module", "lock", "--several-versions", "--from", str(packages)]) == 0
    whole = json.loads(Path("Puppetfile.lock.json").read_text())
    whole["modules"][0]["version"] = ""
    Path("Puppetfile.lock.json").write_text(json.dumps(whole))
    assert main(["module", "install"]) == 2
    assert "one of several modules lake has no version" in capsys.readouterr().err


def test_ld_7_one_version_of_each_is_preferred(packages: Path) -> None:
    puppetfile("mod 'duck/pond'\nmod 'duck/lake', '1.x'\n")
    assert main(["module", "lock", "--several-versions", "--from", str(packages)]) == 0
    assert {name: each["version"] for name, each in locked().items()} == {
        "duck-lake": "1.0.0",
        "duck-pond": "1.0.0",
    }


def test_ld_7_a_version_that_does_not_exist_is_still_a_conflict(
    packages: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    puppetfile("mod 'duck/pond', '2.0.0'\nmod 'duck/lake', '7.x'\n")
    assert main(["module", "lock", "--several-versions", "--from", str(packages)]) == 1
    assert "no versions of the modules fit together" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("visible", ["duck-lake"], "'visible' is not versions of modules by name"),
        ("chosen", {"duck-lake": 1}, "module 1 is incomplete or invalid"),
    ],
)
def test_ld_7_an_invalid_choice_is_rejected(
    packages: Path, capsys: pytest.CaptureFixture[str], key: str, value: object, message: str
) -> None:
    puppetfile("mod 'duck/lake'\n")
    assert main(["module", "lock", "--from", str(packages)]) == 0
    whole = json.loads(Path("Puppetfile.lock.json").read_text())
    (whole if key == "visible" else whole["modules"][0])[key] = value
    Path("Puppetfile.lock.json").write_text(json.dumps(whole))
    assert main(["module", "install"]) != 0
    assert message in capsys.readouterr().err


# ---- signatures


@pytest.fixture
def signed(tmp_path: Path) -> Path:
    """The package pond-1.0.0.par in packages/, signed, and the key in trust/."""
    pytest.importorskip("cryptography.hazmat.primitives.asymmetric.ed25519")
    directory(tmp_path / "sources", "pond", "1.0.0")
    (source,) = (tmp_path / "sources").iterdir()
    assert main(["module", "pack", "--into", "packages", str(source)]) == 0
    assert main(["module", "key", "author"]) == 0
    Path("trust").mkdir()
    Path("author.pub").rename("trust/author.pub")
    assert main(["module", "sign", "--key", "author.key", "packages/pond-1.0.0.par"]) == 0
    puppetfile("mod 'duck/pond'\n")
    assert main(["module", "lock", "--from", "packages"]) == 0
    return tmp_path / "packages"


def names_of(path: str) -> list[str]:
    return sorted(each.name for each in Path(path).iterdir() if not each.name.startswith("."))


def test_a_package_is_installed_with_its_signatures(
    signed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["module", "install", "--trust", "trust"]) == 0
    assert names_of("modules") == ["pond-1.0.0.par", "pond-1.0.0.par.sig"]
    assert main(["module", "verify", "--trust", "trust", "modules/pond-1.0.0.par"]) == 0
    capsys.readouterr()
    assert main(["module", "install", "--trust", "trust"]) == 0
    assert capsys.readouterr().out == "modules: 0 installed, 1 left alone\n"


def test_new_signatures_replace_the_old_ones(signed: Path) -> None:
    assert main(["module", "install"]) == 0
    assert main(["module", "key", "second"]) == 0
    assert main(["module", "sign", "--key", "second.key", "packages/pond-1.0.0.par"]) == 0
    assert main(["module", "install"]) == 0
    installed = Path("modules/pond-1.0.0.par.sig").read_text()
    assert installed == (signed / "pond-1.0.0.par.sig").read_text()
    assert len(installed.splitlines()) == 2


def test_the_signatures_of_an_old_version_go_with_it(signed: Path, tmp_path: Path) -> None:
    assert main(["module", "install"]) == 0
    directory(tmp_path / "newer", "pond", "2.0.0")
    (source,) = (tmp_path / "newer").iterdir()
    assert main(["module", "pack", "--into", "packages", str(source)]) == 0
    assert main(["module", "lock", "--from", "packages"]) == 0
    assert main(["module", "install"]) == 0
    assert names_of("modules") == ["pond-2.0.0.par"]  # this one has no signatures


def test_a_package_without_a_signature_is_not_installed(
    signed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (signed / "pond-1.0.0.par.sig").unlink()
    assert main(["module", "install", "--trust", "trust"]) == 2
    assert (
        "duck-pond 1.0.0 is rejected: packages/pond-1.0.0.par is not signed"
        in capsys.readouterr().err
    )
    assert names_of("modules") == []


def test_a_package_that_is_there_already_is_checked_too(
    signed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["module", "install"]) == 0
    Path("trust/revoked").mkdir()
    Path("trust/author.pub").rename("trust/revoked/author.pub")
    assert main(["module", "install", "--trust", "trust"]) == 2
    assert "is signed by a key that is revoked: author.pub" in capsys.readouterr().err


def test_the_environment_beside_the_lock_requires_signatures(
    signed: Path, packages: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    conf = "module_signatures = all\nmodule_trust = trust\n"
    Path("environment.conf").write_text(conf)
    assert main(["module", "install"]) == 0
    puppetfile("mod 'reed'\n")
    assert main(["module", "lock", "--from", "packages"]) == 0
    assert main(["module", "install"]) == 2
    assert "packages/reed is not a signed package" in capsys.readouterr().err
    assert names_of("modules") == ["pond-1.0.0.par", "pond-1.0.0.par.sig"]


# ---- power cuts


def test_modules_are_on_the_disk_before_they_take_their_places(
    packages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []

    def note(what: str, name: str, function: Callable[..., None]) -> None:
        def noted(*arguments: object) -> None:
            steps.append(what)
            function(*arguments)

        monkeypatch.setattr(name, noted)

    note("content", "duckrow.machine.files.staging.sync_file_system", sync_file_system)
    note("rename", "os.rename", os.rename)
    note("names", "os.fsync", os.fsync)
    puppetfile("mod 'reed'\n")
    assert main(["module", "lock", "--from", "packages"]) == 0
    del steps[:]
    assert main(["module", "install"]) == 0
    assert steps == ["content", "rename", "names"]


def test_a_disk_that_does_not_take_the_content_changes_nothing(
    packages: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_number: int) -> None:
        raise OSError(5, "Input/output error")

    puppetfile("mod 'reed'\n")
    assert main(["module", "lock", "--from", "packages"]) == 0
    monkeypatch.setattr(staging, "sync_file_system", fail)
    assert main(["module", "install"]) == 2
    assert "Input/output error" in capsys.readouterr().err
    assert names_of("modules") == []


def test_the_name_of_a_lock_is_on_the_disk(packages: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[bool] = []
    fsync = os.fsync

    def note(number: int) -> None:
        synced.append(Path(f"/proc/self/fd/{number}").resolve().is_dir())
        fsync(number)

    monkeypatch.setattr("os.fsync", note)
    puppetfile("mod 'reed'\n")
    assert main(["module", "lock", "--from", "packages"]) == 0
    assert synced == [False, True]  # the content, then the directory
