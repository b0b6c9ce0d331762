"""Keys of conf.d and puppet.conf that have no effect are named, with their place."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.puppet.settings.settings import Settings
from duckrow.server.log import Log
from duckrow.server.unknown_keys import IGNORED, USED, warn_of_unknown_keys


def said(path: Path, file: str, text: str, level: str = "warning") -> list[str]:
    """Return what the log says about a file."""
    (path / "conf.d").mkdir()
    conf = path / ("puppet.conf" if file == "puppet.conf" else f"conf.d/{file}")
    conf.write_text(text)
    lines: list[str] = []
    log = Log(write=lines.append, level=level, has_times=False)
    main = str(conf) if file == "puppet.conf" else ""
    warn_of_unknown_keys(Settings({"confdir": str(path), "vardir": "/var/pond"}), main, log)
    return [line.replace(str(path), "") for line in lines]


@pytest.mark.parametrize(
    ("file", "text", "expected"),
    [
        (
            "webserver.conf",
            "webserver: {\n  ssl-hots: 127.0.0.1\n}",
            "/conf.d/webserver.conf:2:3: unknown key",
        ),
        ("webserver.conf", "webserver: { ssl-cert: /a.pem }", "try: hostcert in puppet.conf"),
        ("webserver.conf", "webserver: { port: 8140 }", "try: ssl-port of this file"),
        ("ca.conf", "certificate-autority: { }", "mean certificate-authority?"),
        (
            "ca.conf",
            "certificate-authority: { allow-auto-renewl: true }",
            "mean allow-auto-renewal?",
        ),
        (
            "puppetserver.conf",
            "jruby-puppet: { track-lookup: true }",
            "mean track-lookups?",
        ),
        ("puppet.conf", "[main]\ncertnam = a.lab\n", "there is no setting certnam"),
    ],
)
def test_a_key_that_has_no_effect(tmp_path: Path, file: str, text: str, expected: str) -> None:
    (line,) = said(tmp_path, file, text)
    assert expected in line
    assert "no effect" in line


def test_keys_of_java_are_not_worth_a_warning(tmp_path: Path) -> None:
    text = "jruby-puppet: { max-active-instances: 4 }"
    (line,) = said(tmp_path, "puppetserver.conf", text, "info")
    assert "max-active-instances has no effect here" in line


def test_files_without_such_keys(tmp_path: Path) -> None:
    assert (
        said(tmp_path, "webserver.conf", "webserver: { ssl-port: 8140, client-auth: want }") == []
    )


def test_every_ignored_key_is_in_the_documents() -> None:
    page = (Path(__file__).parents[3] / "docs/server_files.md").read_text()
    missing = [key for keys in IGNORED.values() for key in keys if f"`{key}`" not in page]
    assert missing == []
    assert IGNORED.keys() == {name for sections in USED.values() for name in sections}
