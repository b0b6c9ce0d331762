"""The cf_version_* functions: compare the agent's version.

Only the parts that the argument has are compared: 3.21 equals 3.21.4.
"""

from __future__ import annotations

import re

from duckrow.cfengine.functions.helpers.common import scanned
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


_VERSION = re.compile(r"\s*([+-]?\d+)(?:\.\s*([+-]?\d+)(?:\.\s*([+-]?\d+))?)?")


def compare_agent(context: Context, function: str, version: str, which: str = "") -> int:
    """Return -1 or 1 if the agent is older or newer than a version, else 0."""
    ours = context.variable("sys.cf_version")
    left = _VERSION.match("3.21.0" if ours is None else str(ours.value))
    right = _VERSION.match(version)
    if left is None or right is None:
        raise FunctionFailed(
            f"{function}: Format of {which}version comparison string '{version}' is incorrect"
        )
    for mine, other in zip(left.groups(), right.groups(), strict=True):
        if mine is None or other is None:
            return 0
        difference = int(mine) - scanned(other)
        if difference:
            return -1 if difference < 0 else 1
    return 0


def cf_version_after(context: Context, arguments: list[str]) -> bool:
    """Return whether the agent is newer than a version."""
    return compare_agent(context, "cf_version_after", arguments[0]) > 0


def cf_version_at(context: Context, arguments: list[str]) -> bool:
    """Return whether the agent has a version."""
    return compare_agent(context, "cf_version_at", arguments[0]) == 0


def cf_version_before(context: Context, arguments: list[str]) -> bool:
    """Return whether the agent is older than a version."""
    return compare_agent(context, "cf_version_before", arguments[0]) < 0


def cf_version_between(context: Context, arguments: list[str]) -> bool:
    """Return whether the agent's version is within two bounds."""
    name = "cf_version_between"
    lower = compare_agent(context, name, arguments[0], "lower ")
    upper = compare_agent(context, name, arguments[1], "upper ")
    return lower >= 0 and upper <= 0


def cf_version_maximum(context: Context, arguments: list[str]) -> bool:
    """Return whether the agent is not newer than a version."""
    return compare_agent(context, "cf_version_maximum", arguments[0]) <= 0


def cf_version_minimum(context: Context, arguments: list[str]) -> bool:
    """Return whether the agent is not older than a version."""
    return compare_agent(context, "cf_version_minimum", arguments[0]) >= 0
