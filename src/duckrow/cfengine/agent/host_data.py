"""Data about this host: data/host_specific.json in the work directory.

It sets variables and classes; references to variables are not allowed in it.
"""

from __future__ import annotations

from duckrow.cfengine.agent.augment_items import (
    HOST_DATA,
    UNREADABLE,
    Source,
    read_comment,
    read_json,
    read_tags,
    set_variables,
)
from duckrow.cfengine.evaluation.variables.strings import has_variable
from duckrow.cfengine.values.json_text import raw_text
from duckrow.machine.paths import exists, is_readable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context

_ANY = "any::"


def load_host_data(context: Context) -> bool:
    """Read the file if it exists; return False if it is invalid."""
    path = f"{context.options.work_directory}/data/host_specific.json"
    log = context.log
    if not exists(path):
        log.verbose(f"No host-specific JSON data available at '{path}'")
        return True
    if not is_readable(path):
        log.error(f"Cannot read host-spefic JSON data from '{path}'")
        return False
    data = read_json(context, path)
    if data is UNREADABLE:
        return False
    if not isinstance(data, dict):
        log.error(f"Invalid CMDB contents in '{path}', must be a JSON object")
        return False
    log.verbose(f"Loaded CMDB data file '{path}', installing contents")
    for key in data:
        if key not in ("vars", "classes", "variables"):
            log.warning(f"Invalid key '{key}' in the CMDB data file '{path}', skipping it")
    is_good = True
    source = Source(HOST_DATA, path)
    for word in ("vars", "variables", "classes"):
        values = data.get(word)
        if values is None:
            continue
        if not isinstance(values, dict):
            log.error(f"Invalid '{word}' CMDB data, must be a JSON object")
            is_good = False
        elif _has_reference(values):
            log.error(f"Invalid '{word}' CMDB data, cannot contain variable references")
            is_good = False
        elif word == "classes":
            for name, value in values.items():
                _read_class(context, source, name, value)
        else:
            set_variables(context, source, values, has_details=word == "variables")
    return is_good


def _has_reference(value: object) -> bool:
    if isinstance(value, dict):
        return any(has_variable(key) or _has_reference(item) for key, item in value.items())
    if isinstance(value, list):
        return any(_has_reference(item) for item in value)
    return isinstance(value, str) and has_variable(value)


def _read_class(context: Context, source: Source, name: str, value: Any) -> None:
    log = context.log
    tags: tuple[str, ...] = (HOST_DATA,)
    comment = None
    if isinstance(value, dict):
        for word, allowed, shown in (
            ("class_expressions", _ANY, "class"),
            ("regular_expressions", "any", "regular"),
        ):
            given = value.get(word)
            if given is not None and given not in ([], [allowed]):
                log.error(
                    f"Invalid {shown} expression rules for class '{name}' in CMDB data,"
                    f" only '[]' or '[\"{allowed}\"]' allowed"
                )
                return
        tags = read_tags(context, source, "class", name, value)
        comment = read_comment(context, source, "class", name, value)
    elif isinstance(value, list):
        if any(isinstance(each, dict | list) for each in value):
            log.error(f"Invalid CMDB class data for class '{name}'")
            return
        if value != [_ANY]:
            shown = raw_text(value[0]) if value else ""
            log.error(
                f"Invalid class specification '{shown}' in CMDB data, only '[\"any::\"]' allowed"
            )
            return
    elif value != _ANY:
        log.error(
            f"Invalid class specification '{raw_text(value)}' in CMDB data, only \"any::\" allowed"
        )
        return
    log.verbose(f"Installing CMDB class '{name}'")
    context.set_class(name if ":" in name else f"data:{name}", "namespace", tags, comment)
