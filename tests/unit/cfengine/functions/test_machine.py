"""Functions that read the host, on a machine in memory."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from duckrow.cfengine.functions.files.file_types import filesexist
from duckrow.cfengine.functions.helpers.command_lines import first_word, split_command
from duckrow.cfengine.functions.io.lines import getfields
from duckrow.cfengine.functions.system.processes import PS
from duckrow.cfengine.functions.table import find
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.cfengine.values.rvals import Data
from duckrow.machine.local import LocalMachine
from duckrow.machine.memory import MemoryMachine
from duckrow.machine.processes.command import result_of

from .fakes import FakeContext, call


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("/bin/a b  c", ["/bin/a", "b", "c"]),
        ("/bin/a 'b c' \"d e\" `f g`", ["/bin/a", "b c", "d e", "f g"]),
        ("/bin/a b'c d'", ["/bin/a", "b'c", "d'"]),
        ("/bin/a 'open end", ["/bin/a", "open end"]),
        ("/bin/a ''", ["/bin/a", ""]),
        ('/bin/a "b \'c"', ["/bin/a", "b 'c"]),
        ('"/bin/a b" c', ["/bin/a b", "c"]),
        ("/bin/a\tb", ["/bin/a", "b"]),
        ("  /bin/a ", ["/bin/a"]),
        ("  ", []),
    ],
)
def test_a_command_line_is_split(command: str, words: list[str]) -> None:
    assert split_command(command) == words


def test_the_program_of_a_command() -> None:
    assert first_word("/bin/a b") == "/bin/a"
    assert first_word('"/bin/a b" c') == "/bin/a b"


def test_execresult_runs_a_command() -> None:
    machine = MemoryMachine(
        {"/bin/tool": b""}, {("/bin/tool", "x y"): result_of(3, b"out \n\n", b"err\n")}
    )
    machine.files.set_mode("/bin/tool", 0o755)
    assert call("execresult", "/bin/tool 'x y'", "noshell", machine=machine) == "out"
    assert call("execresult", "/bin/tool 'x y'", "noshell", "stderr", machine=machine) == "err"
    assert call("execresult_as_data", "/bin/tool 'x y'", "noshell", machine=machine) == Data(
        {"exit_code": 3, "output": "out"}
    )


def test_a_world_writable_program_is_not_run() -> None:
    machine = MemoryMachine({"/bin/tool": b""})
    machine.files.set_mode("/bin/tool", 0o777)
    with pytest.raises(FunctionFailed, match="is assumed to be executable but isn't"):
        call("execresult", "/bin/tool", "noshell", machine=machine)


def test_filestat_follows_links_to_their_end(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    (tmp_path / "sub").mkdir()
    os.symlink("../file", tmp_path / "sub" / "one")
    os.symlink("sub/one", tmp_path / "two")
    os.symlink("loop", tmp_path / "loop")
    os.symlink("/nonexistent/x", tmp_path / "broken")

    def stat(name: str, field: str) -> Any:
        return call("filestat", f"{tmp_path}/{name}", field, machine=LocalMachine())

    assert stat("two", "linktarget") == f"{tmp_path}/file"
    assert stat("two", "linktarget_shallow") == "sub/one"
    assert stat("file", "linktarget") == f"{tmp_path}/file"
    assert stat("loop", "linktarget") == f"{tmp_path}/loop"
    assert stat("broken", "linktarget") == "/nonexistent/x"
    assert stat("two", "type") == "symlink"
    found = os.lstat(tmp_path / "file")
    assert stat("file", "modeoct") == f"{found.st_mode:o}"
    assert stat("file", "devno") == str(found.st_dev)
    assert stat("file", "dev_major") == str(os.major(found.st_dev))
    assert stat("file", "dev_minor") == str(os.minor(found.st_dev))
    assert stat("file", "mtime") == str(int(found.st_mtime))


def test_times_of_files_are_compared(tmp_path: Path) -> None:
    for name, when in (("old", 1000), ("new", 2000)):
        (tmp_path / name).write_text("")
        os.utime(tmp_path / name, (when, when))
    old, new = f"{tmp_path}/old", f"{tmp_path}/new"
    machine = LocalMachine()
    assert call("accessedbefore", old, new, machine=machine) is True
    assert call("accessedbefore", new, old, machine=machine) is False
    with pytest.raises(FunctionFailed):
        call("accessedbefore", old, f"{tmp_path}/none", machine=machine)


def test_users_and_groups() -> None:
    passwd = b"root:x:0:0:root:/root:/bin/sh\nann:x:1000:100:Ann,,:/home/ann:/bin/zsh\n"
    machine = MemoryMachine({"/etc/passwd": passwd, "/etc/group": b"users:x:100:ann\n"})
    assert call("getuid", "ann", machine=machine) == "1000"
    assert call("getgid", "users", machine=machine) == "100"
    assert call("getusers", "", "", machine=machine) == ["root", "ann"]
    assert call("getusers", "root", "", machine=machine) == ["ann"]
    assert call("getusers", "", "0,5", machine=machine) == ["ann"]
    assert call("groupexists", "100", machine=machine) is True
    assert call("groupexists", "nobody", machine=machine) is False
    assert call("getuserinfo", "1000", machine=machine) == Data(
        {
            "username": "ann",
            "description": "Ann,,",
            "home_dir": "/home/ann",
            "shell": "/bin/zsh",
            "uid": 1000,
            "gid": 100,
        }
    )


@pytest.mark.parametrize(
    ("prefix", "numbers", "expected"),
    [
        ("web", "1-20", True),
        ("WEB", "12-12", True),
        ("web", "13-20", False),
        ("db", "1-20", False),
        ("web1", "2-2", False),
    ],
)
def test_a_host_of_a_range(prefix: str, numbers: str, expected: bool) -> None:
    assert call("hostrange", prefix, numbers, variables={"sys.uqhost": "web12"}) is expected


def test_netgroups() -> None:
    groups = b"servers (web12,-,example) \\\n  others\nothers (db1,,)\nall (,,)\nloop loop\n"
    given: dict[str, Any] = {
        "variables": {"sys.uqhost": "web12", "sys.fqhost": "web12.example"},
        "machine": MemoryMachine({"/etc/netgroup": groups}),
    }
    assert call("hostinnetgroup", "servers", **given) is True
    assert call("hostinnetgroup", "others", **given) is False
    assert call("hostinnetgroup", "all", **given) is True
    assert call("hostinnetgroup", "loop", **given) is False


def test_processes_come_from_ps() -> None:
    head = "USER PID PPID PGID %CPU %MEM VSZ NI RSS TTY NLWP STIME ELAPSED TIME COMMAND\n"
    line = "root {} 1 1 0.0 0.1 2 0 100 ? 1 08:00 01:00 00:00:00 {}\n"
    text = head + line.format(7, "/sbin/init splash") + line.format(9, "sh -c init")
    machine = MemoryMachine({}, {PS: result_of(0, text.encode())})
    found = call("findprocesses", "init", machine=machine)
    assert [each["pid"] for each in found.value] == [9, 7]
    assert call("findprocesses", "^init", machine=machine) == Data([])


def test_fields_of_a_line_become_an_array() -> None:
    context: Any = FakeContext(machine=MemoryMachine({"/f": b"a:b:c\nx\na:d\n"}))
    assert getfields(context, ["a:.*", "/f", ":", "array"]) == "2"
    assert context.given == {"array[1]": "a", "array[2]": "b", "array[3]": "c"}


def test_the_time_of_the_machine() -> None:
    assert call("ago", "0", "0", "0", "0", "0", "10") == "1699999990"
    assert call("ago", "0", "0", "1", "0", "0", "0") in ("1699913600", "1699910000", "1699917200")
    assert call("ago", "900", "0", "0", "0", "0", "0") == "0"


def test_relative_paths_begin_where_the_last_file_was() -> None:
    context: Any = FakeContext(machine=MemoryMachine({"/d/f": b""}))
    context.directory = "/d"
    assert filesexist(context, [["f"]]) is True
    assert filesexist(context, [["g"]]) is False


def test_error_output_of_a_shell_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    machine = MemoryMachine(answers={("/bin/sh",): result_of(3, b"out\n", b"not found\n")})
    context = FakeContext(machine=machine)
    assert find("returnszero")(context, ["tool", "useshell"]) is False  # type: ignore[arg-type]
    assert "plain: out" in context.log.lines
    assert capsys.readouterr() == ("", "not found\n")
