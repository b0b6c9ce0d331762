"""`duckrow store`: PuppetDB's archive, from and into the store of a server."""

from __future__ import annotations

from time import time_ns

from duckrow.cli.expect import expect_subcommand
from duckrow.cli.options import Command, UsageError
from duckrow.cli.target import read_settings, setting_option
from duckrow.source.errors import InputError, reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments

ACTIONS = ("export", "import")

COMMAND = Command(
    "store",
    "export|import FILE [OPTION…]",
    (),
    (
        ("duckrow store export pond.tgz", "write facts, catalogs and reports of all nodes"),
        ("duckrow store import pond.tgz", "store what PuppetDB or duckrow exported"),
    ),
    "Run it on the server, which may run on. FILE is the archive of `puppet db export`. What is\n"
    "newer in the store stays. Any setting of puppet.conf is an option too. The exit code is 1 if\n"
    "something of an archive cannot be stored.",
    setting_option,
    ACTIONS,
)


def run(arguments: Arguments, console: Console) -> int:
    """Export or import an archive."""
    action, paths = expect_subcommand(arguments, ACTIONS)
    if len(paths) != 1:
        raise UsageError(f"{action} takes one file")
    from duckrow.server.store.settings import StoreSettings
    from duckrow.store.archive import export_archive, import_archive
    from duckrow.store.database.database import open_database
    from duckrow.store.database.errors import UnavailableError
    from duckrow.store.store import Store

    def warn(message: str) -> None:
        console.print_message(f"warning: {message}", "store", "warning")

    address = StoreSettings(read_settings(arguments)).address
    store = Store(open_database(address, warn, is_guest=True))
    (path,) = paths
    skipped: list[str] = []
    now = time_ns() // 1000
    try:
        if action == "export":
            count = export_archive(store.database, path, now)
        else:
            count = import_archive(store, path, now, skipped.append)
    except OSError as error:
        raise InputError(f"cannot {action} {path}: {reason(error)}") from None
    except UnavailableError as error:
        raise InputError(f"cannot use the store: {error}") from None
    finally:
        store.close()
    for each in skipped:
        console.print_error("store", f"not stored: {each}")
    console.print_result(f"{action}ed {count} payloads")
    return 1 if skipped else 0
