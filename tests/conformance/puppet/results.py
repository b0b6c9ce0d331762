"""What comes of whole programs: run them, ask the reference, and tell the two apart.

A job says how a program is run: id, code or manifest, and perhaps node, facts, modulepath,
environment_dir, settings and classes. A result has id, ok, logs, virtual, and error or catalog.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from duckrow.cli.logs import full_message
from duckrow.puppet.catalog.to_data import catalog_data, virtual_data
from duckrow.puppet.environment import Environment, Node, compile_catalog
from duckrow.puppet.settings.settings import Settings

Job = dict[str, Any]
Outcome = dict[str, Any]

NODE = "test.example.com"
# Puppet 7's; and the reference was asked for all messages.
DEFAULTS = {"strict": "warning", "strict_variables": "false", "log_level": "debug"}
# The reference ran on this server.
SERVER_FACTS = {
    "serverversion": "7.23.0",
    "servername": "oracle.example.com",
    "serverip": "192.0.2.1",
}
DRIVER = Path(__file__).parents[1] / "reference" / "programs.rb"
_ADDRESS = re.compile(r"#<([A-Z][\w:]*):0x[0-9a-f]{8,16}>")


def run(job: Job) -> Outcome:
    """Compile a program in this process."""
    name = job.get("node", NODE)
    environment = Environment(
        directory=job.get("environment_dir"),
        modulepath=job.get("modulepath", []),
        manifest=job.get("manifest"),
        code=job.get("code"),
        settings=Settings({**DEFAULTS, "certname": name, **job.get("settings", {})}),
    )
    node = Node(
        name,
        job.get("facts"),
        classes=job.get("classes", []),
        server_facts=SERVER_FACTS,
    )
    done = compile_catalog(environment, node)
    outcome: Outcome = {"id": job["id"], "ok": done.ok, "logs": []}
    for entry in done.logs:
        said = {"level": entry.level, "source": entry.source, "message": full_message(entry)}
        outcome["logs"].append(said)
    if done.failure is not None:
        outcome["error"] = done.failure.to_data()
    else:
        outcome["catalog"] = catalog_data(done.build)
        outcome["virtual"] = virtual_data(done.build)
    return outcome


def ask_reference(jobs: Iterable[Job]) -> list[Outcome]:
    """Give what the installed Puppet makes of programs."""
    lines = "".join(json.dumps(job) + "\n" for job in jobs)
    answers = subprocess.run(
        ["ruby", str(DRIVER)], input=lines, capture_output=True, text=True, check=True
    )
    return [json.loads(line) for line in answers.stdout.splitlines()]


def normal(outcome: Outcome, folder: str = "") -> Outcome:
    """Bring a result into the shape that is recorded: no addresses, sets sorted, short paths."""
    text = _ADDRESS.sub(r"#<\1>", json.dumps(outcome))
    if folder:
        text = text.replace(f"{folder}/", "")
    found: Outcome = json.loads(text)
    result = {"id": found["id"], "ok": found["ok"], "logs": found["logs"]}
    if found.get("error"):
        parts = ("message", "file", "line", "column")
        error = found["error"]
        result["error"] = {part: error[part] for part in parts if error.get(part) is not None}
    if found.get("catalog"):
        result["catalog"] = _normal_catalog(found["catalog"])
    if found.get("virtual"):
        result["virtual"] = sorted(found["virtual"], key=lambda each: str(each["ref"]))
    return result


def _normal_catalog(catalog: dict[str, Any]) -> dict[str, Any]:
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


def differences(wanted: Outcome, found: Outcome) -> Iterator[str]:
    """Tell what differs between two results in normal shape, with both sides."""
    yield from _differs("ok", wanted["ok"], found["ok"])
    error, other = wanted.get("error") or {}, found.get("error") or {}
    for part in ("message", "file", "line", "column"):
        yield from _differs(f"error {part}", error.get(part), other.get(part))
    logs, ours = (
        [[each["level"], each["source"], each["message"]] for each in outcome["logs"]]
        for outcome in (wanted, found)
    )
    yield from _differs("logs", logs, ours)
    yield from _differs("virtual", wanted.get("virtual", []), found.get("virtual", []))
    if wanted.get("catalog") and found.get("catalog"):
        yield from _catalog_differences(wanted["catalog"], found["catalog"])


def _catalog_differences(wanted: dict[str, Any], found: dict[str, Any]) -> Iterator[str]:
    for part in ("name", "environment", "tags", "classes", "order", "edges"):
        yield from _differs(part, wanted[part], found[part])
    for name, resource in wanted["resources"].items():
        other = found["resources"].get(name, {})
        for part, value in resource.items():
            yield from _differs(f"{name} {part}", value, other.get(part))


def _differs(part: str, wanted: object, found: object) -> Iterator[str]:
    # 1, 1.0 and true are the same to Python; their texts are not.
    if json.dumps(wanted, sort_keys=True) != json.dumps(found, sort_keys=True):
        yield f"{part}\n  reference: {wanted!r}\n  duckrow:   {found!r}"
