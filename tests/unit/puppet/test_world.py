"""What may be asked outside is asked of the machine, of data, or of a record."""

from __future__ import annotations

import sys
from contextlib import suppress
from inspect import isfunction
from pathlib import Path

import pytest

from duckrow.puppet.world import FakeWorld, RecordedWorld, ReplayedWorld, World


def test_files_are_asked_of_the_machine(tmp_path: Path) -> None:
    (tmp_path / "b").write_bytes(b"duck")
    (tmp_path / "A").mkdir()
    world = World()
    assert world.kind(str(tmp_path)) == "directory"
    assert world.kind(str(tmp_path / "b")) == "file"
    assert world.kind("/dev/null") == "other"
    assert not world.exists(str(tmp_path / "c"))
    assert not world.exists("a\0b")
    assert world.read(str(tmp_path / "b")) == b"duck"
    assert world.names(str(tmp_path)) == ["A", "b"]
    assert world.stamp(str(tmp_path / "c")) is None


def test_a_stamp_changes_with_the_file(tmp_path: Path) -> None:
    file = tmp_path / "f"
    file.write_bytes(b"1")
    before = World().stamp(str(file))
    file.write_bytes(b"22")
    assert World().stamp(str(file)) != before


def test_a_file_beyond_the_limit_is_rejected(tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes(b"12345")
    world = World()
    world.largest_file = 4
    with pytest.raises(OSError, match="File too large"):
        world.read(str(tmp_path / "f"))


def test_a_file_that_tells_no_size_is_read_to_its_end() -> None:
    assert World().read("/proc/self/mounts").count(b"\n") > 1


def test_many_stamps_are_asked_at_once(tmp_path: Path) -> None:
    (tmp_path / "here").write_text("quack")
    paths = [str(tmp_path / name) for name in ("here", "missing", "here/below", "nul\0")]
    world = World()
    assert world.stamps(paths) == [world.stamp(path) for path in paths]
    assert world.stamps(paths)[1:] == [None, None, None]
    recorded = RecordedWorld(world)
    assert recorded.stamps(paths) == world.stamps(paths)
    assert ReplayedWorld(recorded.answers).stamps(paths) == world.stamps(paths)


def test_a_command_is_a_vector_and_runs_in_its_directory(tmp_path: Path) -> None:
    code = "import os, sys; print(os.getcwd(), sys.argv[1], os.environ['LC_ALL'], flush=True)"
    code += "; print('quack', file=sys.stderr); sys.exit(3)"
    status, output = World().run([sys.executable, "-c", code, "$(id) *"], str(tmp_path))
    assert status == 3
    assert output.decode() == f"{tmp_path.resolve()} $(id) * C\nquack\n"


def test_a_command_that_takes_too_long_is_stopped(tmp_path: Path) -> None:
    world = World()
    world.longest_command = 0.1
    with pytest.raises(OSError, match="timed out"):
        world.run([sys.executable, "-c", "import time; time.sleep(60)"], str(tmp_path))


def test_a_command_that_writes_too_much_is_stopped(tmp_path: Path) -> None:
    world = World()
    world.largest_output = 1000
    with pytest.raises(OSError, match="too large"):
        world.run([sys.executable, "-c", "while True: print('quack' * 1000)"], str(tmp_path))


def test_a_command_that_leaves_a_child_behind_is_over(tmp_path: Path) -> None:
    code = "import os, time; print('parent', flush=True); os.fork() or time.sleep(20)"
    world = World()
    world.longest_command = 10
    assert world.run([sys.executable, "-c", code], str(tmp_path)) == (0, b"parent\n")


def test_what_a_slow_command_started_ends_with_it(tmp_path: Path) -> None:
    code = "import os, time; os.fork() or os.setsid(); print(os.getpid(), flush=True)"
    world = World()
    world.longest_command = 1.0
    script = f"{sys.executable} -c '{code}; time.sleep(60)' > {tmp_path}/pids; sleep 60"
    with pytest.raises(OSError, match="timed out"):
        world.run(["/bin/sh", "-c", script], str(tmp_path))
    pids = (tmp_path / "pids").read_text().split()
    assert len(pids) == 2
    assert not any(world.exists(f"/proc/{pid}/exe") for pid in pids)


def test_a_world_can_be_made_of_data() -> None:
    world = FakeWorld(
        {"/m/a/files/x": b"1", "/m/a/b": b"2"}, {("/bin/quack", "1"): (0, b"duck")}, clock=7
    )
    assert world.kind("/m/a") == "directory"
    assert world.kind("/m/a/files/x") == "file"
    assert world.names("/m/a") == ["b", "files"]
    assert world.read("/m/a/b") == b"2"
    assert world.run(["/bin/quack", "1"], "/bin") == (0, b"duck")
    assert world.now() == 7
    with pytest.raises(FileNotFoundError):
        world.read("/nowhere")
    with pytest.raises(FileNotFoundError):
        world.names("/nowhere")
    with pytest.raises(FileNotFoundError):
        world.run(["/bin/quack", "2"], "/bin")


def test_what_was_recorded_can_be_replayed() -> None:
    world = RecordedWorld(FakeWorld({"/f": b"1"}, clock=5, facts={"a": 1}))

    def ask(of: World) -> list[object]:
        answers: list[object] = [of.read("/f"), of.now(), of.exists("/g"), of.random_bits(64)]
        answers += [of.random_bits(64), of.facts["a"], "b" in of.facts, dict(of.facts)]
        with pytest.raises(FileNotFoundError):
            of.read("/g")
        return answers

    first = ask(world)
    replayed = ReplayedWorld(world.answers)
    assert ask(replayed) == first
    with pytest.raises(FileNotFoundError):
        replayed.read("/never asked")


# Methods that only ask other methods of the same world, or archives that it gave.
DERIVED = {"exists", "joined_lists", "recall_archives", "keep_archives"}
# Questions about facts and to a store: a world of data answers them from what it was given, as the
# machine does.
FROM_GIVEN = {"fact", "lists_fact", "all_facts", "ask_store"}


def test_every_question_has_an_answer_in_every_world() -> None:
    questions = {name for name, each in vars(World).items() if isfunction(each)}
    questions = {name for name in questions if not name.startswith("_")} - DERIVED
    assert questions - vars(RecordedWorld).keys() == set()
    assert questions - vars(FakeWorld).keys() == FROM_GIVEN
    # A replay answers by the methods of the record, from `_asked`.
    assert questions & vars(ReplayedWorld).keys() == set()
    assert "_asked" in vars(ReplayedWorld)


def test_the_hash_of_a_password_is_recorded_and_replayed() -> None:
    world = RecordedWorld(FakeWorld())
    hashed = world.crypt(b"duck", b"$6$salt")
    assert hashed != world.crypt(b"drake", b"$6$salt")
    replayed = ReplayedWorld(world.answers)
    assert replayed.crypt(b"duck", b"$6$salt") == hashed
    with pytest.raises(FileNotFoundError) as error:
        replayed.crypt(b"never asked", b"$6$salt")
    assert "never asked" not in str(error.value)


def test_a_recording_does_not_contain_the_password() -> None:
    class Failing(FakeWorld):
        def crypt(self, password: bytes, setting: bytes) -> str | None:
            raise OSError(1, "no")

    for other in (FakeWorld(), Failing()):
        world = RecordedWorld(other)
        with suppress(OSError):
            world.crypt(b"quack", b"$6$salt")
        assert len(world.answers) == 1
        assert "quack" not in repr(world.answers)


def test_a_path_with_a_nul_fails_alike_in_a_replay() -> None:
    world = RecordedWorld(World())
    with pytest.raises(ValueError, match="null") as first:
        world.read("a\0b")
    with pytest.raises(ValueError, match="null") as second:
        ReplayedWorld(world.answers).read("a\0b")
    assert str(first.value) == str(second.value)
