"""What facts read of a host made of a few files."""

from __future__ import annotations

from typing import Any


def test_a_host_finds_its_own_programs_only(make_host: Any) -> None:
    host = make_host({"/bin/quack": "#!/bin/sh\necho $1\n", "/etc/noise": "x"}, {"PATH": ".:/bin"})
    assert host.which("quack") == "/bin/quack"
    assert host.which("sh") is None
    assert host.output("quack", "a b; c") == "a b; c\n"
    assert host.output("sh", "-c", "echo no") == ""


def test_readers_may_find_nothing(make_host: Any) -> None:
    host = make_host({"/a/b": " x \n", "/a/blank": " \n"})
    assert host.text("/none") is None
    assert host.text("/a") is None
    assert host.text("/a\0") is None
    assert host.word("/a/b") == "x"
    assert host.word("/a/blank") is None
    assert host.names("/a") == ["b", "blank"]
    assert host.names("/none") == []
    assert host.lines("/none") == []
