"""The finder of duckrow's own modules imports what Python's own would."""

from __future__ import annotations

import os
import py_compile
import subprocess
import sys
from importlib.machinery import PathFinder
from importlib.util import module_from_spec
from pathlib import Path

import pytest

from duckrow.machine.own_modules import OwnModules

SOURCE = "def quack() -> str:\n    return 'quack'\n"


@pytest.fixture
def pond(tmp_path: Path) -> Path:
    """Write a module and a package with cached code, as in a directory of duckrow."""
    (tmp_path / "reeds").mkdir()
    for name in ("duck.py", "reeds/__init__.py"):
        (tmp_path / name).write_text(SOURCE)
        py_compile.compile(str(tmp_path / name))
    return tmp_path


@pytest.mark.parametrize("name", ["duckrow.duck", "duckrow.reeds"])
def test_a_spec_is_that_of_python(pond: Path, name: str) -> None:
    found, expected = (finder.find_spec(name, [str(pond)]) for finder in (OwnModules, PathFinder))
    assert found is not None
    assert expected is not None
    for attribute in ("name", "origin", "cached", "has_location", "parent", "loader_state"):
        assert getattr(found, attribute) == getattr(expected, attribute)
    assert found.submodule_search_locations == expected.submodule_search_locations
    assert isinstance(found.loader, type(expected.loader))
    module, other = module_from_spec(found), module_from_spec(expected)
    assert module.__file__ == other.__file__
    assert module.__package__ == other.__package__


def test_code_and_source_are_at_hand_again(pond: Path) -> None:
    spec = OwnModules.find_spec("duckrow.duck", [str(pond)])
    assert spec is not None
    module = module_from_spec(spec)
    assert spec.loader is not None
    spec.loader.exec_module(module)
    assert module.quack() == "quack"
    assert spec.loader.get_source("duckrow.duck") == SOURCE  # type: ignore[attr-defined]
    spec.loader.exec_module(module)  # as a reload does


def test_code_that_was_made_below_another_path_names_its_file(pond: Path) -> None:
    py_compile.compile(str(pond / "duck.py"), dfile="elsewhere/duck.py")
    spec = OwnModules.find_spec("duckrow.duck", [str(pond)])
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.quack.__code__.co_filename == str(pond / "duck.py")


def test_other_packages_and_top_modules_are_left_to_python(pond: Path) -> None:
    assert OwnModules.find_spec("drake.duck", [str(pond)]) is None
    assert OwnModules.find_spec("duckrow", None) is None
    assert OwnModules.find_spec("duckrow.goose", [str(pond)]) is None


def test_outdated_code_is_left_to_python(pond: Path) -> None:
    source = pond / "duck.py"
    before = source.stat()
    source.write_text(SOURCE + "\n")  # another size
    os.utime(source, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert OwnModules.find_spec("duckrow.duck", [str(pond)]) is None
    source.write_text(SOURCE)
    os.utime(source, (before.st_atime, before.st_mtime + 2))  # another time
    assert OwnModules.find_spec("duckrow.duck", [str(pond)]) is None


def test_a_source_that_has_gone_is_left_to_python(pond: Path) -> None:
    (pond / "duck.py").unlink()
    assert OwnModules.find_spec("duckrow.duck", [str(pond)]) is None


@pytest.mark.parametrize("mode", list(py_compile.PycInvalidationMode)[1:])
def test_code_that_names_the_digest_of_its_source_is_left_to_python(
    pond: Path, mode: py_compile.PycInvalidationMode
) -> None:
    py_compile.compile(str(pond / "duck.py"), invalidation_mode=mode)
    assert OwnModules.find_spec("duckrow.duck", [str(pond)]) is None


def test_a_cut_file_is_left_to_python(pond: Path) -> None:
    (cached,) = (pond / "__pycache__").iterdir()
    cached.write_bytes(cached.read_bytes()[:10])
    assert OwnModules.find_spec("duckrow.duck", [str(pond)]) is None


@pytest.mark.parametrize("options", [["-O"], ["-X", "pycache_prefix=/nonexistent"]])
def test_an_unusual_cache_is_left_to_python(options: list[str]) -> None:
    program = """
import sys
from duckrow.machine.own_modules import find_own_modules_quickly, OwnModules
find_own_modules_quickly()
print(OwnModules in sys.meta_path)
"""
    for words, expected in ((options, "False\n"), ([], "True\n")):
        out = subprocess.check_output([sys.executable, *words, "-c", program], text=True)
        assert out == expected
