"""Trees that are deeper, and directories that are fuller, than anyone would make them."""

from __future__ import annotations

import os
from pathlib import Path

from .running import Agent

DEEP = 700
MANY = 3000


def test_a_deep_tree_is_copied_and_a_search_gives_up(agent: Agent, pond: Path) -> None:
    deep = pond / "from" / "/".join("a" * DEEP)
    os.makedirs(deep)
    (deep / "end").write_text("x")
    done = agent(f'"{pond}/to" copy_from => like("{pond}/from"), depth_search => all;')
    assert done.code == 0, done.err
    assert (pond / "to" / "/".join("a" * DEEP) / "end").read_text() == "x"
    done = agent(f'"{pond}/from" perms => mode("700"), depth_search => all;')
    assert done.code != 0
    assert "Very deep nesting of directories (>101 deep)" in done.out
    assert done.err == ""


def test_many_files_are_watched(agent: Agent, pond: Path) -> None:
    for number in range(MANY):
        (pond / f"f{number}").write_text("x")
    promise = f'"{pond}" changes => watched, depth_search => all;'
    assert agent(promise).out.count("New file") == MANY
    log = agent.work / "state" / "file_changes.log"
    assert len(log.read_text().splitlines()) == MANY
    (pond / "f7").unlink()
    again = agent(promise)
    assert again.code == 0
    assert f"File '{pond}/f7' no longer exists" in again.out
    assert len(log.read_text().splitlines()) == MANY + 1
    assert agent(promise).out == ""
