"""`duckrow backup`: list, print and restore previous contents of files."""

from __future__ import annotations

import sys

from duckrow.cli.host import take_run_lock
from duckrow.cli.options import Command, Option, UsageError
from duckrow.machine.paths import absolute, file_in_the_way, is_directory
from duckrow.source.errors import InputError, reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments
    from duckrow.machine.files.files import Files
    from duckrow.state.backups import Backups

COMMAND = Command(
    "backup",
    "[OPTION…] list [PATH] | get DIGEST | restore PATH [DIGEST] | verify",
    (
        Option("--root", "use the backups of a scratch root directory", metavar="DIR"),
        Option("--state-dir", "directory of reports and backups", metavar="DIR"),
    ),
    (
        ("duckrow backup list /etc/motd", "its previous contents, with times"),
        ("duckrow backup get 5891b5b5 > motd.old", "a content, by a prefix of its digest"),
        ("duckrow backup restore /etc/motd", "its content before the last change"),
        ("duckrow backup verify", "compare all contents with their digests"),
    ),
    "A content that does not match its digest is never printed or restored.",
)


def run(arguments: Arguments, console: Console) -> int:
    """Run one of the four subcommands."""
    from duckrow.state.directory import state_directory

    what, *words = arguments.words or [""]
    if what not in ("list", "get", "restore", "verify"):
        raise UsageError("give list, get, restore or verify")
    root = arguments.get("root", "/")
    directory = arguments.get("state-dir") or state_directory(root)
    if not is_directory(directory):  # reading must not create the directory
        file = file_in_the_way(directory)
        why = f"{file} is not a directory" if file else "there is no such directory"
        raise InputError(f"there are no backups in {directory}: {why}")
    if what != "restore":
        return _run(what, words, directory, root, console)
    release = take_run_lock(directory, 0, console, can_wait=False)
    if release is None:
        return 1
    try:
        return _run(what, words, directory, root, console)
    finally:
        release()


def _run(what: str, words: list[str], directory: str, root: str, console: Console) -> int:
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
            return _list(backups, words, root)
        if what == "get":
            return _get(backups, words)
        if what == "restore":
            return _restore(backups, words, root)
        return _verify(backups, console)
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


def _list(backups: Backups, words: list[str], root: str) -> int:
    if len(words) > 1:
        raise UsageError("list takes at most one path")
    from time import strftime

    from duckrow.machine.local_time import local_time

    for each in backups.places(_full_path(words[0], root) if words else None):
        when = strftime("%Y-%m-%d %H:%M:%S", local_time(each.time_ns // 1_000_000_000))
        print(f"{each.digest}  {when}  {each.size:>10}  {each.path}")
    return 0


def _get(backups: Backups, words: list[str]) -> int:
    if len(words) != 1:
        raise UsageError("get takes one digest")
    digest = backups.find(words[0])
    sys.stdout.flush()
    for piece in backups.pieces(digest):
        sys.stdout.buffer.write(piece)
    sys.stdout.buffer.flush()
    return 0


def _restore(backups: Backups, words: list[str], root: str) -> int:
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
    print(f"restored {path} to {{sha256}}{digest}")
    return 0


def _cannot_restore(path: str, digest: str, error: OSError, files: Files) -> InputError:
    parent = path.rpartition("/")[0] or "/"
    why = reason(error)
    hint = f"duckrow backup get {digest[:12]} prints the content"
    if isinstance(error, FileNotFoundError) and files.facts(parent, follow=True) is None:
        why, hint = f"the directory {parent} does not exist", f"make the directory, or {hint}"
    elif isinstance(error, IsADirectoryError):
        hint = f"move the directory away, or {hint}"
    return InputError(f"cannot restore {path}: {why}", hint=hint)


def _verify(backups: Backups, console: Console) -> int:
    from duckrow.state.backups import BackupError

    digests = dict.fromkeys(each.digest for each in backups.places())
    bad = 0
    for digest in digests:
        try:
            backups.verify(digest)
        except BackupError as error:
            bad += 1
            console.print_error("damaged", str(error))
    print(f"{len(digests) - bad} of {len(digests)} contents match their digests")
    return 1 if bad else 0
