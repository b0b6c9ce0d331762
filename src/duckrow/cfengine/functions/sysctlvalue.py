"""sysctlvalue(name): a setting of the kernel."""

from __future__ import annotations

from duckrow.cfengine.functions.common import (
    decoded,
    error_text,
    facts_of,
    read_limited,
    settings_root,
)
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context

LARGEST = 16 * 1024


def call(context: Context, arguments: list[str]) -> str:
    """Read the file that stands for it; dots in the name are slashes there."""
    path = f"{settings_root()}/{arguments[0].replace('.', '/')}"
    facts = facts_of(context, path, follow=True)
    if facts is not None and facts.is_directory:
        raise FunctionFailed(
            f"Error while reading file '{path}' because it's a directory (Success)", "info"
        )
    try:
        content, _ = read_limited(context, path, LARGEST)
    except OSError as error:
        raise FunctionFailed(
            f"Error while reading file '{path}' ({error_text(error)})", "verbose"
        ) from None
    return decoded(content).rstrip("\n")
