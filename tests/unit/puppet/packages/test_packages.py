"""Packages: the same bytes each time, an index of everything, signatures that are checked."""

from __future__ import annotations

import json
import os
import zipfile
from pathlib import Path

import pytest

from duckrow.cli.main import main
from duckrow.machine.archives.archive import Archive
from duckrow.machine.archives.index import digest, files_at, is_among, is_listed, lines_from
from duckrow.machine.archives.members import ArchiveError
from duckrow.machine.archives.write import write_archive
from duckrow.puppet.environment import Environment
from duckrow.puppet.packages import signatures
from duckrow.puppet.packages.pack import pack_module
from duckrow.puppet.packages.verify import verify_contents
from duckrow.source.digest_cache import CheckedBytes, DigestCache
from duckrow.source.errors import DuckrowError, InputError

ed25519 = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.ed25519")
serialization = pytest.importorskip("cryptography.hazmat.primitives.serialization")

MODULE = {
    "metadata.json": '{"name": "duck-pond", "version": "1.2.0"}',
    "manifests/init.pp": "class pond { }\nclass pond::deep { }",
    "manifests/bank.pp": "define pond::bank { }",
    "types/depth.pp": "type Pond::Depth = Integer",
    "functions/twice.pp": "function pond::twice($x) { $x * 2 }",
    "plans/swim.pp": "plan pond::swim() { }",
    "lib/puppet/functions/pond/thrice.rb": "",
    "lib/puppet/parser/functions/old.rb": "",
    "lib/duckrow/functions/pond/quack.py": "",
    "lib/duckrow/plugins/census.py": "",
    "lib/facter/wet.rb": "",
    "lib/puppet/type/reed.rb": "",
    "lib/puppet/provider/reed/file.rb": "",
    "templates/a.erb": "",
    "files/tree/one": "1",
    "data/common.yaml": "",
    "README.md": "",
    ".git/config": "",
    "spec/x_spec.rb": "",
}


@pytest.fixture
def module(tmp_path: Path) -> Path:
    for name, text in MODULE.items():
        path = tmp_path / "pond" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "pond"


@pytest.fixture
def package(module: Path, tmp_path: Path) -> Path:
    assert main(["module", "pack", "--into", str(tmp_path), str(module)]) == 0
    return tmp_path / "pond-1.2.0.par"


def test_the_same_bytes_each_time(module: Path) -> None:
    first = pack_module(str(module)).content
    for path in module.rglob("*"):
        os.utime(path, (1, 1))
        path.chmod(0o700)
    assert pack_module(str(module)).content == first


def test_the_index_has_everything(package: Path) -> None:
    index = Archive(str(package)).index()
    assert (index.module, index.version) == ("pond", "1.2.0")
    left_out = {".git/config", "spec/x_spec.rb"}
    assert set(index.digests or {}) == MODULE.keys() - left_out
    assert index.defines == {
        "classes": {"pond": "manifests/init.pp", "pond::deep": "manifests/init.pp"},
        "data": {"common.yaml": "data/common.yaml"},
        "defines": {"pond::bank": "manifests/bank.pp"},
        "facts": {"wet.rb": "lib/facter/wet.rb"},
        "files": {"tree/one": "files/tree/one"},
        "functions": {
            "old": "lib/puppet/parser/functions/old.rb",
            "pond::quack": "lib/duckrow/functions/pond/quack.py",
            "pond::thrice": "lib/puppet/functions/pond/thrice.rb",
            "pond::twice": "functions/twice.pp",
        },
        "plans": {"pond::swim": "plans/swim.pp"},
        "plugins": {"pond::census": "lib/duckrow/plugins/census.py"},
        "providers": {"reed/file": "lib/puppet/provider/reed/file.rb"},
        "resource types": {"reed": "lib/puppet/type/reed.rb"},
        "templates": {"a.erb": "templates/a.erb"},
        "types": {"Pond::Depth": "types/depth.pp"},
    }


def test_a_link_is_not_packed(module: Path) -> None:
    (module / "files" / "link").symlink_to("/etc/passwd")
    with pytest.raises(InputError, match="files/link: it is a link"):
        pack_module(str(module))


@pytest.mark.parametrize(
    "version", ["1/../../../pwned", "1.0.0+/../x", "1.0.0-a/../x", "1.2", "one", "../x"]
)
def test_a_version_is_one(version: str, module: Path) -> None:
    (module / "metadata.json").write_text(json.dumps({"name": "duck-pond", "version": version}))
    with pytest.raises(InputError, match="is not a version"):
        pack_module(str(module))


def test_a_manifest_in_error_is_named(module: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (module / "manifests" / "bad.pp").write_text("class pond::bad {")
    assert main(["module", "pack", "--into", str(module.parent), str(module)]) == 2
    assert f"cannot pack {module}/manifests/bad.pp: Syntax error" in capsys.readouterr().err
    assert not list(module.parent.glob("*.par"))


def rewrite(package: Path, changes: dict[str, str | None]) -> None:
    """Change members of a package; None removes one."""
    with zipfile.ZipFile(package) as file:
        members = {name: file.read(name) for name in file.namelist()}
    with zipfile.ZipFile(package, "w") as file:
        for name, text in {**members, **changes}.items():
            if text is not None:
                file.writestr(name, text)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"manifests/init.pp": "class evil { }"}, "'manifests/init.pp' is not what the index"),
        ({"manifests/more.pp": "class more { }"}, "'manifests/more.pp' is not in the index"),
        ({"manifests/bank.pp": None}, "'manifests/bank.pp' is in the index and not in"),
        ({"INDEX.json": "{}"}, "'INDEX.json' is not the index of a package"),
        ({"INDEX.json": "["}, "'INDEX.json' is not the index of a package"),
        ({"INDEX.json": '{"format": 9}'}, "'INDEX.json' has the format 9, not 2"),
        ({"INDEX.json": None}, "has no INDEX.json"),
    ],
)
def test_a_changed_package(changes: dict[str, str | None], message: str, package: Path) -> None:
    verify_contents(str(package))
    rewrite(package, changes)
    with pytest.raises(ArchiveError, match=message):
        verify_contents(str(package))


def test_an_index_lists_the_facts_that_files_add(module: Path, tmp_path: Path) -> None:
    (module / "lib/facter/wet.rb").write_text("Facter.add(:wet) { }")
    (module / "lib/facter/deep.txt").write_text("")
    assert main(["module", "pack", "--into", str(tmp_path), str(module)]) == 0
    package = tmp_path / "pond-1.2.0.par"
    verify_contents(str(package))
    with zipfile.ZipFile(package) as file:
        index = file.read("INDEX.json").decode()
    assert index.count('"wet"') == 1
    rewrite(package, {"INDEX.json": index.replace('"wet"', '"dry"')})
    with pytest.raises(ArchiveError, match=r"'INDEX.json' lists other facts than the files"):
        verify_contents(str(package))


def test_code_with_a_wrong_digest_does_not_run(
    package: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rewrite(package, {"manifests/init.pp": "class pond { notice('evil') }"})
    words = ["compile", f"--confdir={package.parent}/c", f"--modulepath={package.parent}"]
    (package.parent / "pond").rename(package.parent / "Pond")
    assert main([*words, "-e", "include pond"]) == 1
    assert "'manifests/init.pp' is not what the index of the package says" in (
        capsys.readouterr().err
    )


class Key:
    """A key, its private file, and its public key."""

    def __init__(self, directory: Path, name: str) -> None:
        key = ed25519.Ed25519PrivateKey.generate()
        self.private = directory / f"{name}.key"
        self.private.write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
        )
        self.name = f"{name}.pub"
        self.public = key.public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
        )

    def trust(self, directory: Path) -> None:
        directory.mkdir(exist_ok=True)
        (directory / self.name).write_bytes(self.public)


def verify(package: Path, trust: Path) -> int:
    return main(["module", "verify", "--trust", str(trust), str(package)])


def test_signatures(package: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trust = tmp_path / "trust"
    one, two = Key(tmp_path, "one"), Key(tmp_path, "two")
    one.trust(trust)
    assert verify(package, trust) == 1
    assert "is not signed" in capsys.readouterr().err
    assert main(["module", "sign", "--key", str(two.private), str(package)]) == 0
    assert verify(package, trust) == 1
    assert "has no signature of a key that is trusted" in capsys.readouterr().err
    assert main(["module", "sign", "--key", str(one.private), str(package)]) == 0
    assert main(["module", "sign", "--key", str(one.private), str(package)]) == 0
    assert len((tmp_path / "pond-1.2.0.par.sig").read_text().splitlines()) == 2
    assert verify(package, trust) == 0
    assert "signed by one.pub" in capsys.readouterr().out
    one.trust(trust / "revoked")
    assert verify(package, trust) == 1
    assert "is signed by a key that is revoked: one.pub" in capsys.readouterr().err
    two.trust(trust)
    assert verify(package, trust) == 0
    assert "signed by two.pub" in capsys.readouterr().out


def test_a_signature_is_of_one_index(
    package: Path, module: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    key = Key(tmp_path, "one")
    key.trust(tmp_path / "trust")
    assert main(["module", "sign", "--key", str(key.private), str(package)]) == 0
    (module / "README.md").write_text("changed")
    assert main(["module", "pack", "--into", str(tmp_path), str(module)]) == 0
    assert verify(package, tmp_path / "trust") == 1
    assert "has a signature of one.pub that is wrong" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["apache.par", "pond-9.0.0.par"])
def test_a_package_under_another_name(name: str, package: Path) -> None:
    other = package.rename(package.with_name(name))
    with pytest.raises(ArchiveError, match=r"is not what its name says: it is pond 1\.2\.0"):
        verify_contents(str(other))


def test_a_signature_of_strange_bytes(
    package: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    key = Key(tmp_path, "one")
    key.trust(tmp_path / "trust")
    assert main(["module", "sign", "--key", str(key.private), str(package)]) == 0
    signature = tmp_path / "pond-1.2.0.par.sig"
    signature.write_bytes(signature.read_bytes()[:-20] + b"\xff\xfe\n")
    assert verify(package, tmp_path / "trust") == 1
    assert "has a signature of one.pub that is wrong" in capsys.readouterr().err


def test_a_key_is_made_once(
    package: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = str(tmp_path / "author")
    assert main(["module", "key", name]) == 0
    assert (tmp_path / "author.key").stat().st_mode & 0o777 == 0o600
    assert main(["module", "sign", "--key", f"{name}.key", str(package)]) == 0
    (tmp_path / "trust").mkdir()
    (tmp_path / "author.pub").rename(tmp_path / "trust" / "author.pub")
    assert verify(package, tmp_path / "trust") == 0
    before = (tmp_path / "author.key").read_bytes()
    assert main(["module", "key", name]) == 2
    assert "author.key: File exists" in capsys.readouterr().err
    assert (tmp_path / "author.key").read_bytes() == before


@pytest.mark.parametrize("text", ["", "nonsense", "-----BEGIN PRIVATE KEY-----\nAA\n"])
def test_no_key(text: str, package: Path, tmp_path: Path) -> None:
    (tmp_path / "trust").mkdir()
    (tmp_path / "trust" / "bad.pub").write_text(text)
    (tmp_path / "bad.key").write_text(text)
    assert verify(package, tmp_path / "trust") != 0
    assert main(["module", "sign", "--key", str(tmp_path / "bad.key"), str(package)]) != 0


def test_keys_of_another_kind(package: Path, tmp_path: Path) -> None:
    rsa = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.rsa")
    key = rsa.generate_private_key(65537, 2048)
    (tmp_path / "rsa.key").write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    from duckrow.puppet.packages.signatures import sign

    with pytest.raises(DuckrowError, match="it is not an Ed25519 key"):
        sign(str(package), b"", str(tmp_path / "rsa.key"))


def test_a_package_is_checked_like_a_directory(
    module: Path, package: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (module / "manifests" / "bad.pp").unlink(missing_ok=True)
    main(["module", "check", "--format", "json", str(module)])
    directory = json.loads(capsys.readouterr().out)
    main(["module", "check", "--format", "json", str(package)])
    assert json.loads(capsys.readouterr().out)["parts"] == directory["parts"]
    main(["module", "check", "--format", "json", str(package.parent)])
    names = [json.loads(line)["module"] for line in capsys.readouterr().out.splitlines()]
    assert names == ["pond", "pond"]


def test_a_key_that_is_missing(package: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["module", "sign", "--key", "nowhere.key", str(package)]) == 2
    assert "cannot read the key nowhere.key: No such file" in capsys.readouterr().err


def test_what_compresses_too_well_is_stored(module: Path, tmp_path: Path) -> None:
    (module / "files/zeros").write_bytes(bytes(5_000_000))
    (module / "files/text").write_text("quack\n" * 1000)
    assert main(["module", "pack", "--into", str(tmp_path), str(module)]) == 0
    package = tmp_path / "pond-1.2.0.par"
    verify_contents(str(package))
    with zipfile.ZipFile(package) as archive:
        kinds = {each.filename: each.compress_type for each in archive.infolist()}
    assert kinds["files/zeros"] == zipfile.ZIP_STORED
    assert kinds["files/text"] == zipfile.ZIP_DEFLATED


def test_a_module_without_files_is_not_packed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pond").mkdir()
    assert main(["module", "pack", "--into", str(tmp_path), str(tmp_path / "pond")]) == 2
    assert "cannot pack" in (said := capsys.readouterr().err)
    assert "there are no files in it" in said
    assert not (tmp_path / "pond.par").exists()


def test_a_package_does_not_contain_itself(module: Path) -> None:
    words = ["module", "pack", "--into", str(module), str(module)]
    assert main(words) == 0
    package = module / "pond-1.2.0.par"
    before = package.read_bytes()
    (module / "pond-1.2.0.par.sig").write_text("")
    assert main(words) == 0
    assert package.read_bytes() == before


def test_a_module_that_only_has_files_is_one_module(tmp_path: Path) -> None:
    (tmp_path / "pond/files").mkdir(parents=True)
    (tmp_path / "pond/files/a").write_text("a")
    assert main(["module", "pack", "--into", str(tmp_path), str(tmp_path / "pond")]) == 0
    assert Archive(str(tmp_path / "pond.par")).read("files/a") == b"a"


def test_pack_names_no_file_to_write(module: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["module", "pack", "-o", str(module / "x.par"), str(module)]) == 2
    assert "--into DIR says where it goes" in capsys.readouterr().err


def test_keys_of_older_libraries_have_a_digest() -> None:
    class OldKey:
        """A key as versions before 40 have it, without public_bytes_raw."""

        def __init__(self) -> None:
            self._key = ed25519.Ed25519PrivateKey.generate().public_key()

        def public_bytes(self, *forms: object) -> object:
            return self._key.public_bytes(*forms)

    assert len(signatures._digest(OldKey())) > 20  # type: ignore[arg-type]


def test_an_index_is_searched_before_it_is_read(package: Path) -> None:
    archive = Archive(str(package))
    index = archive.read("INDEX.json")
    content = archive.read("manifests/init.pp")
    path = str(package)

    def has(index: bytes, path: str, name: str, content: bytes) -> bool:
        start = files_at(index, path)
        found = start >= 0 and is_listed(index, start, name, digest(content))
        lines = lines_from(index, start) if start >= 0 else frozenset()
        assert is_among(lines, name, digest(content)) is found
        return found

    assert has(index, path, "manifests/init.pp", content)
    assert not has(index, path, "manifests/init.pp", content + b" ")
    assert not has(index, path, "manifests/other.pp", content)
    assert not has(index, "/modules/lake.par", "manifests/init.pp", content)
    assert not has(index, "/modules/pond-9.9.9.par", "manifests/init.pp", content)
    assert not has(index.replace(b'"format": 2', b'"format": 1'), path, "x", content)
    # Only a line among the files counts.
    line = f'\n  "x": "{digest(content)}"'.encode()
    assert not has(index.replace(b'\n "files"', line + b'\n "files"'), path, "x", content)
    among = index.replace(b'\n "files": {', b'\n "files": {' + line + b",")
    assert has(among, path, "x", content)


def test_code_is_not_compressed(module: Path, tmp_path: Path) -> None:
    (module / "CHANGELOG.md").write_text("quack\n" * 1000)
    (module / "manifests/long.pp").write_text("# quack\n" * 1000 + "class pond::long { }")
    assert main(["module", "pack", "--into", str(tmp_path), str(module)]) == 0
    with zipfile.ZipFile(tmp_path / "pond-1.2.0.par") as archive:
        kinds = {each.filename: each.compress_type for each in archive.infolist()}
    assert kinds["manifests/long.pp"] == kinds["metadata.json"] == zipfile.ZIP_STORED
    assert kinds["CHANGELOG.md"] == zipfile.ZIP_DEFLATED


def test_the_digest_of_an_index_names_compiled_code(package: Path, tmp_path: Path) -> None:
    archive = Archive(str(package))
    checked = archive.read_checked("manifests/init.pp")
    assert checked == archive.read("manifests/init.pp")
    assert isinstance(checked, CheckedBytes)
    assert checked.digest == (archive.index().digests or {})["manifests/init.pp"]
    assert type(archive.read("manifests/init.pp")) is bytes
    cache = DigestCache(str(tmp_path))
    other = CheckedBytes.of(checked, digest(b"other"))
    names = {cache.name(each) for each in (checked, other, bytes(checked), checked.digest.encode())}
    assert len(names) == 4
    assert cache.name(CheckedBytes.of(b"", checked.digest)) == cache.name(checked)


def test_a_damaged_package_does_not_hide_the_others(package: Path) -> None:
    (package.parent / "pond").rename(package.parent / "Pond")
    (package.parent / "able.par").write_bytes(b"no archive")
    library = Environment(modulepath=[str(package.parent)]).library
    assert list(library.modules) == ["able", "pond"]
    assert list(library.modules_that_may_have("functions/twice.pp")) == ["able", "pond"]
    assert list(library.modules_that_may_have("functions/thrice.pp")) == ["able"]
    with pytest.raises(ArchiveError, match="is not a zip archive"):
        library.first_with("functions/twice.pp")


def test_every_member_is_checked_however_many_are_read(package: Path, tmp_path: Path) -> None:
    good = Archive(str(package))
    contents = {name: good.read(name) for name in good.members().names()}
    changed = tmp_path / "changed" / package.name
    changed.parent.mkdir()
    changed.write_bytes(write_archive({**contents, "types/depth.pp": b"type Pond::Depth = Any"}))
    archive = Archive(str(changed))
    others = contents.keys() - {"types/depth.pp", "INDEX.json"}
    assert len(others) > 5
    for name in others:
        assert isinstance(archive.read_checked(name), CheckedBytes)
    with pytest.raises(ArchiveError, match="is not what the index of the package says"):
        archive.read("types/depth.pp")
