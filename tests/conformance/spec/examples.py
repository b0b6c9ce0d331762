"""The modules of the cases, the mutants of one, and the outcomes of examples by their ids."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

HERE = Path(__file__).parent
POND = HERE / "pond"
REEDS = HERE / "reeds"
FACTS = HERE / "facts"
ANSWERS = HERE / "answers.json"
KINDS = ("classes", "defines", "functions", "type_aliases", "hosts", "types")
MUTANTS: list[dict[str, str]] = json.loads((HERE / "mutants.json").read_text())

# By id: the status and the full description.
Outcomes = dict[str, list[str]]


def copy_module(
    directory: Path, mutant: dict[str, str] | None = None, original: Path = POND
) -> Path:
    """Copy a module, with the change of a mutant; it is linked among its own fixtures."""
    module = directory / original.name
    shutil.copytree(original, module)
    modules = module / "spec/fixtures/modules"
    modules.mkdir(parents=True, exist_ok=True)
    (modules / original.name).symlink_to(module)
    if mutant is not None:
        file = module / mutant["file"]
        text = file.read_text()
        assert text.count(mutant["from"]) == 1, mutant
        file.write_text(text.replace(mutant["from"], mutant["to"]))
    return module


def plain(text: str) -> str:
    """Return a description without the address of an object."""
    return re.sub(r"#<Proc[^>]*>", "#<Proc>", text)


def read_outcomes(text: str) -> Outcomes:
    """Return the outcomes in the output of a JSON formatter."""
    return {
        each["id"]: [each["status"], plain(each["full_description"])]
        for each in json.loads(text)["examples"]
        if each["id"].startswith("./")  # rspec-puppet adds one about its own coverage
    }


def changed(outcomes: Outcomes, mutated: Outcomes) -> dict[str, str]:
    """Return the examples whose status a mutant changes, with the status that they get."""
    return {
        key: status
        for key, (status, _) in mutated.items()
        if outcomes.get(key, [None])[0] != status
    }
