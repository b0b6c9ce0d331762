"""`duckrow diff A.json B.json`: two catalogs in files."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., tuple[int, str, str]]
Diff = Callable[..., tuple[int, str, str]]


@pytest.fixture
def diff(tmp_path: Path, duckrow: Run) -> Diff:
    """Compare two catalogs, each made of the fields of one."""

    def compare(old: dict[str, Any], new: dict[str, Any], *options: str) -> tuple[int, str, str]:
        names = []
        for name, data in (("old", old), ("new", new)):
            path = tmp_path / f"{name}.json"
            path.write_text(json.dumps({"name": "huey", "environment": "production", **data}))
            names.append(str(path))
        return duckrow("diff", *names, *options)

    return compare


def _resource(type_: str, title: str, sensitive: list[str], **values: Any) -> dict[str, Any]:
    found = {"type": type_, "title": title, "parameters": values}
    return {**found, "sensitive_parameters": sensitive} if sensitive else found


def test_content_that_is_not_for_logs_is_not_shown(diff: Diff) -> None:
    sides = [
        {"resources": [_resource("File", "/etc/pond", [], content=content, show_diff=False)]}
        for content in ("many ducks", "no ducks")
    ]
    code, out, _ = diff(*sides)
    assert code == 2
    assert "content: another value, which is not shown" in out
    assert "ducks" not in out


def test_a_secret_is_hidden_in_other_resources_too(diff: Diff) -> None:
    sides = [
        {
            "resources": [
                _resource("File", "/etc/pond", ["content"], content=secret),
                _resource("Exec", "feed", [], command=f"/bin/feed {secret}"),
            ]
        }
        for secret in ("many-ducks", "no-ducks")
    ]
    code, out, _ = diff(*sides, "--format", "json")
    assert code == 2
    assert "ducks" not in out
    assert out.count('"about": "resource"') == 2


@pytest.mark.parametrize(
    "fields",
    [
        {"resources": [{"type": "File", "title": "/a", "sensitive_parameters": 3}]},
        {"resources": [{"type": "File", "title": "/a", "tags": 3}], "classes": [["a"]]},
        {"resources": [{"type": "File", "title": "/a", "parameters": 3}], "classes": 3, "edges": 3},
        {"resources": [], "environment": 3, "name": []},
    ],
)
def test_a_damaged_catalog_is_no_fault(diff: Diff, fields: dict[str, Any]) -> None:
    whole = {"resources": [{"type": "Notify", "title": "a"}], "classes": ["b"], "edges": []}
    for pair in ((fields, whole), (whole, fields)):
        code, _, err = diff(*pair, "--ignore-tags", "pond")
        assert (code, err) == (2, "")


def test_a_resource_without_a_title_is_an_error(diff: Diff) -> None:
    code, _, err = diff({"resources": [{"type": "File", "title": ["/a"]}]}, {"resources": []})
    assert code == 1
    assert "old.json is no catalog\n why: a resource has no type or no title" in err
