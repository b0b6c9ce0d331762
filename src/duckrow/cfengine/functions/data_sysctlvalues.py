"""data_sysctlvalues(): all settings of the kernel."""

from __future__ import annotations

from duckrow.cfengine.functions.common import decoded, error_text, read_limited, settings_root
from duckrow.cfengine.values.rvals import Data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.values.rvals import Json


# The settings themselves are few levels down.
LEVELS = range(2, 8)
LARGEST = 16 * 1024


def call(context: Context, _arguments: list[str]) -> Data:
    """Give an object from names such as kernel.hostname to values."""
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
