"""Names, contents and output that are not UTF-8 stay as they are, byte for byte."""

from __future__ import annotations

import os
from pathlib import Path

from .applying import Apply


def test_a_tree_with_odd_names_and_contents(apply: Apply, pond: Path) -> None:
    source = bytes(pond / "source")
    os.makedirs(source + b"/d\xff/\xe9t\xe9")
    contents = {
        b"bad\xff\xfe": bytes(range(256)),
        b"d\xff/\xe9t\xe9/\xc0": b"\xff\0\xfe",
        b"ok": b"fine",
    }
    for name, content in contents.items():
        with open(source + b"/" + name, "wb") as file:
            file.write(content)
    code = (
        f"file {{ '{pond}/copy': ensure => directory, recurse => true, source => '{pond}/source' }}"
    )
    done = apply(code, "--show-diff", "--debug")
    assert done.code == 2, done
    for name, content in contents.items():
        with open(bytes(pond / "copy") + b"/" + name, "rb") as file:
            assert file.read() == content
    assert apply(code).code == 0
    os.unlink(source + b"/bad\xff\xfe")
    purging = code.replace("recurse", "purge => true, recurse")
    assert apply(purging, "--log-format", "json").code == 2
    assert b"bad\xff\xfe" not in os.listdir(bytes(pond / "copy"))
    assert apply(purging).code == 0


def test_output_that_is_no_text(apply: Apply) -> None:
    code = (
        "exec { 'printf \"caf\\\\351 \\\\377\\\\n\"': path => '/usr/bin:/bin', logoutput => true }"
    )
    done = apply(code, "-o", str(apply.folder / "report.json"))
    assert done.code == 2, done
    assert "caf" in done.out
    assert "executed successfully" in done.out
    assert apply(code, "-o", str(apply.folder / "report.yaml")).code == 2


def test_a_manifest_that_is_no_text_is_refused(apply: Apply, pond: Path) -> None:
    manifest = pond / "latin.pp"
    manifest.write_bytes(b"notify { 'caf\xe9': }")
    words = apply.words("")[:-2]
    words.append(str(manifest))
    import subprocess

    done = subprocess.run(words, capture_output=True, check=False)
    assert done.returncode == 1
    assert b"Traceback" not in done.stderr
    assert b"latin.pp" in done.stderr
