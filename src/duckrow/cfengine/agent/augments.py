"""Augments: JSON files next to the policy that define variables, classes and inputs.

The agent reads `def_preferred.json`, or else `def.json`, from the directory of the entry file; it
may name further files. The agent reads `host_specific.json` in the work directory first, and
augments do not override its values.
"""

from __future__ import annotations

from duckrow.cfengine.agent.augment_items import (
    AUGMENTS,
    UNREADABLE,
    Source,
    expanded,
    read_classes,
    read_json,
    set_variables,
)
from duckrow.cfengine.values.json_text import raw_text
from duckrow.machine.paths import is_file, is_readable, real_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context

_KNOWN = ("vars", "classes", "inputs", "augments")
_TAGS = ("source=augments_file",)


def load_augments(context: Context, directory: str, *, prefers: bool) -> None:
    """Read the data of this host, then the augments of the policy."""
    from duckrow.cfengine.agent.host_data import load_host_data

    if not load_host_data(context):
        context.log.error("Failed to load CMDB data")
    path = f"{directory}/def_preferred.json"
    if not prefers or not is_file(path):
        path = f"{directory}/def.json"
    context.log.verbose(
        f"Loading JSON augments from '{path}' (input dir '{directory}', "
        f"input file '{context.options.entry_point}'"
    )
    _load_file(context, path, ())


def _load_file(context: Context, written: str, above: tuple[str, ...]) -> bool:
    """Read a file and return whether it was loaded; `above` are the files that lead to it."""
    path = context.expand(written)
    log = context.log
    if "/.json" in path:
        log.debug(
            f"Skipping augments file '{written}' because it failed to expand the base filename, "
            f"resulting in '{path}'"
        )
        return False
    log.debug(f"Searching for augments file '{path}' (original '{written}')")
    if not is_readable(path):
        log.verbose(f"could not load JSON augments from '{path}'")
        return False
    if real_path(path) in above:
        log.error(f"Augments file '{path}' names itself, by way of others or not")
        return False
    data = read_json(context, path)
    if data is UNREADABLE:
        return False
    if not isinstance(data, dict):
        log.error(f"Invalid augments file contents in '{path}', must be a JSON object")
        return False
    log.verbose(f"Loaded augments file '{path}', installing contents")
    for key in data:
        if key not in _KNOWN:
            log.verbose(f"Unknown augments key '{key}' in file '{path}', skipping it")
    _install(context, path, data, (*above, real_path(path)))
    return True


def _install(context: Context, path: str, data: dict[str, Any], above: tuple[str, ...]) -> None:
    source = Source(AUGMENTS, path)
    for word in ("vars", "variables"):
        if data.get(word) is None:
            continue
        values = expanded(context, data[word])
        if isinstance(values, dict):
            set_variables(context, source, values, has_details=word == "variables")
        else:
            context.log.error(f"Invalid augments {word} in '{path}', must be a JSON object")
    if data.get("classes") is not None:
        classes = expanded(context, data["classes"])
        if isinstance(classes, dict):
            read_classes(context, path, classes)
        else:
            context.log.error(f"Invalid augments classes in '{path}', must be a JSON object")
    if data.get("inputs") is not None:
        inputs = expanded(context, data["inputs"])
        if _is_plain_list(inputs):
            context.log.verbose(f"Installing augments def.augments_inputs from file '{path}'")
            texts = [raw_text(each) for each in inputs]
            context.put("default:def.augments_inputs", texts, "slist", _TAGS)
        else:
            _report_inputs(context, path)
    further = data.get("augments")
    if further is None:
        return
    if not _is_plain_list(further):
        _report_inputs(context, path)
        return
    for each in further:
        if _load_file(context, str(each), above):
            context.log.verbose(f"Completed augmenting from file '{each}'")
        else:
            context.log.error(f"Could not load requested further augments from file '{each}'")


def _report_inputs(context: Context, path: str) -> None:
    context.log.error(
        f"Trying to augment inputs in '{path}' but the value was not a list of strings"
    )


def _is_plain_list(value: object) -> bool:
    return isinstance(value, list) and not any(isinstance(each, dict | list) for each in value)
