"""Clauses LD-10, LD-12, LD-13, LD-16 and LD-19: modules in signed archives, and their index."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.cli.main import main
from duckrow.machine.archives.archive import Archive
from duckrow.puppet.environment import Environment, Node, Result, compile_catalog
from duckrow.puppet.loaders.directories import Directories
from duckrow.puppet.loaders.modules import find_modules
from duckrow.puppet.settings.settings import Settings
from duckrow.puppet.world import World
from duckrow.source.errors import InputError

CODE = "include pond\nnotice(pond::depth())"


class ListedWorld(World):
    """Notes the directories whose names are read."""

    __slots__ = ("listed",)

    def __init__(self) -> None:
        super().__init__()
        self.listed: list[str] = []

    def names(self, directory: str) -> list[str]:
        self.listed.append(directory)
        return super().names(directory)


def module(root: Path, depth: int = 3) -> Path:
    """Write the module pond as a directory."""
    files = {
        "manifests/init.pp": "class pond { notice('wet') }",
        "functions/depth.pp": f"function pond::depth() {{ {depth} }}",
    }
    for name, text in files.items():
        path = root / "pond" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root / "pond"


def pack(root: Path, into: Path) -> Path:
    assert main(["module", "pack", "--into", str(into), str(module(root))]) == 0
    return into / "pond.par"


def run(
    modules: Path, settings: dict[str, str] | None = None, world: World | None = None
) -> Result:
    environment = Environment(
        modulepath=[str(modules)], code=CODE, settings=Settings(settings, world)
    )
    return compile_catalog(environment, Node("teal"))


def notices(result: Result) -> list[str]:
    assert result.failure is None, result.failure.message
    return [entry.message for entry in result.logs]


def signing(root: Path) -> dict[str, str]:
    """Make a key; return the settings that require it of every module."""
    pytest.importorskip("cryptography.hazmat.primitives.asymmetric.ed25519")
    assert main(["module", "key", str(root / "author")]) == 0
    (root / "trust").mkdir()
    (root / "author.pub").rename(root / "trust/author.pub")
    return {"module_signatures": "all", "module_trust": str(root / "trust")}


def sign(root: Path, package: Path) -> None:
    assert main(["module", "sign", "--key", str(root / "author.key"), str(package)]) == 0


def test_ld_10_a_module_may_be_one_signed_archive(tmp_path: Path) -> None:
    required = signing(tmp_path)
    package = pack(tmp_path / "source", tmp_path / "modules")
    with pytest.raises(InputError, match="is not signed"):
        run(tmp_path / "modules", required)
    sign(tmp_path, package)
    assert notices(run(tmp_path / "modules", required)) == ["wet", "3"]


def test_ld_12_directory_or_archive_is_chosen_when_the_loaders_are_made(tmp_path: Path) -> None:
    modules = tmp_path / "modules"
    pack(tmp_path / "source", modules)
    settings = Settings()
    environment = Environment(
        modulepath=[str(modules)], code=CODE, settings=settings, is_fixed=True
    )
    assert notices(compile_catalog(environment, Node("teal"))) == ["wet", "3"]
    module(modules, depth=9)  # a directory counts before an archive, for those who look again
    assert notices(compile_catalog(environment, Node("teal"))) == ["wet", "3"]
    assert notices(run(modules)) == ["wet", "9"]


def test_ld_12_the_choice_opens_no_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def opened(_archive: Archive, path: str) -> None:
        pytest.fail(f"{path} is opened")

    modules = tmp_path / "modules"
    pack(tmp_path / "source", modules)
    monkeypatch.setattr(Archive, "__init__", opened)
    (found,) = find_modules([str(modules)], Directories(World())).values()
    assert found.path == str(modules / "pond.par")


def test_ld_13_the_module_path_of_an_environment_configures_the_loaders(tmp_path: Path) -> None:
    pack(tmp_path / "source", tmp_path / "first")
    module(tmp_path / "second")
    (tmp_path / "second/lake").mkdir()
    paths = [str(tmp_path / each) for each in ("first", "second")]
    library = Environment(modulepath=paths, code="").library
    assert {name: found.path for name, found in library.modules.items()} == {
        "pond": f"{paths[0]}/pond.par",
        "lake": f"{paths[1]}/lake",
    }
    library = Environment(modulepath=paths[::-1], code="").library
    assert library.modules["pond"].path == f"{paths[1]}/pond"


@pytest.mark.parametrize("ending", ["par", "zip", "jar"])
def test_ld_16_a_signed_archive_is_a_module(tmp_path: Path, ending: str) -> None:
    required = signing(tmp_path)
    package = pack(tmp_path / "source", tmp_path / "modules")
    package = package.rename(package.with_suffix(f".{ending}"))
    sign(tmp_path, package)
    assert notices(run(tmp_path / "modules", required)) == ["wet", "3"]
    content = bytearray(package.read_bytes())
    content[content.index(b"manifests/init.pp") + 20] ^= 1
    package.write_bytes(content)
    with pytest.raises(InputError, match=f"pond.{ending}"):
        run(tmp_path / "modules", required)


def test_ld_19_a_package_has_an_index_of_its_content(tmp_path: Path) -> None:
    package = pack(tmp_path / "source", tmp_path / "modules")
    index = Archive(str(package)).index()
    assert index.defines == {
        "classes": {"pond": "manifests/init.pp"},
        "functions": {"pond::depth": "functions/depth.pp"},
    }
    world = ListedWorld()
    assert notices(run(tmp_path / "modules", world=world)) == ["wet", "3"]
    assert world.listed == [str(tmp_path / "modules")]  # nothing in the package is scanned


def test_ld_19_directories_may_have_an_index_too(tmp_path: Path) -> None:
    module(tmp_path / "modules")
    world = ListedWorld()
    assert notices(run(tmp_path / "modules", world=world)) == ["wet", "3"]
    assert str(tmp_path / "modules/pond/manifests") in world.listed
    assert main(["module", "index", str(tmp_path / "modules")]) == 0
    world = ListedWorld()
    assert notices(run(tmp_path / "modules", world=world)) == ["wet", "3"]
    assert world.listed == [str(tmp_path / "modules")]


def test_ld_19_an_old_index_is_never_wrong(tmp_path: Path) -> None:
    found = module(tmp_path / "modules")
    assert main(["module", "index", str(tmp_path / "modules")]) == 0
    (found / "functions/depth.pp").unlink()
    result = run(tmp_path / "modules")
    assert result.failure is not None
    assert "Unknown function: 'pond::depth'" in result.failure.message
