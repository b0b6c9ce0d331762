"""`duckrow backup`: list, print and restore previous contents of files."""

from __future__ import annotations

import sys

from duckrow.cli.host import existing_state, take_run_lock
from duckrow.cli.options import Command, Option, UsageError, nearest
from duckrow.machine.paths import absolute
from duckrow.source.errors import InputError, reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments
    from duckrow.machine.files.files import Files
    from duckrow.state.backups import Backups

COMMAND = Command(
    "backup",
    "[OPTION…] list [PATH] | show DIGEST | restore PATH [DIGEST] | verify",
    (
        Option("--root", "use the backups of a scratch root directory", metavar="DIR"),
        Option("--state-dir", "directory of reports, backups and other state", metavar="DIR"),
        Option("--format", "format of list and verify (text)", choices=("text", "json", "yaml")),
    ),
    (
        ("duckrow backup list /etc/motd", "its previous contents, with times"),
        ("duckrow backup show 5891b5b5 > motd.old", "a content, by a prefix of its digest"),
        ("duckrow backup restore /etc/motd", "its content before the last change"),
        ("duckrow backup verify", "compare all contents with their digests"),
    ),
    "A content that does not match its digest is never printed or restored.",
    actions=("list", "show", "restore", "verify"),
)


def run(arguments: Arguments, console: Console) -> int:
    """Run one of the four subcommands."""
    what, *words = arguments.words or [""]
    if what not in COMMAND.actions:
        raise UsageError(f"give list, show, restore or verify{nearest(what, COMMAND.actions)}")
    root = arguments.get("root", "/")
    directory = existing_state(arguments, "backups")
    form = arguments.get("format", "text")
    if what != "restore":
        return _run(what, words, directory, root, form, console)
    release = take_run_lock(directory, 0, console, can_wait=False)
    if release is None:
        return 1
    try:
        return _run(what, words, directory, root, form, console)
    finally:
        release()


def _run(
    what: str, words: list[str], directory: str, root: str, form: str, console: Console
) -> int:
    from duckrow.machine.sqlite import DatabaseError, is_damaged
    from duckrow.state.backups import NAME, BackupError, Backups
    from duckrow.state.database import DamagedDatabaseError

    file = f"{directory}/{NAME}"
    damages: list[str] = []
    try:
        backups = Backups(directory, damages.append if what == "restore" else None)
    except DamagedDatabaseError as error:
        console.print_error("damaged", str(error))
        return 1
    except (OSError, DatabaseError) as error:
        raise InputError(f"cannot open {file}: {reason(error)}") from None
    try:
        if damages:  # an empty database has taken its place
            raise BackupError(damages[0])
        if what == "list":
            return _list(backups, words, root, form, console)
        if what == "show":
            return _show(backups, words)
        if what == "restore":
            return _restore(backups, words, root, console)
        return _verify(backups, form, console)
    except BackupError as error:
        console.print_error("damaged" if damages else "backup", str(error))
        return 1
    except DamagedDatabaseError as error:
        console.print_error("damaged", str(error))
        return 1
    except DatabaseError as error:
        if not is_damaged(error):
            raise
        console.print_error("damaged", f"{file} is damaged ({error})")
        return 1
    finally:
        backups.close()


def _full_path(path: str, root: str) -> str:
    """Return the full path of a file; relative paths start in the working directory."""
    if path.startswith("/"):
        return path
    if root != "/":
        raise UsageError(f"with --root, give the full path below it, not {path}")
    return absolute(path)


def _list(backups: Backups, words: list[str], root: str, form: str, console: Console) -> int:
    if len(words) > 1:
        raise UsageError("list takes at most one path")
    found = backups.places(_full_path(words[0], root) if words else None)
    if form != "text":
        from duckrow.data.write import written
        from duckrow.state.report import time_text

        rows = [
            {
                "path": each.path,
                "time": time_text(each.time_ns),
                "size": each.size,
                "digest": f"{{sha256}}{each.digest}",
            }
            for each in found
        ]
        console.print_result(written(rows, form))
        return 0
    from duckrow.cli.moments import shown_time

    for each in found:
        line = f"{each.digest}  {shown_time(each.time_ns)}  {each.size:>10}  {each.path}"
        console.print_result(line)
    return 0


def _show(backups: Backups, words: list[str]) -> int:
    if len(words) != 1:
        raise UsageError("show takes one digest")
    digest = backups.find(words[0])
    sys.stdout.flush()
    for piece in backups.pieces(digest):
        sys.stdout.buffer.write(piece)
    sys.stdout.buffer.flush()
    return 0


def _restore(backups: Backups, words: list[str], root: str, console: Console) -> int:
    if not 1 <= len(words) <= 2:
        raise UsageError("restore takes a path and optionally a digest")
    from duckrow.machine.local import LocalMachine
    from duckrow.state.backups import BackupError

    path = _full_path(words[0], root)
    if len(words) == 2:
        digest = backups.find(words[1])
    else:
        found = backups.places(path)
        if not found:
            raise BackupError(f"there is no backup of {path}; duckrow backup list shows all")
        digest = found[-1].digest
    backups.verify(digest)
    files = LocalMachine(root).files
    try:
        # As in the reference, a link stays and its target gets the content.
        facts = files.facts(path, follow=True)
        if facts is not None and facts.is_file:
            # Back up the present content too, so that a restore can be undone.
            backups.keep(path, lambda: files.pieces(path))
        files.replace(path, backups.pieces(digest), follow=True)
        files.settle()
    except OSError as error:
        raise _cannot_restore(path, digest, error, files) from None
    console.print_result(f"restored {path} to {{sha256}}{digest}")
    return 0


def _cannot_restore(path: str, digest: str, error: OSError, files: Files) -> InputError:
    parent = path.rpartition("/")[0] or "/"
    why = reason(error)
    hint = f"duckrow backup show {digest[:12]} prints the content"
    if isinstance(error, FileNotFoundError) and files.facts(parent, follow=True) is None:
        why, hint = f"the directory {parent} does not exist", f"make the directory, or {hint}"
    elif isinstance(error, IsADirectoryError):
        hint = f"move the directory away, or {hint}"
    return InputError(f"cannot restore {path}: {why}", hint=hint)


def _verify(backups: Backups, form: str, console: Console) -> int:
    from duckrow.state.backups import BackupError

    digests = dict.fromkeys(each.digest for each in backups.places())
    bad: list[str] = []
    for digest in digests:
        try:
            backups.verify(digest)
        except BackupError as error:
            bad.append(digest)
            console.print_error("damaged", str(error))
    if form != "text":
        from duckrow.data.write import written

        data = {"contents": len(digests), "damaged": [f"{{sha256}}{digest}" for digest in bad]}
        console.print_result(written(data, form))
    else:
        good = len(digests) - len(bad)
        console.print_result(f"{good} of {len(digests)} contents match their digests")
    return 1 if bad else 0
