"""Comparing the version of the agent with another."""

from __future__ import annotations

import re

from duckrow.cfengine.functions.common import scanned
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context

_VERSION = re.compile(r"\s*([+-]?\d+)(?:\.\s*([+-]?\d+)(?:\.\s*([+-]?\d+))?)?")


def compare_agent(context: Context, function: str, version: str, which: str = "") -> int:
    """Tell whether the agent is older (-1) or newer (1) than a version; only given parts count."""
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
