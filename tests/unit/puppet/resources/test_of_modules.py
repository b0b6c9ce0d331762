"""Types that modules bring are there without them; a module that is there says what counts."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from duckrow.puppet.resources import find
from duckrow.puppet.resources.behaviour import behaviour_of
from duckrow.puppet.resources.index import OF_MODULES, find_of_module


@pytest.mark.parametrize("name", sorted(OF_MODULES))
def test_known_without_being_one_of_the_language(name: str) -> None:
    table = find_of_module(name)
    assert table is not None
    assert (table.name, find(name)) == (name, None)
    assert behaviour_of(table).table is table


def applied(tmp_path: Path, manifest: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "duckrow", "apply", "--no-state"]
    command += [f"--modulepath={tmp_path}/modules", "-e", manifest]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_without_a_module(tmp_path: Path) -> None:
    file = tmp_path / "f"
    file.write_text("a\n")
    done = applied(tmp_path, f"file_line {{ 'b': path => '{file}', line => 'b' }}")
    assert (done.returncode, file.read_text()) == (0, "a\nb\n")


def test_module_decides_which_attributes_there_are(tmp_path: Path) -> None:
    types = tmp_path / "modules/pond/lib/puppet/type"
    types.mkdir(parents=True)
    (types / "file_line.rb").write_text(
        "Puppet::Type.newtype(:file_line) do\n  ensurable\n  newparam(:name)\n"
        "  newparam(:path)\n  newproperty(:line)\nend\n"
    )
    file = tmp_path / "f"
    file.write_text("a\n")
    done = applied(tmp_path, f"file_line {{ 'b': path => '{file}', line => 'b' }}")
    assert (done.returncode, file.read_text()) == (0, "a\nb\n")
    done = applied(tmp_path, f"file_line {{ 'b': path => '{file}', line => 'b', after => 'x' }}")
    assert "no parameter named 'after'" in done.stderr


MODULES = Path("/usr/share/puppet/modules")


@pytest.mark.skipif(not (MODULES / "concat").is_dir(), reason="the module concat is not here")
def test_catalog_made_with_the_module(tmp_path: Path) -> None:
    file, catalog = tmp_path / "f", tmp_path / "catalog.json"
    manifest = (
        f"concat {{ '{file}': warn => true, ensure_newline => true }} "
        f"concat::fragment {{ 'a': target => '{file}', content => 'a', order => 2 }} "
        f"concat::fragment {{ 'b': target => '{file}', content => 'b', order => '10' }}"
    )
    program = [sys.executable, "-m", "duckrow"]
    command = [*program, "compile", "--format=json", f"--modulepath={MODULES}", "-e", manifest]
    catalog.write_bytes(subprocess.run(command, capture_output=True, check=True).stdout)
    command = [*program, "apply", "--no-state", "--detailed-exitcodes"]
    command += [f"--modulepath={MODULES}", "--catalog", str(catalog)]
    header = "# This file is managed by Puppet. DO NOT EDIT.\n"
    for expected in (2, 0):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (done.returncode, file.read_text()) == (expected, f"{header}b\na\n"), done
