"""Whole programs: same log, same catalog, same error at the same place as the reference's.

`programs` holds our own small manifests, with the modules, facts and environments they use. What
Puppet 7.23 made of each, with its own defaults, is recorded in `expected.jsonl.gz`: one result per
line, paths relative to the folder, addresses of objects left out. Lines at the top of a program
may say how it is run:

    # facts: NAME       facts/NAME.json instead of debian12
    # node: NAME        instead of test.example.com
    # env: NAME         environments/NAME is the environment
    # settings: a=b     settings besides the reference's defaults
    # classes: a b      classes given by an external classifier
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from duckrow.puppet.catalog.to_data import catalog_data, virtual_data
from duckrow.puppet.environment import Environment, Node, compile_catalog
from duckrow.puppet.settings.settings import Settings

PROGRAMS = Path(__file__).parent / "programs"
KINDS: dict[str, str] = json.loads((PROGRAMS / "kinds.json").read_text(encoding="utf-8"))
# Kinds that need what is not there yet, and programs on which the reference itself breaks down.
ASIDE = {"erb", "ral", "reference-crash"}
DEFAULTS = {"strict": "warning", "strict_variables": "false"}  # Puppet 7's
# The reference ran on this server.
SERVER_FACTS = {
    "serverversion": "7.23.0",
    "servername": "oracle.example.com",
    "serverip": "192.0.2.1",
}

# Programs that differ, each with the reason.
GAPS: dict[str, str] = {}

_DIRECTIVE = re.compile(r"#\s*(facts|node|env|settings|classes)\b:\s*(.*)$")


@cache
def expected() -> dict[str, dict[str, Any]]:
    with gzip.open(PROGRAMS / "expected.jsonl.gz", "rt", encoding="utf-8") as lines:
        return {result["id"]: result for result in map(json.loads, lines)}


@cache
def facts(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((PROGRAMS / "facts" / f"{name}.json").read_bytes())
    return found


def directives(path: Path) -> dict[str, str]:
    """Read how a program is to be run."""
    found = {}
    with path.open(encoding="utf-8", errors="replace", newline="") as lines:
        for line in lines:
            if not line.startswith("#"):
                break
            if match := _DIRECTIVE.match(line.strip()):
                found[match[1]] = match[2].strip()
    return found


def run(name: str) -> dict[str, Any]:
    """Compile a program; give the result in the shape of the recorded ones."""
    path = PROGRAMS / f"{name}.pp"
    how = directives(path)
    folder = PROGRAMS / "environments" / how["env"] if "env" in how else None
    modulepath = [str(PROGRAMS / "modules")]
    if folder is not None and (folder / "modules").is_dir():
        modulepath.insert(0, str(folder / "modules"))
    given = dict(each.split("=", 1) for each in how.get("settings", "").split())
    name_of_node = how.get("node", "test.example.com")
    environment = Environment(
        directory=None if folder is None else str(folder),
        modulepath=modulepath,
        manifest=str(path),
        settings=Settings({**DEFAULTS, "certname": name_of_node, **given}),
    )
    node = Node(
        name_of_node,
        facts(how.get("facts", "debian12")),
        classes=how.get("classes", "").split(),
        server_facts=SERVER_FACTS,
    )
    done = compile_catalog(environment, node)
    result: dict[str, Any] = {"ok": done.ok, "logs": [], "virtual": []}
    for entry in done.logs:
        place = entry.place.words() if entry.place is not None else ""
        message = f"{entry.message} {place}" if place else entry.message
        result["logs"].append({"level": entry.level, "source": entry.source, "message": message})
    if done.failure is not None:
        result["error"] = done.failure.to_data()
    else:
        result["catalog"] = normal(catalog_data(done.build))
        result["virtual"] = sorted(virtual_data(done.build), key=lambda each: str(each["ref"]))
    relative: dict[str, Any] = json.loads(json.dumps(result).replace(f"{PROGRAMS}/", ""))
    return relative


def normal(catalog: dict[str, Any]) -> dict[str, Any]:
    """Bring a catalog into the recorded shape: resources by reference, sets sorted."""
    resources = {f"{each['type']}[{each['title']}]": each for each in catalog["resources"]}
    return {
        "name": catalog["name"],
        "environment": catalog["environment"],
        "tags": sorted(catalog["tags"]),
        "classes": catalog["classes"],
        "order": list(resources),
        "edges": sorted([each["source"], each["target"]] for each in catalog["edges"]),
        "resources": {
            name: {
                "exported": each.get("exported", False),
                "kind": each.get("kind"),
                "tags": sorted(each["tags"]),
                "params": each.get("parameters", {}),
                "sensitive": sorted(each.get("sensitive_parameters", [])),
                "file": each.get("file"),
                "line": each.get("line"),
            }
            for name, each in resources.items()
        },
    }


def differences(wanted: dict[str, Any], found: dict[str, Any]) -> Iterator[str]:
    """Tell what differs, with both sides."""
    yield from _differs("ok", wanted["ok"], found["ok"])
    error, other = wanted.get("error") or {}, found.get("error") or {}
    for part in ("message", "file", "line", "column"):
        yield from _differs(f"error {part}", error.get(part), other.get(part))
    logs = [[each["level"], each["source"], each["message"]] for each in wanted["logs"]]
    yield from _differs("logs", logs, [list(each.values()) for each in found["logs"]])
    yield from _differs("virtual", wanted.get("virtual", []), found["virtual"])
    catalog, ours = wanted.get("catalog"), found.get("catalog")
    if catalog is None or ours is None:
        return
    for part in ("name", "environment", "tags", "classes", "order", "edges"):
        yield from _differs(part, catalog[part], ours[part])
    for name, resource in catalog["resources"].items():
        for part, value in resource.items():
            yield from _differs(f"{name} {part}", value, ours["resources"].get(name, {}).get(part))


def _differs(part: str, wanted: object, found: object) -> Iterator[str]:
    # 1, 1.0 and true are the same to Python; their texts are not.
    if json.dumps(wanted, sort_keys=True) != json.dumps(found, sort_keys=True):
        yield f"{part}\n  reference: {wanted!r}\n  duckrow:   {found!r}"


def cases() -> Iterator[Any]:
    for name, kind in KINDS.items():
        if kind not in ASIDE:
            marks = [pytest.mark.xfail(reason=GAPS[name])] if name in GAPS else []
            yield pytest.param(name, marks=marks)


@pytest.mark.parametrize("name", list(cases()))
def test_program(name: str) -> None:
    found = list(differences(expected()[name], run(name)))
    assert not found, "\n".join(found)


def test_all_programs_are_there() -> None:
    assert sorted(KINDS) == sorted(path.stem for path in PROGRAMS.glob("*.pp"))
    assert sorted(KINDS) == sorted(expected())
    assert len(KINDS) == 1270


def test_a_difference_is_told() -> None:
    wanted = expected()["0001-int-decimal"]
    found = run("0001-int-decimal")
    found["logs"][0]["message"] += "!"
    assert [each.split("\n")[0] for each in differences(wanted, found)] == ["logs"]
