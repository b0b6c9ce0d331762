"""`duckrow module sign`: sign packages with a key."""

from __future__ import annotations

from duckrow.cli.options import UsageError
from duckrow.source.errors import InputError, reason
from duckrow.source.module_names import SIGNATURE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments


def run(packages: list[str], arguments: Arguments, console: Console) -> int:
    """Write the signature of each package beside it."""
    from duckrow.machine.files.local import LocalFiles
    from duckrow.machine.paths import absolute
    from duckrow.puppet.packages.signatures import sign
    from duckrow.puppet.packages.verify import verify_contents

    key = arguments.get("key", "")
    if not packages or not key:
        raise UsageError("name a key with --key, and the packages")
    files = LocalFiles("/")
    for path in packages:
        try:
            _, index = verify_contents(path)
            text = sign(path, index, key)
            files.replace(absolute(path + SIGNATURE), text.encode())
            files.settle()
        except OSError as error:
            raise InputError(f"cannot sign {path}: {reason(error)}") from None
        console.print_result(f"{path}{SIGNATURE}: signed")
    return 0
