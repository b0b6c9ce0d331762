"""`puppet filebucket` stores files in a local bucket and gets them back."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from duckrow.cli.drop_ins.puppet.main import run_words


@pytest.fixture
def bucket(tmp_path: Path) -> list[str]:
    for name in ("conf", "var"):
        (tmp_path / name).mkdir()
    directories = [f"--confdir={tmp_path}/conf", f"--vardir={tmp_path}/var"]
    return ["filebucket", "--color=false", f"--bucket={tmp_path}/bucket", *directories]


def test_there_and_back(
    bucket: list[str], tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.write_text("one\ntwo\n")
    new.write_text("one\nthree\n")
    digest = sha256(old.read_bytes()).hexdigest()
    assert run_words([*bucket, "backup", str(old), f"{tmp_path}/nothing"]) == 0
    out, err = capfdbinary.readouterr()
    assert out.decode() == f"{old}: {digest}\n"
    assert err.decode() == f"{tmp_path}/nothing: no such file\n"
    assert run_words([*bucket, "list"]) == 0
    listed = capfdbinary.readouterr().out.decode().split()
    assert (listed[0], listed[-1]) == (digest, str(old))
    assert run_words([*bucket, "-f", "2100-01-01", "list"]) == 0
    assert run_words([*bucket, "-f", "quack", "list"]) == 1
    errors = capfdbinary.readouterr().err.decode()
    assert errors == "Error: Could not run: Error while parsing 'fromdate'\n"
    assert run_words([*bucket, "get", digest]) == 0
    assert capfdbinary.readouterr().out == b"one\ntwo\n"
    assert run_words([*bucket, "diff", digest, str(new)]) == 0
    assert capfdbinary.readouterr().out.decode().splitlines()[3:] == [" one", "-two", "+three"]
    assert run_words([*bucket, "restore", str(new), digest]) == 0
    assert new.read_text() == "one\ntwo\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["get", "12"], 'Could not run: Invalid checksum "12"'),
        (["get"], 'Could not run: Invalid checksum ""'),
        (["get", "0" * 64], "Could not run: File not found"),
        (["backup"], "Could not run: You must specify a file to back up"),
        (["list"], "Could not run: File not found"),
        (["diff", "/", "/dev/null"], "Could not run: cannot read /: Is a directory"),
        (
            ["diff", "0"],
            "Could not run: Need exactly two arguments: filebucket diff <file_a> <file_b>",
        ),
    ],
)
def test_errors(
    words: list[str], message: str, bucket: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_words([*bucket, *words]) == 1
    assert capsys.readouterr().err == f"Error: {message}\n"


def test_a_remote_bucket_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_words(["filebucket", "list", "--color=false"]) == 1
    assert "duckrow has no server" in capsys.readouterr().err
