"""`puppet filebucket`: store files in a local file bucket, and get them back.

The bucket is duckrow's store of backups: that of the runs, or one in a directory of its own.
"""

from __future__ import annotations

import sys
from time import strftime

from duckrow.cli.drop_ins.puppet.application import DEBUG, VERBOSE, Application
from duckrow.cli.drop_ins.puppet.config import print_asked
from duckrow.cli.drop_ins.puppet.optparse import Switch
from duckrow.cli.drop_ins.puppet.settings import settings_of, use_state_of
from duckrow.cli.host import state_of
from duckrow.machine.local import LocalMachine
from duckrow.machine.local_time import local_time
from duckrow.machine.paths import absolute, exists, is_directory, is_readable, read_bytes
from duckrow.source.errors import InputError, reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.cli.drop_ins.puppet.console import PuppetConsole
    from duckrow.cli.options import Arguments
    from duckrow.state.backups import Backups

_REMOTE = "duckrow has no server to send files to; give --local or --bucket DIRECTORY"

APPLICATION = Application(
    "filebucket",
    "store files in a file bucket, and get them back",
    "backup FILE… | get DIGEST | restore FILE DIGEST | diff FILE|DIGEST FILE|DIGEST | list",
    (
        Switch("--bucket -b", "use the bucket in this directory", metavar="DIRECTORY"),
        DEBUG,
        Switch("--fromdate -f", "list only files stored since then", metavar="DATE"),
        Switch("--todate -t", "list only files stored until then", metavar="DATE"),
        Switch("--local -l", "use the bucket of the runs on this host"),
        Switch("--remote -r", "use the bucket of a server", refusal=_REMOTE),
        VERBOSE,
    ),
    section="agent",
    examples=(
        "puppet filebucket --local list",
        "puppet filebucket --bucket /tmp/bucket backup /etc/motd",
    ),
)


def run(arguments: Arguments, console: PuppetConsole) -> int:
    """Run one of the five modes on a local bucket."""
    settings = settings_of(APPLICATION, arguments, console)
    if settings.get("configprint"):
        return print_asked(settings, APPLICATION.section)
    if not arguments.has("local") and not arguments.has("bucket"):
        console.print_error("refused", f"puppet filebucket is not available: {_REMOTE}")
        return 1
    mode, *words = arguments.words or [""]
    if mode not in _MODES:
        return 0  # as the original does, which says nothing
    if arguments.has("bucket"):
        arguments.add("state-dir", absolute(arguments.get("bucket")))
    else:
        use_state_of(settings, arguments)
    # A bucket that does not exist is None; only the backup of a file creates it.
    from duckrow.machine.sqlite import DatabaseError
    from duckrow.state.backups import NAME, BackupError, Backups

    directory = state_of(arguments, "/")
    assert directory is not None
    try:
        has_files = mode == "backup" and any(map(exists, words))
        if not has_files and not exists(f"{directory}/{NAME}"):
            return _MODES[mode](None, words, arguments)
        backups = Backups(directory, lambda message: console.print_log("warning", message))
        try:
            return _MODES[mode](backups, words, arguments)
        finally:
            backups.close()
    except BackupError as error:
        raise InputError(str(error)) from None
    except DatabaseError as error:
        raise InputError(f"cannot use the file bucket in {directory}: {error}") from None


def _backup(backups: Backups | None, words: list[str], _arguments: Arguments) -> int:
    if not words:
        raise InputError("You must specify a file to back up")
    for word in words:
        path = absolute(word)
        if not exists(path):
            sys.stderr.write(f"{word}: no such file\n")
        elif not is_readable(path):
            sys.stderr.write(f"{word}: cannot read file\n")
        elif is_directory(path):
            raise InputError(f"Could not back up {word}: Is a directory")
        else:
            assert backups is not None
            print(f"{word}: {_keep(backups, path)}")
    return 0


def _keep(backups: Backups, path: str) -> str:
    files = LocalMachine("/").files
    return backups.keep(path, lambda: files.pieces(path))


def _get(backups: Backups | None, words: list[str], _arguments: Arguments) -> int:
    content = _content(backups, words[0] if words else "")
    sys.stdout.flush()
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()
    return 0


def _restore(backups: Backups | None, words: list[str], _arguments: Arguments) -> int:
    path, digest, *_ = [*words, "", ""]
    content = _content(backups, digest)
    files = LocalMachine("/").files
    try:
        files.replace(absolute(path), content, follow=True)
        files.settle()
    except OSError as error:
        raise InputError(f"{reason(error)} - {path}") from None
    return 0


def _diff(backups: Backups | None, words: list[str], _arguments: Arguments) -> int:
    if len(words) != 2:
        raise InputError("Need exactly two arguments: filebucket diff <file_a> <file_b>")
    from duckrow.puppet.providers.file.diff import unified_contents

    old, new = (_read(each) if exists(each) else _content(backups, each) for each in words)
    sys.stdout.write(unified_contents(old, new, *words))
    return 0


def _read(path: str) -> bytes:
    try:
        return read_bytes(path)
    except OSError as error:
        raise InputError(f"cannot read {path}: {reason(error)}") from None


def _list(backups: Backups | None, _words: list[str], arguments: Arguments) -> int:
    if backups is None:
        raise InputError("File not found")
    since = _moment(arguments, "fromdate", 0)
    until = _moment(arguments, "todate", None)
    for each in sorted(backups.places(), key=lambda backup: (backup.path, backup.time_ns)):
        seconds = each.time_ns // 1_000_000_000
        if (since is not None and seconds < since) or (until is not None and seconds > until):
            continue
        when = strftime("%Y-%m-%d %H:%M:%S", local_time(seconds))
        print(f"{each.digest} {when} {each.path}")
    return 0


_MODES: dict[str, Callable[[Backups | None, list[str], Arguments], int]] = {
    "backup": _backup,
    "diff": _diff,
    "get": _get,
    "list": _list,
    "restore": _restore,
}


def _content(backups: Backups | None, digest: str) -> bytes:
    """Return the content of a whole digest."""
    from duckrow.state.backups import BackupError

    bare = digest.removeprefix("{sha256}")
    if len(bare) != 64 or not all(char in "0123456789abcdef" for char in bare):
        raise InputError(f'Invalid checksum "{digest}"')
    if backups is None:
        raise InputError("File not found")
    try:
        found = backups.find(bare)
    except BackupError:
        raise InputError("File not found") from None
    return b"".join(backups.pieces(found))


def _moment(arguments: Arguments, name: str, usual: int | None) -> float | None:
    """Return the time that an option gives, in seconds since 1970."""
    text = arguments.get(name)
    if not text:
        return usual
    from datetime import datetime

    try:
        return datetime.fromisoformat(text).timestamp()
    except ValueError:
        raise InputError(f"Error while parsing '{name}'") from None
