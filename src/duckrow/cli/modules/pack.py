"""`duckrow module pack`: write modules as packages."""

from __future__ import annotations

from duckrow.cli.options import UsageError
from duckrow.source.errors import InputError, reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments


def run(directories: list[str], arguments: Arguments, console: Console) -> int:
    """Pack modules; all of them are read before the first is written."""
    from duckrow.machine.files.local import LocalFiles
    from duckrow.machine.paths import absolute, is_directory, make_directories
    from duckrow.puppet.environment.module_check import modules_in
    from duckrow.puppet.packages.pack import pack_module

    if not directories:
        raise UsageError("name a module's directory")
    if arguments.has("output"):
        raise UsageError("a package has the name of its module: --into DIR says where it goes")
    for directory in directories:
        if not is_directory(directory):
            raise InputError(f"cannot pack {directory}: it is not a directory")
    into = arguments.get("into", ".").rstrip("/") or "/"
    try:
        found = [pack_module(absolute(m)) for each in directories for m in modules_in(each)]
        make_directories(into)
        files = LocalFiles("/")
        for package in found:
            path = f"{into}/{package.file_name}"
            files.replace(absolute(path), package.content)
            console.print_result(f"{path}: {package.files} files")
        files.settle()
    except OSError as error:
        raise InputError(f"cannot pack {error.filename or into}: {reason(error)}") from None
    return 0
