"""Whole Puppet programs: compile them, ask the reference, and print both answers as text.

Settings of a case, besides those of Puppet such as `strict`:

    facts: NAME         facts/NAME.json is an input: the facts of the node, none without it
    node: NAME          instead of test.example.com
    module tree: NAME         trees/NAME/modules is the module path
    environment tree: NAME    trees/NAME/environment is the directory of the environment
    classes: A B        classes from an external node classifier
    rule: NAME = VALUE  a rule of the catalog builder, for `after` in traps/
    given as: code      the program is a text, as with -e; otherwise it is the file program.pp
    given as: directory       the manifests of the environment are the program

A row of a table is a program as with -e.

Files of a case are written to a directory of its own. `modules/` is its module path, `environment/`
the directory of its environment, `global/hiera.yaml` the configuration of Hiera's global layer,
`facts.json` the facts of the node, `classifier.json` the classes and parameters that an external
node classifier gives. DIRECTORY in a file stands for that directory.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from shutil import which
from typing import Any

from tests.conformance.case_file import Case
from tests.conformance.recorded import Answer, ReferenceMissingError, questions

from duckrow.cli.logs import full_message
from duckrow.puppet.catalog.to_data import virtual_data
from duckrow.puppet.environment import Environment, Node, compile_catalog
from duckrow.puppet.environment.compile import Result
from duckrow.puppet.settings.settings import Settings
from duckrow.puppet.world import World

Job = dict[str, Any]
Outcome = dict[str, Any]

HERE = Path(__file__).parent
NODE = "test.example.com"
# Puppet 7's defaults; all messages are wanted.
DEFAULTS = {"strict": "warning", "strict_variables": "false", "log_level": "debug"}
SERVER_FACTS = {
    "serverversion": "7.23.0",
    "servername": "oracle.example.com",
    "serverip": "192.0.2.1",
    "environment": "production",
}
DRIVERS = Path(__file__).parents[1] / "reference"
OURS = (
    "differs",
    "facts",
    "node",
    "module tree",
    "environment tree",
    "classes",
    "given as",
    "rule",
)


# ---- jobs


@cache
def facts_named(name: str) -> dict[str, Any]:
    """Read the facts of facts/NAME.json."""
    found: dict[str, Any] = json.loads((HERE / "facts" / f"{name}.json").read_bytes())
    return found


def jobs_of(case: Case, directory: Path) -> list[Job]:
    """Write the files of a case and say how its programs are compiled."""
    job = _shared_job(case, directory)
    if case.rows is not None:
        return [{**job, "code": question} for question in questions(case)]
    match case.setting("given as"):
        case "code":
            job["code"] = case.program
        case "directory":
            job["manifest"] = f"{job['environment_dir']}/manifests"
        case _:
            manifest = directory / "program.pp"
            manifest.write_bytes(case.program.encode("utf-8", "surrogateescape"))
            job["manifest"] = str(manifest)
    return [job]


def _shared_job(case: Case, directory: Path) -> Job:
    """Write the files of a case and say what all its programs have in common."""
    for name, text in case.files.items():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        text = text.replace("DIRECTORY", str(directory))
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
    modules, environment = directory / "modules", directory / "environment"
    if "module tree" in case.settings:
        modules = HERE / "trees" / case.setting("module tree") / "modules"
    if "environment tree" in case.settings:
        environment = HERE / "trees" / case.setting("environment tree") / "environment"
    modulepath = [str(each) for each in (environment / "modules", modules) if each.is_dir()]
    job: Job = {
        "id": repr(case),
        "node": case.setting("node", NODE),
        "facts": facts_named(case.setting("facts")) if "facts" in case.settings else {},
        "modulepath": modulepath,
        "settings": {name: text for name, text in case.settings.items() if name not in OURS},
        "classes": case.setting("classes").split(),
        "folders": [str(each) for each in (directory, modules.parent, environment.parent)],
    }
    if "facts.json" in case.files:
        job["facts"] = json.loads(case.files["facts.json"])
    if "classifier.json" in case.files:
        job.update(json.loads(case.files["classifier.json"]))
    if environment.is_dir():
        job["environment_dir"] = str(environment)
    if (directory / "global").is_dir():
        job["settings"]["hiera_config"] = str(directory / "global" / "hiera.yaml")
    return job


def target_of(
    job: Job, around: Callable[[World], World] = lambda world: world
) -> tuple[Environment, Node]:
    """Return what a program is compiled with; its world may be put inside another one."""
    name = job.get("node", NODE)
    environment = Environment(
        directory=job.get("environment_dir"),
        modulepath=job.get("modulepath", []),
        manifest=job.get("manifest"),
        code=job.get("code"),
        settings=Settings(
            {**DEFAULTS, "certname": name, **job.get("settings", {})}, around(World())
        ),
    )
    node = Node(
        name,
        job.get("facts"),
        classes=job.get("classes", []),
        parameters=job.get("parameters"),
        server_facts=SERVER_FACTS,
    )
    return environment, node


def compile_job(job: Job) -> Outcome:
    """Compile a program in this process."""
    return outcome_of(compile_catalog(*target_of(job)))


def outcome_of(done: Result) -> Outcome:
    """Return what came of a compile."""
    data = done.data()
    outcome: Outcome = {"logs": []}
    for entry in done.logs:
        said = {"level": entry.level, "source": entry.source, "message": full_message(entry)}
        outcome["logs"].append(said)
    if done.failure is not None:
        outcome["error"] = done.failure.to_data()
    else:
        outcome["catalog"] = data
        outcome["virtual"] = virtual_data(done.build)
    return outcome


def ask_ruby(driver: str, lines: Iterable[object], *options: str) -> list[Any]:
    """Give each line as JSON to a driver of the reference; return its answers."""
    if which("puppet") is None or which("ruby") is None:
        raise ReferenceMissingError("Puppet is not installed: apt-get install puppet-agent")
    asked = [json.dumps(line) for line in lines]
    done = subprocess.run(
        ["ruby", str(DRIVERS / driver), *options],
        input="\n".join(asked) + "\n",
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "LC_ALL": "C.UTF-8"},  # Ruby shows é as \u00E9 in other locales
    )
    answers = [json.loads(line) for line in done.stdout.split("\n")[:-1]]
    if len(answers) != len(asked):
        raise RuntimeError(f"{driver}: no answer to {asked[len(answers)]}\n{done.stderr}")
    return answers


def ask_reference(jobs: Sequence[Job]) -> list[Outcome]:
    """Compile programs with the installed Puppet."""
    return ask_ruby("programs.rb", jobs)


# ---- answers as text

_ADDRESS = re.compile(r"(#<[A-Z][\w:]*):0x[0-9a-f]{8,16}")
_PLACE = re.compile(
    r"\((?:file: (?P<file>[^,()]+)(?:, )?)?(?:line: (?P<line>\d+))?(?:, column: (?P<column>\d+))?\)"
)
_PLAIN_REFERENCE = re.compile(r"[A-Z][\w:]*\[[^\"\n,]*\]")
_STANDARD_RESOURCES = [
    'Stage[main] tagged stage\n  name => "main"',
    "Class[Settings] in Stage[main], kind unknown, tagged class settings",
    'Class[main] in Stage[main], kind unknown, tagged class\n  name => "main"',
]


def answer_of(case: Case, outcomes: Iterable[Outcome], jobs: Iterable[Job]) -> Answer:
    """Print what came of the programs of a case."""
    texts = [answer_text(outcome, job) for outcome, job in zip(outcomes, jobs, strict=True)]
    return texts[0] if case.rows is None else [text.removesuffix("\n") for text in texts]


def answer_text(outcome: Outcome, job: Job) -> str:
    """Print what came of a program: messages, then an error or the catalog.

    Not printed is what every program has: the source `Scope(Class[main])` of messages, the place
    of an error that its message names, the first three resources when nothing changed them, and
    the name of the file program.pp.
    """
    lines = list(_message_lines(outcome))
    if "catalog" in outcome:
        lines += _catalog_lines(outcome["catalog"], job)
        for each in outcome.get("virtual") or []:
            lines.append(f"{'exported' if each['exported'] else 'virtual'} {_ref(each['ref'])}")
        lines = lines or ["(an empty catalog)"]
    text = _ADDRESS.sub(r"\1", "\n".join(lines))
    for folder in job.get("folders", []):
        text = text.replace(f"{folder}/", "")
    return f"{text}\n"


def _message_lines(outcome: Outcome) -> Iterator[str]:
    logs, error = list(outcome["logs"]), outcome.get("error")
    ending = "failed: "
    if error and logs and logs[-1] == _logged(error):
        logs.pop()
        ending = "error: "
    for each in logs:
        source = "" if each["source"] == "Scope(Class[main])" else f" ({each['source']})"
        yield _continued(f"{each['level']}{source}: {each['message']}")
    if error:
        yield _continued(ending + error["message"])
        yield from _place_lines(error)


def _logged(error: dict[str, Any]) -> dict[str, Any]:
    return {"level": "err", "source": "Puppet", "message": error["message"]}


def _continued(text: str) -> str:
    return text.replace("\n", "\n  | ")


def _place_lines(error: dict[str, Any]) -> Iterator[str]:
    """Print the place of an error unless its message names exactly that place."""
    place = {part: error.get(part) for part in ("file", "line", "column")}
    match = _PLACE.search(error["message"])
    named: dict[str, Any] = dict(match.groupdict()) if match else dict.fromkeys(place)
    for part in ("line", "column"):
        named[part] = named[part] and int(named[part])
    if named != place:
        parts = [f"{part} {value}" for part, value in place.items() if value is not None]
        yield f"  at {', '.join(parts) or 'no place'}"


def _ref(reference: str) -> str:
    return reference if _PLAIN_REFERENCE.fullmatch(reference) else json.dumps(reference)


def _catalog_lines(catalog: dict[str, Any], job: Job) -> Iterator[str]:
    if catalog["name"] != job.get("node", NODE):
        yield f"catalog of {catalog['name']}"
    if catalog["environment"] != "production":
        yield f"environment {catalog['environment']}"
    if catalog["tags"] != ["settings"]:
        yield f"tags {' '.join(catalog['tags'])}"
    if catalog["classes"] != ["settings"]:
        yield f"classes {' '.join(catalog['classes'])}"
    refs = [f"{each['type']}[{each['title']}]" for each in catalog["resources"]]
    containers: dict[str, list[str]] = {ref: [] for ref in refs}
    for edge in catalog["edges"]:
        containers.setdefault(edge["target"], []).append(edge["source"])
    manifest = job.get("manifest")
    resources = [
        "\n".join(resource_lines(each, containers.pop(ref, []), manifest))
        for ref, each in zip(refs, catalog["resources"], strict=True)
    ]
    yield from resources[3:] if resources[:3] == _STANDARD_RESOURCES else resources
    for target, sources in containers.items():
        yield f"edges {' '.join(map(_ref, sources))} -> {_ref(target)}"
    in_order = sorted(catalog["edges"], key=lambda edge: _place_of(refs, edge["target"]))
    if catalog["edges"] != in_order:
        yield "edges in another order than the resources:"
        yield from (
            f"  {_ref(each['source'])} -> {_ref(each['target'])}" for each in catalog["edges"]
        )


def _place_of(refs: list[str], target: str) -> int:
    return refs.index(target) if target in refs else len(refs)


def resource_lines(
    resource: dict[str, Any], containers: list[str], manifest: str | None
) -> Iterator[str]:
    """Print a resource of a catalog."""
    parts = [f"in {_ref(each)}" for each in containers]
    file, line = resource.get("file"), resource.get("line")
    if file != manifest and file is not None:
        parts.append(f"file {file}")
    elif manifest is not None and file is None and line is not None:
        parts.append("no file")
    if line is not None:
        parts.append(f"line {line}")
    if resource.get("kind") != "compilable_type":
        parts.append(f"kind {resource.get('kind')}")
    if resource.get("exported"):
        parts.append("exported")
    if resource.get("sensitive_parameters"):
        parts.append(f"sensitive {' '.join(sorted(resource['sensitive_parameters']))}")
    parts.append(f"tagged {' '.join(resource['tags'])}")
    reference = _ref(f"{resource['type']}[{resource['title']}]")
    yield f"{reference} {', '.join(parts)}"
    for name, value in sorted(resource.get("parameters", {}).items()):
        yield f"  {name} => {json.dumps(value, sort_keys=True, ensure_ascii=False)}"
