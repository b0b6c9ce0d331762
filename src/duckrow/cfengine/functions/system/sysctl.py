"""sysctlvalue and data_sysctlvalues: kernel settings."""

from __future__ import annotations

from duckrow.cfengine.functions.helpers.common import decoded, facts_of, read_limited, settings_root
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.cfengine.values.rvals import Data
from duckrow.machine.errors import error_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.values.rvals import Json


LARGEST = 16 * 1024


def sysctlvalue(context: Context, arguments: list[str]) -> str:
    """Return a kernel setting."""
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


# Kernel settings are at most this deep.
LEVELS = range(2, 8)


def data_sysctlvalues(context: Context, _arguments: list[str]) -> Data:
    """Return all kernel settings by name."""
    root = settings_root()
    out: dict[str, Json] = {}
    files = context.machine.files_now
    for path, facts in files.walk(root):
        if facts.is_directory or path.count("/") + 1 not in LEVELS:
            continue
        try:
            content, _ = read_limited(context, f"{root}/{path}", LARGEST)
        except OSError as error:
            context.log.info(f"Error while reading file '{root}/{path}' ({error_text(error)})")
            continue
        out[path.replace("/", ".")] = decoded(content).rstrip("\n")
    return Data(out)
