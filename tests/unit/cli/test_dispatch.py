from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import termios
from collections.abc import Callable
from pathlib import Path

import pytest

from duckrow import __version__
from duckrow.cli.commands import validate
from duckrow.cli.options import COMMANDS

Run = Callable[..., tuple[int, str, str]]


@pytest.mark.parametrize(
    "words",
    [["--version"], ["--color", "never", "--version"], ["validate", "--version"]],
)
def test_the_version_can_be_asked_anywhere(duckrow: Run, words: list[str]) -> None:
    assert duckrow(*words) == (0, f"duckrow {__version__}\n", "")


def test_help_lists_each_command_on_one_line(duckrow: Run) -> None:
    code, out, err = duckrow("--help")
    assert (code, err) == (0, "")
    assert "  validate    check manifests, templates and policies without running them\n" in out
    assert "  lookup      look up a key in a node's Hiera data\n" in out
    assert duckrow("-h") == (code, out, err)


@pytest.mark.parametrize(("name", "summary"), list(COMMANDS.items()))
def test_each_command_has_help_with_examples(duckrow: Run, name: str, summary: str) -> None:
    code, out, err = duckrow(name, "--help")
    assert (code, err) == (0, "")
    assert out.startswith(f"duckrow {name}: {summary}\n")
    assert f"  $ duckrow {name} " in out
    assert "--log-format text|json" in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "a command is missing"),
        (["valdate"], "there is no command valdate; did you mean validate?"),
        (["--nonsense"], "there is no option --nonsense"),
        (["validate", "--nonsense"], "there is no option --nonsense"),
        (["validate", "--strict=maybe", "x.pp"], "--strict takes off, warning or error"),
        (["validate", "--jobs", "0", "x.pp"], "--jobs takes a whole number from 1"),
        (["validate"], "there is no input"),
        (["dump"], "there is no input"),
    ],
)
def test_a_usage_error_is_one_line_with_exit_code_2(
    duckrow: Run, words: list[str], message: str
) -> None:
    code, out, err = duckrow(*words)
    assert (code, out) == (2, "")
    assert err.startswith(f"duckrow: {message}")
    assert err.count("\n") == 1


def test_bad_usage_names_the_help_of_the_command(duckrow: Run) -> None:
    assert duckrow("apply", "--nonsense")[2].endswith(" (see duckrow apply --help)\n")
    assert duckrow("backup")[2].endswith(" (see duckrow backup --help)\n")
    assert duckrow("valdate")[2].endswith(" (see duckrow --help)\n")


def test_a_usage_error_is_json_on_request(duckrow: Run) -> None:
    code, _, err = duckrow("--log-format", "json", "validate", "--nonsense")
    assert code == 2
    record = json.loads(err)
    assert record["severity"] == "error"
    assert record["code"] == "usage"
    assert "--nonsense" in record["message"]


@pytest.mark.parametrize(
    "words", [["--log-format", "json", "validate"], ["validate", "--log-format=json"]]
)
def test_common_options_work_before_and_after_the_command(duckrow: Run, words: list[str]) -> None:
    code, _, err = duckrow(*words, "-e", "notice(]")
    assert code == 1
    assert [json.loads(line)["severity"] for line in err.splitlines()] == ["error", "info"]


def test_common_options_before_a_command_reach_a_policy(duckrow: Run, tmp_path: Path) -> None:
    policy = tmp_path / "a.cf"
    policy.write_text(
        f'bundle agent main {{ reports: "quack"; files: "{tmp_path}/x" create => "true"; }}\n'
    )
    policy.chmod(0o600)
    words = ("apply", "--state-dir", str(tmp_path / "state"), str(policy))
    code, out, err = duckrow("--log-format", "json", *words)
    assert (code, out) == (0, "R: quack\n")
    record = json.loads(err.splitlines()[-1])
    assert (record["severity"], record["message"]) == (
        "info",
        f"Created file '{tmp_path}/x', mode 0600",
    )


@pytest.mark.parametrize("command", ["validate", "apply"])
def test_the_version_may_be_asked_for_before_any_command(duckrow: Run, command: str) -> None:
    assert duckrow("--version", command)[:2] == (0, f"duckrow {__version__}\n")


@pytest.fixture
def fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> int:
        raise ZeroDivisionError("a surprise")

    monkeypatch.setattr(validate, "run", fail)


def test_an_unexpected_exception_is_owned_up_to(duckrow: Run, fault: None) -> None:
    code, out, err = duckrow("validate", "x.pp")
    assert (code, out) == (70, "")
    assert err == (
        "duckrow: this is a fault in duckrow, not in your files: "
        "ZeroDivisionError: a surprise. --debug shows where it happened.\n"
    )


def test_debug_adds_the_traceback(duckrow: Run, fault: None) -> None:
    code, _, err = duckrow("--debug", "validate", "x.pp")
    assert code == 70
    assert "Traceback (most recent call last)" in err
    assert err.endswith("ZeroDivisionError: a surprise\n")


def test_python_can_run_the_package() -> None:
    words = [sys.executable, "-m", "duckrow", "--version"]
    assert subprocess.check_output(words, text=True) == f"duckrow {__version__}\n"


@pytest.mark.parametrize(
    "words", [["--version"], ["--help"], ["dump", "-e", "1"], ["resource", "user", "root"]]
)
def test_a_reader_that_leaves_early_is_no_drama(program: str, words: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([program, *words], stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, b"")


def test_output_that_cannot_be_written_is_no_success(program: str) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [program, "dump", "-e", "1"], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 2
    assert done.stderr == b"duckrow: cannot write the output: No space left on device\n"


@pytest.mark.parametrize(
    "words",
    [
        "dump -e 1",
        "compile -e notify{'a':}",
        "apply --no-state -e notify{'a':}",
        "facts kernel",
        "describe --list",
        "resource user root",
    ],
)
def test_a_closed_output_is_an_error(words: str, program: str) -> None:
    closed = ["sh", "-c", 'exec "$@" >&-', "sh", program, *words.split()]
    done = subprocess.run(closed, capture_output=True, text=True, check=False)
    printed = "duckrow: cannot write the output: Bad file descriptor\n"
    assert (done.returncode, done.stderr) == (2, printed)
    all_closed = ["sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh", program, *words.split()]
    assert subprocess.run(all_closed, check=False).returncode == 2


def test_ctrl_c_ends_a_run_without_a_traceback(program: str, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    # Who was started in the background ignores Ctrl-C, and so does what it starts.
    words = ["env", "--default-signal=INT", program, "validate", str(pipe)]
    with subprocess.Popen(words, stderr=subprocess.PIPE) as process:
        with open(pipe, "wb"):  # opens when duckrow has opened the other end and waits for text
            process.send_signal(signal.SIGINT)
            assert process.wait() == 130
        assert process.stderr is not None
        assert process.stderr.read() == b""


def test_help_explains_a_command(duckrow: Run) -> None:
    assert duckrow("help", "apply") == duckrow("apply", "--help")
    assert duckrow("help") == duckrow("--help")
    code, _, err = duckrow("help", "aply")
    assert (code, err) == (
        2,
        "duckrow: there is no command aply; did you mean apply? (see duckrow help --help)\n",
    )


def test_the_result_goes_to_a_file(duckrow: Run, tmp_path: Path) -> None:
    file = tmp_path / "tree"
    assert duckrow("-o", str(file), "dump", "-e", "1 + 2") == (0, "", "")
    assert file.read_text() == "(+ 1 2)\n"
    assert duckrow("dump", "-q", "-e", "3", "-o", str(file)) == (0, "", "")
    assert file.read_text() == "3\n"
    assert os.listdir(tmp_path) == ["tree"]


def test_a_command_without_a_result_leaves_the_file_as_it_was(duckrow: Run, tmp_path: Path) -> None:
    file = tmp_path / "tree"
    file.write_text("before\n")
    file.chmod(0o640)
    assert duckrow("dump", "-e", "1 +", "-o", str(file))[0] == 1
    assert file.read_text() == "before\n"
    # A finding is a result.
    assert duckrow("validate", "--json", "-e", "1 +", "-o", str(file))[0] == 1
    assert json.loads(file.read_text())["valid"] is False
    assert file.stat().st_mode & 0o777 == 0o640
    assert os.listdir(tmp_path) == ["tree"]


def test_a_file_that_cannot_be_written_is_found_before_the_work(
    duckrow: Run, tmp_path: Path
) -> None:
    code, out, err = duckrow("dump", "-e", "1", "-o", str(tmp_path / "no" / "tree"))
    assert (code, out) == (2, "")
    assert err.startswith("duckrow: cannot write ")


def test_a_device_may_be_the_output_file(duckrow: Run) -> None:
    assert duckrow("dump", "-e", "1", "-o", "/dev/null") == (0, "", "")


def test_quiet_omits_everything_but_warnings_and_errors(duckrow: Run) -> None:
    assert duckrow("-q", "validate", "-e", "1") == (0, "", "")
    assert duckrow("-q", "facts", "kernel") == (0, "", "")
    words = ("compile", "-q", "--node", "pond", "-e", "notice(1) warning(2)")
    assert duckrow(*words) == (0, "", "Warning: Scope(Class[main]): 2\n")


def test_a_long_help_is_shown_in_the_pager(program: str, tmp_path: Path) -> None:
    pager = tmp_path / "pager"
    pager.write_text("#!/bin/sh\nexec sed -n '1s/^/paged: /p'\n")
    pager.chmod(0o755)
    master, slave = pty.openpty()
    termios.tcsetwinsize(slave, (24, 80))
    environment = {**os.environ, "PAGER": str(pager)}
    for words in (["help", "apply"], ["compile", "--help"]):
        subprocess.run([program, *words], stdout=slave, env=environment, check=True)
        said = os.read(master, 65536).decode()
        assert said.startswith("paged: duckrow "), said
    os.close(master)
    os.close(slave)


def test_the_output_file_may_be_the_redirected_standard_output(
    program: str, tmp_path: Path
) -> None:
    file = tmp_path / "log"
    file.write_text("before\n")
    words = [program, "dump", "-e", "1", "-o", "/dev/stdout"]
    with open(file, "ab") as log:
        subprocess.run(words, stdout=log, check=True)
    assert file.read_text() == "before\n1\n"


def test_hard_links_of_the_output_file_stay(duckrow: Run, tmp_path: Path) -> None:
    file, link = tmp_path / "tree", tmp_path / "link"
    file.write_text("before\n")
    os.link(file, link)
    assert duckrow("dump", "-e", "1", "-o", str(file))[0] == 0
    assert (file.read_text(), link.read_text()) == ("1\n", "1\n")


def test_no_draft_stays_after_a_full_disk_or_a_signal(program: str, tmp_path: Path) -> None:
    file = tmp_path / "types"
    limited = f"ulimit -f 1; exec {program} describe -o {file} file"
    done = subprocess.run(["bash", "-c", limited], capture_output=True, check=False)
    assert done.returncode == 2
    assert os.listdir(tmp_path) == []
    words = [program, "dump", "-o", str(file), "-"]
    with subprocess.Popen(words, stdin=subprocess.PIPE) as process:
        while not os.listdir(tmp_path):
            assert process.poll() is None
        process.terminate()
        assert process.wait(30) == 143
    assert os.listdir(tmp_path) == []


def test_a_letter_is_no_format(duckrow: Run) -> None:
    assert duckrow("facts", "-zjson", "kernel")[0] == 2
