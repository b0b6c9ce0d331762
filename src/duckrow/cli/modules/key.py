"""`duckrow module key`: make a key to sign packages with."""

from __future__ import annotations

from duckrow.cli.options import UsageError
from duckrow.source.errors import InputError, reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments


def run(names: list[str], _arguments: Arguments, console: Console) -> int:
    """Write NAME.key, which is private, and NAME.pub; a file that is there stays."""
    from duckrow.machine.files.local import LocalFiles
    from duckrow.machine.paths import absolute
    from duckrow.puppet.packages.signatures import make_key

    if len(names) != 1:
        raise UsageError("name the key: its files are NAME.key and NAME.pub")
    private, public = make_key()
    files = LocalFiles("/")
    for path, content, mode in (
        (f"{names[0]}.key", private, 0o600),
        (f"{names[0]}.pub", public, 0o644),
    ):
        try:
            files.make_file(absolute(path), mode)
            files.replace(absolute(path), content)
            files.settle()
        except OSError as error:
            raise InputError(f"cannot write {path}: {reason(error)}") from None
        console.print_result(f"{path}: {'public' if mode == 0o644 else 'private'} key")
    return 0
