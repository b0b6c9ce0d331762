"""What a compile makes: resources, their values, and the graph that an agent would walk.

Two judges describe it alike: duckrow, and the installed Puppet.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from tests.truth.scenario import Scenario, facts

from duckrow.machine.local import LocalMachine
from duckrow.puppet.apply.order import REFRESH, relationships
from duckrow.puppet.apply.ral_from_build import ral_from_build
from duckrow.puppet.apply.walk import visit_order
from duckrow.puppet.catalog.catalog import capitalized
from duckrow.puppet.loaders.sources import Sources
from duckrow.puppet.providers.index import Providers
from duckrow.puppet.resources.desired import Desired, ResourceError

DRIVER = Path(__file__).parent / "reference.rb"
Edge = tuple[str, str, bool]


@dataclass
class Outcome:
    """A catalog, or the error of a compile that failed."""

    error: str = ""
    resources: dict[str, dict[str, object]] = field(default_factory=dict)
    tags: dict[str, list[str]] = field(default_factory=dict)
    edges: list[Edge] = field(default_factory=list)  # the last says whether it carries events
    order: list[str] = field(default_factory=list)

    def value(self, ref: str, name: str) -> str:
        """Return the value of an attribute as JSON; a missing resource has none."""
        return json.dumps(self.resources.get(ref, {}).get(name), sort_keys=True)

    def leads(self, source: str, target: str, *, refresh: bool = False) -> bool:
        """Return whether a way leads from the end of one resource to the beginning of another."""
        following: dict[str, list[str]] = {}
        for one, other, carries in self.edges:
            if carries or not refresh:
                following.setdefault(one, []).append(other)
        first, last = self._node(source, "completed"), self._node(target, "admissible")
        seen, waiting = {first}, [first]
        while waiting:
            for each in following.get(waiting.pop(), ()):
                if each not in seen:
                    seen.add(each)
                    waiting.append(each)
        return last in seen and first != last

    def _node(self, ref: str, word: str) -> str:
        # The catalog that is applied writes the main class in this way.
        ref = "Class[Main]" if ref == "Class[main]" else ref
        type_, _, title = ref.partition("[")
        whit = f"Whit[{capitalized(f'{word}_{type_}')}[{title}]"
        return whit if self._is_container(whit) else ref

    def _is_container(self, whit: str) -> bool:
        return any(whit in edge[:2] for edge in self.edges)


def of_duckrow(
    scenario: Scenario, sources: Sources | None = None, *, graph: bool = True
) -> Outcome:
    """Compile with duckrow."""
    result = scenario.compile(None, sources)
    if result.failure is not None:
        return Outcome(error=str(result.failure.to_data()["message"]))
    data = result.data()
    assert data is not None
    found = Outcome()
    for each in data["resources"]:
        ref = f"{each['type']}[{each['title']}]"
        found.resources[ref] = each.get("parameters", {})
        found.tags[ref] = sorted(each["tags"])
    if not graph:
        return found
    try:
        ral = ral_from_build(result.build, Providers(LocalMachine()), lambda *_log: None)
        relations = relationships(ral)
    except ResourceError as error:
        return Outcome(error=str(error))
    found.edges = [
        (one.ref, other.ref, label == REFRESH) for one, other, label in relations.edges()
    ]
    found.order = [each.ref for each in visit_order(relations) if type(each) is Desired]
    return found


class Job:
    """A compile that the reference makes."""

    def __init__(self, id_: str, scenario: Scenario, *, graph: bool) -> None:
        self.data = {
            "id": id_,
            "manifest": scenario.manifest,
            "modulepath": list(scenario.modulepath),
            "facts": facts(),
            "graph": graph,
        }


def of_reference(jobs: Iterable[Job]) -> dict[str, Outcome]:
    """Compile a group of jobs with the installed Puppet."""
    line = json.dumps([each.data for each in jobs])
    done = subprocess.run(
        ["ruby", str(DRIVER)],
        input=f"{line}\n",
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        check=True,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
    )
    found = {}
    for text in done.stdout.splitlines():
        if text.startswith("{"):
            data = json.loads(text)
            edges = [(str(one), str(other), bool(carries)) for one, other, carries in data["edges"]]
            found[data["id"]] = Outcome(
                data["error"] or "", data["resources"], data["tags"], edges, data["order"]
            )
    return found
