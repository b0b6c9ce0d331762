"""`duckrow module verify`: check the members of packages, and who has signed them."""

from __future__ import annotations

from duckrow.cli.options import UsageError
from duckrow.source.errors import DuckrowError, reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments


def run(packages: list[str], arguments: Arguments, console: Console) -> int:
    """Check packages; return 0 if all are right, 1 otherwise."""
    from duckrow.puppet.packages.signatures import Trust
    from duckrow.puppet.packages.verify import verify_contents

    if not packages:
        raise UsageError("name a package")
    directory = arguments.get("trust", "")
    trust = Trust(directory) if directory else None
    code = 0
    for path in packages:
        try:
            index, signed = verify_contents(path)
            words = [index.module, index.version, f"{len(index.digests or ())} files"]
            if trust is not None:
                words.append(f"signed by {trust.check(path, signed)}")
            console.print_result(f"{path}: {', '.join(filter(None, words))}")
        except OSError as error:
            console.print_error("module", f"cannot read {path}: {reason(error)}")
            code = 1
        except DuckrowError as error:
            console.print_error("module", str(error))
            code = 1
    return code
