"""Files of modules can be read, and no others."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from duckrow.puppet.ruby_code.host import PuppetHost
from duckrow.puppet.world import FakeWorld
from duckrow.ruby.constants import find_constant
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import RubyError, UnsupportedError
from duckrow.ruby.interpreter import Interpreter

FILES = {"/env/modules/m/files/a.txt": b"one\ntwo\n", "/etc/secret": b"x", "/env/manifest.pp": b""}


def ask(name: str, *arguments: Any) -> Any:
    environment = SimpleNamespace(modulepath=["/env/modules"], directory="/env")
    build = SimpleNamespace(world=FakeWorld(files=FILES), environment=environment)
    scope: Any = SimpleNamespace(build=build)
    ruby = Interpreter(host=PuppetHost(scope=scope))
    return send(ruby, find_constant(ruby, "File"), name, *arguments)


def test_a_file_of_a_module() -> None:
    assert ask("read", "/env/modules/m/files/a.txt") == "one\ntwo\n"
    assert ask("readlines", "/env/modules/m/files/a.txt") == ["one\n", "two\n"]
    assert ask("exist?", "/env/modules/m/files/a.txt") is True
    assert ask("directory?", "/env/modules/m/files") is True


@pytest.mark.parametrize(
    "path", ["/etc/secret", "/env/modules/../../etc/secret", "/env/modules/m/../../../etc/secret"]
)
def test_a_file_elsewhere(path: str) -> None:
    with pytest.raises(UnsupportedError, match="belongs to no module"):
        ask("read", path)
    assert ask("exist?", path) is False


def test_a_file_that_is_missing() -> None:
    with pytest.raises(RubyError) as caught:
        ask("read", "/env/modules/none")
    assert caught.value.class_name == "Errno::ENOENT"


@pytest.mark.parametrize("name", ["write", "open", "delete", "rename", "chmod", "symlink"])
def test_nothing_is_written(name: str) -> None:
    with pytest.raises(UnsupportedError, match=rf"File\.{name}"):
        ask(name, "/env/modules/m/files/a.txt", "x")
