"""read_module_protocol(path): a file that says what a module would say."""

from __future__ import annotations

from duckrow.cfengine.functions.common import error_text, read_lines
from duckrow.cfengine.functions.module_protocol import Module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> bool:
    """Do what its lines say; tells whether it can be read."""
    path = arguments[0]
    try:
        lines = read_lines(context, path)
    except IsADirectoryError as error:
        context.log.error(f"Unable to read from file '{path}'. (fread: {error_text(error)})")
        return False
    except OSError:
        return False
    module = Module(context, path)
    for line in lines:
        module.hear(line, is_shown=False)
    return True
