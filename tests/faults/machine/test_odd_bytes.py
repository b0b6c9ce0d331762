"""Names, contents and output that are not UTF-8."""

from __future__ import annotations

import os
from pathlib import Path

from duckrow.machine.files.local import LocalFiles
from duckrow.machine.processes.command import Command
from duckrow.machine.processes.run import run

EVERY_BYTE = [bytes([number]) for number in range(1, 256) if number != ord("/")]


def test_every_byte_in_names_and_contents(tmp_path: Path) -> None:
    """A tree with each byte as a name is copied, walked and removed, byte for byte."""
    source = bytes(tmp_path / "source")
    os.mkdir(source)
    for byte in EVERY_BYTE:
        if byte != b".":
            os.mkdir(source + b"/" + byte)
            with open(source + b"/" + byte + b"/" + byte * 200, "wb") as file:
                file.write(byte * 300)
    files = LocalFiles(str(tmp_path), durability="none")
    files.make_directory("/copy")
    for path, facts in files.walk("/source"):
        if facts.is_directory:
            files.make_directory(f"/copy/{path}", facts.mode)
        else:
            files.copy(f"/source/{path}", f"/copy/{path}", facts.mode)
    names = [path for path, _ in files.walk("/source")]
    assert len(names) == 2 * (len(EVERY_BYTE) - 1)
    assert [path for path, _ in files.walk("/copy")] == names
    for byte in EVERY_BYTE:
        if byte != b".":
            with open(bytes(tmp_path / "copy") + b"/" + byte + b"/" + byte * 200, "rb") as file:
                assert file.read() == byte * 300
    files.remove("/copy", recursive=True)
    assert os.listdir(tmp_path) == ["source"]


def test_every_byte_through_a_command() -> None:
    words = [os.fsdecode(byte) for byte in EVERY_BYTE]
    result = run(Command(["printf", "%s", "".join(words)], environment={"PATH": "/usr/bin:/bin"}))
    assert result.output.content == b"".join(EVERY_BYTE)
    assert result.text.encode("utf-8", "surrogateescape") == b"".join(EVERY_BYTE)
