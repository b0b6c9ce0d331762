"""`duckrow module index`: write what is in directories of modules, so that nothing is scanned."""

from __future__ import annotations

from duckrow.cli.options import UsageError
from duckrow.source.errors import InputError, reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments


def run(directories: list[str], _arguments: Arguments, console: Console) -> int:
    """Write the index of directories of modules."""
    from duckrow.machine.files.local import LocalFiles
    from duckrow.machine.paths import absolute
    from duckrow.puppet.loaders.write_path_index import write_index
    from duckrow.puppet.world import World
    from duckrow.source.module_names import INDEX

    if not directories:
        raise UsageError("name a directory of modules")
    for directory in directories:
        try:
            text, count = write_index(World(), absolute(directory))
            LocalFiles("/").replace(f"{absolute(directory)}/{INDEX}", text.encode(), 0o644)
        except OSError as error:
            raise InputError(f"cannot index {directory}: {reason(error)}") from None
        console.print_result(f"{directory}/{INDEX}: {count} directories")
    return 0
