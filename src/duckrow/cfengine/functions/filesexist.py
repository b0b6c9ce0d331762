"""filesexist(container): whether all paths of a container lead to something."""

from __future__ import annotations

from duckrow.cfengine.functions.common import collected, facts_of, singles
from duckrow.cfengine.values.json_text import scalar_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[Any]) -> bool:
    """Follow links; of no paths at all none exist."""
    paths = [
        scalar_text(value) for value in singles(collected(context, "filesexist", arguments[0]))
    ]
    return bool(paths) and all(
        path is not None and facts_of(context, path, follow=True) is not None for path in paths
    )
