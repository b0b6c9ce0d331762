"""Files in memory behave as real ones do: the same acts, the same errors, the same tree."""

from __future__ import annotations

import os
import shutil
import tempfile
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from duckrow.machine.files.files import Files
from duckrow.machine.files.local import LocalFiles
from duckrow.machine.files.memory import MemoryFiles

PARTS = ["a", "b", "c\udcff"]
PATHS = st.lists(st.sampled_from(PARTS), min_size=1, max_size=3).map(
    lambda one: "/" + "/".join(one)
)
TARGETS = st.sampled_from(["a", "b", "../a", "/a", "/b/c\udcff", "..", "/", ".", "c\udcff/../a"])
ACTS = st.one_of(
    st.tuples(st.just("replace"), PATHS, st.binary(max_size=3), st.booleans()),
    st.tuples(st.just("append"), PATHS, st.binary(max_size=3), st.booleans()),
    st.tuples(st.just("empty"), PATHS, st.booleans()),
    st.tuples(st.just("make_directory"), PATHS),
    st.tuples(st.just("make_link"), PATHS, TARGETS),
    st.tuples(st.just("remove"), PATHS, st.booleans()),
    st.tuples(st.just("rename"), PATHS, PATHS),
    st.tuples(st.just("set_mode"), PATHS, st.sampled_from([0o600, 0o755, 0o4711]), st.booleans()),
    st.tuples(st.just("copy"), PATHS, PATHS),
    st.tuples(st.just("read"), PATHS),
    st.tuples(st.just("names"), PATHS),
    st.tuples(st.just("facts"), PATHS, st.booleans()),
    st.tuples(st.just("walk"), PATHS, st.sampled_from([None, 1, 2])),
)


def do(files: Files, act: tuple[Any, ...]) -> Any:
    """Do one thing; gives the answer, or the number of the error."""
    name, path, *rest = act
    try:
        if name == "replace":
            return files.replace(path, rest[0], 0o644, follow=rest[1])
        if name == "append":
            return files.append(path, rest[0], 0o640, follow=rest[1])
        if name == "empty":
            return files.empty(path, follow=rest[0])
        if name == "remove":
            return files.remove(path, recursive=rest[0])
        if name == "set_mode":
            return files.set_mode(path, rest[0], follow=rest[1])
        if name == "facts":
            facts = files.facts(path, follow=rest[0])
            return None if facts is None else (facts.kind, facts.mode, facts.target)
        if name == "walk":
            return [(one, facts.kind) for one, facts in files.walk(path, rest[0])]
        return getattr(files, name)(path, *rest)
    except OSError as error:
        return f"error {error.errno}"


@settings(deadline=None, max_examples=200)
@given(acts=st.lists(ACTS, max_size=20))
def test_the_same_acts_have_the_same_outcome(acts: list[tuple[Any, ...]]) -> None:
    directory = tempfile.mkdtemp()
    os.chmod(directory, 0o755)
    try:
        real, memory = LocalFiles(directory, durability="none"), MemoryFiles()
        for act in acts:
            assert do(real, act) == do(memory, act), act
        tree = [(path, facts.kind, facts.mode, facts.target) for path, facts in real.walk("/")]
        assert tree == [
            (path, facts.kind, facts.mode, facts.target) for path, facts in memory.walk("/")
        ]
        for path, facts in real.walk("/"):
            if facts.is_file:
                assert real.read("/" + path) == memory.read("/" + path)
        assert not [
            name for _, _, names in os.walk(directory) for name in names if "duckrow" in name
        ]
    finally:
        shutil.rmtree(directory)
