"""packageupdatesmatching(name, version, architecture, method): packages with updates."""

from __future__ import annotations

from duckrow.cfengine.functions.package_lines import matching_packages
from duckrow.cfengine.values.rvals import Data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> Data:
    """Give those of the inventory that match."""
    return Data(matching_packages(context, "updates", "software_patches_avail.csv", arguments))
