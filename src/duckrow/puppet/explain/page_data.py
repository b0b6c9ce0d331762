"""The data of the page about a recorded compile; see `duckrow.explain.page.html`."""

from __future__ import annotations

from duckrow.explain.answer import Answer, Reason
from duckrow.explain.formats import answer_data, reason_data
from duckrow.graph.cycles import cycles_by_number
from duckrow.puppet.apply.order import REFRESH
from duckrow.puppet.apply.relationship_attributes import relation_text, relations_of
from duckrow.puppet.catalog.formats_text import REDACTED, value_text
from duckrow.puppet.catalog.to_data import resource_data
from duckrow.puppet.explain.chains import declared_by
from duckrow.puppet.explain.races import races
from duckrow.puppet.explain.secrets import SecretsOfAnswers, secrets_of
from duckrow.puppet.explain.values import Values
from duckrow.puppet.runtime.definition import FORWARD
from duckrow.state.secrets import Secrets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.explain.answer import Place
    from duckrow.puppet.catalog.resource import Resource
    from duckrow.puppet.environment.report import Failure
    from duckrow.puppet.explain.graph import ReasonedGraph
    from duckrow.puppet.explain.recorded import Recorded

    Data = dict[str, object]
    Pair = tuple[Resource, Resource]

# Files whose text the page shows; not those of Hiera: data may have secrets of other nodes.
_SHOWN = (".pp", ".epp", ".erb")


def page_data(graph: ReasonedGraph, title: str, more: Data | None = None) -> Data:
    """Return what the page shows of a compile, and `more`. No secret is in it."""
    recorded = graph.recorded
    resources = graph.resources
    values = Values(recorded)
    data: Data = {
        "title": title,
        "language": "puppet",
        "phases": list(_phases(graph)),
        "nodes": [_node(values, resource) for resource in resources],
        "edges": list(_edges(graph, resources)),
        "cycles": [list(each) for each in _cycles(graph)],
        "races": [
            {"refs": [str(race.first), str(race.second)], "what": f"the {race.kind} {race.name}"}
            for race in races(graph)
        ],
    }
    return _finished(recorded, data | (more or {}), graph.ral.secrets)


def failed_page_data(recorded: Recorded, title: str, failure: Answer, answer: Answer) -> Data:
    """Return what the page shows of a compile that failed: what was evaluated, and the error."""
    phases = list(_rounds(recorded))
    place = next((each.place for each in failure.reasons if each.place is not None), None)
    phases.append({"name": "Error", "steps": [{"text": failure.text, **_place(place)}]})
    values = Values(recorded)
    data: Data = {
        "title": title,
        "language": "puppet",
        "phases": phases,
        "nodes": [_node(values, resource) for resource in recorded.build.catalog.resources],
        "answer": answer_data(answer),
    }
    return _finished(recorded, data, Secrets())


def failure_answer(recorded: Recorded, question: list[str], failure: Failure) -> Answer:
    """Return the failure of a compile as an answer."""
    place = recorded.place_of_location(failure.at)
    reasons = [Reason("error", "it ends here", place)]
    if failure.why:
        reasons.append(Reason("why", failure.why))
    return Answer(question, f"The compile fails: {failure.basic}", reasons, hint=failure.hint)


def _finished(recorded: Recorded, data: Data, secrets: Secrets) -> Data:
    """Add the sources, and hide the secrets."""
    data["sources"] = _sources(recorded, _files(data))
    every = SecretsOfAnswers()
    every.add_all(secrets)
    every.add(secrets_of(recorded.build, recorded.record.secrets))
    return every.hide_all(data)


def _place(place: Place | None) -> Data:
    return {} if place is None else {"file": place.file, "line": place.line}


# ---- phases


def _rounds(recorded: Recorded) -> Iterator[Data]:
    """Return the evaluation, a phase for each round."""
    rounds: dict[int, list[Data]] = {}
    for step in recorded.record.steps:
        resource = step.resource
        if step.event == "evaluated":
            is_main = resource is recorded.build.main
            text = "The main manifest runs" if is_main else f"The body of {resource} runs"
            place = _definition_place(recorded, resource)
        else:
            text = f"{resource} is declared"
            place = recorded.place(step.site)
        rounds.setdefault(step.round, []).append(
            {"text": text, "ref": str(resource), **_place(place)}
        )
    for number, steps in sorted(rounds.items()):
        yield {"name": f"Round {number}" if number else "Main manifest", "steps": steps}


def _phases(graph: ReasonedGraph) -> Iterator[Data]:
    """Return the evaluation, and the order of a run."""
    recorded = graph.recorded
    yield from _rounds(recorded)
    applied = [
        {
            "text": f"{resource} is applied",
            "ref": str(resource),
            **_place(recorded.declared_at(resource)),
        }
        for resource in graph.applied()
    ]
    yield {"name": "As applied", "steps": applied}


def _definition_place(recorded: Recorded, resource: Resource) -> Place | None:
    definition = resource.definition
    return None if definition is None else recorded.place_at(definition.file, definition.line)


# ---- nodes


def _node(values: Values, resource: Resource) -> Data:
    recorded = values.recorded
    containers = resource.all_containers()
    return {
        "ref": str(resource),
        "type": resource.type,
        "title": resource.title,
        "container": str(containers[0]) if containers else "",
        **_place(recorded.declared_at(resource)),
        "values": list(_values(values, resource)),
        "why": [reason_data(reason) for reason in declared_by(recorded, resource)],
    }


def _values(values: Values, resource: Resource) -> Iterator[Data]:
    recorded = values.recorded
    parameters = resource_data(resource, recorded.build).get("parameters", {})
    assert isinstance(parameters, dict)
    for name, value in parameters.items():
        is_secret = name in (resource.sensitive or ()) or _has_secret(value)
        if is_secret:
            text = REDACTED
        elif type(value) is str and "\n" in value:
            text = value  # a text of several lines is easier to read as it is
        else:
            text = value_text(value)
        reasons = [reason_data(reason) for reason in values.attribute(resource, name)]
        yield {"name": name, "value": text, "reasons": reasons}


def _has_secret(value: object) -> bool:
    """Return whether rich data have a Sensitive value in them."""
    if isinstance(value, dict):
        return value.get("__ptype") == "Sensitive" or any(map(_has_secret, value.values()))
    return isinstance(value, list) and any(map(_has_secret, value))


# ---- edges


def _edges(graph: ReasonedGraph, resources: list[Resource]) -> Iterator[Data]:
    """Return the relationships, each with its kind and the place that makes it."""
    written: set[Pair] = set()
    for resource in resources:
        for pair, kind, place in _written(graph, resource):
            written.add(pair)
            yield _edge(pair, kind, place, refreshes=kind in ("notify", "subscribe", NOTIFY_ARROW))
    relationships = graph.graph
    for source, targets in enumerate(relationships.outgoing):
        for target, labels in targets.items():
            if graph.is_containment(source, target):
                continue
            pair = graph.resource(source), graph.resource(target)
            if pair not in written:
                place = graph.recorded.declared_at(pair[1])
                yield _edge(pair, "automatic", place, refreshes=REFRESH in labels)


NOTIFY_ARROW = "notify arrow"


def _written(graph: ReasonedGraph, resource: Resource) -> Iterator[tuple[Pair, str, Place | None]]:
    """Return the relationships that attributes of a resource and arrows make."""
    record, recorded = graph.recorded.record, graph.recorded
    for name, items in relations_of(resource.parameters).items():
        at = recorded.attribute_at(resource, name)
        seen: dict[Resource, int] = {}
        for item in items:
            node = graph.ral.find_reference(relation_text(item))
            if node is None:
                continue
            other = graph.resource(graph.graph.numbers[node])
            number = seen[other] = seen.get(other, -1) + 1
            if name in FORWARD:
                arrows = record.arrows.get((resource, other, name), ())
                if number < len(arrows):
                    kind = NOTIFY_ARROW if name == "notify" else "arrow"
                    place = recorded.place_of_location(arrows[number].location)
                    yield (resource, other), kind, place
                else:
                    yield (resource, other), name, at
            else:
                site = record.required.get((other, resource)) if name == "require" else None
                place = recorded.place(site) if site is not None and not number else at
                yield (other, resource), name, place


def _edge(pair: Pair, kind: str, place: Place | None, *, refreshes: bool) -> Data:
    source, target = map(str, pair)
    return {
        "source": source,
        "target": target,
        "kind": kind,
        "refresh": refreshes,
        **_place(place),
    }


def _cycles(graph: ReasonedGraph) -> Iterator[list[str]]:
    """Return the shortest cycle of each tangle, without repetitions."""
    for cycle in cycles_by_number([list(targets) for targets in graph.graph.outgoing]):
        yield list(dict.fromkeys(str(graph.resource(number)) for number in cycle))


# ---- sources


def _files(data: object) -> set[str]:
    """Return all files that data name."""
    found = set()
    stack = [data]
    while stack:
        each = stack.pop()
        if isinstance(each, dict):
            file = each.get("file")
            if type(file) is str:
                found.add(file)
            stack += each.values()
        elif isinstance(each, list):
            stack += each
    return found


def _sources(recorded: Recorded, files: set[str]) -> Data:
    found: Data = {}
    for file in sorted(files):
        if file == recorded.code_name:
            path = None
        elif not file.endswith(_SHOWN):
            continue
        else:
            path = file if file.startswith("/") else f"{recorded.directory}/{file}"
        text = recorded.trees.text(path)
        if text is not None:
            found[file] = text.decode("utf-8", "replace")
    return found
