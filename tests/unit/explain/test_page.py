"""The page is one file that holds everything, and only that."""

from __future__ import annotations

import json
import re
import tomllib
from base64 import b64encode
from fnmatch import fnmatch
from hashlib import sha256
from pathlib import Path
from typing import Any

from duckrow.explain.page import html
from duckrow.explain.page.html import page

STATIC = Path(html.__file__).parent / "static"
PROJECT = Path(__file__).parents[3] / "pyproject.toml"
HOSTILE = "</script><!--<script>&\u2028\ud800"


def made(**more: object) -> str:
    return page({"title": HOSTILE, "nodes": [], **more})


def data_in(text: str) -> dict[str, Any]:
    """Return the data as a browser reads them: up to the first end of the element."""
    found = re.search('<script type="application/json" id="data">(.*?)</script', text, re.S)
    assert found is not None
    value: dict[str, Any] = json.loads(found[1])
    return value


def test_data_come_out_as_they_went_in() -> None:
    assert data_in(made(sources={"a": HOSTILE})) == {
        "title": HOSTILE,
        "nodes": [],
        "sources": {"a": HOSTILE},
        "reasons": [],
    }


def test_each_reason_is_written_once() -> None:
    root = {"kind": "hiera", "text": "a key", "file": "common.yaml", "line": 4}
    reason = {"kind": "default", "text": "the default", "because": [root]}
    node = {"ref": "A[a]", "why": [root], "values": [{"name": "b", "reasons": [reason, root]}]}
    data = data_in(made(nodes=[node, node]))
    assert data["reasons"] == [root, {"kind": "default", "text": "the default", "because": [0]}]
    shown = {"ref": "A[a]", "why": [0], "values": [{"name": "b", "reasons": [1, 0]}]}
    assert data["nodes"] == [shown, shown]


def test_a_title_is_text() -> None:
    assert "<title>&lt;/script&gt;" in made()


def test_the_policy_names_all_scripts_and_styles() -> None:
    text = made()
    policy = re.search('Content-Security-Policy" content="([^"]*)"', text)
    assert policy is not None
    assert policy[1].startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy[1]
    for content in re.findall("<(?:script|style)>(.*?)</(?:script|style)>", text, re.S):
        digest = b64encode(sha256(content.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy[1]
    assert policy[1].count("sha256-") == 3


def test_the_page_names_no_other_file() -> None:
    text = made()
    assert re.findall(r'(?:src|href)="([^"]*)"', text.split("<script", maxsplit=1)[0]) == ["data:,"]
    assert "sourceMappingURL" not in text
    assert "@import" not in text
    assert "url(http" not in text


def test_every_script_is_in_the_page() -> None:
    used = {*html.LIBRARIES, *html.SCRIPTS}
    assert {str(path.relative_to(STATIC)) for path in STATIC.rglob("*.js")} == used


def test_libraries_are_as_published() -> None:
    table = (STATIC / "vendor/VENDORED.md").read_text()
    rows = [line.split("|") for line in table.splitlines() if re.match(r"\| [\w.-]+\.js ", line)]
    digests = {row[1].strip(): row[6].strip() for row in rows}
    found = {
        path.name: sha256(path.read_bytes()).hexdigest()
        for path in (STATIC / "vendor").glob("*.js")
    }
    assert digests == found
    for licence in re.findall(r"\(([\w.]+LICENSE\.txt)\)", table):
        assert (STATIC / "vendor" / licence).stat().st_size > 500


def test_an_installed_package_has_all_files() -> None:
    project = tomllib.loads(PROJECT.read_text())
    patterns = project["tool"]["setuptools"]["package-data"]["duckrow"]
    for path in STATIC.rglob("*"):
        name = f"explain/page/static/{path.relative_to(STATIC)}"
        assert path.is_dir() or any(fnmatch(name, pattern) for pattern in patterns), name
