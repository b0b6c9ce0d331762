"""The contain body: directory, root and user of a program, and errors in them."""

from __future__ import annotations

from duckrow.cfengine.evaluation.promises.location import log_location
from duckrow.cfengine.functions.helpers.command_lines import command_directory, command_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise
    from duckrow.machine.processes.command import Command

SHELL = frozenset(("useshell", "true", "yes", "on"))
# The user id of a command whose user does not exist; nobody has it.
NOBODY = 0xFFFFFFFE


def make_command(context: Context, promise: ExpandedPromise, line: str) -> Command:
    """Make a command of a command line, with the promise's contain body."""
    command = command_of(line, uses_shell=promise.text("useshell") in SHELL)
    command.root = promise.text("chroot") or None
    command.directory = promise.text("chdir")
    if not command.directory:
        command.directory = None if command.root else command_directory(context)
    command.umask = _umask(context, promise)
    command.limit = 0
    if promise.has("exec_timeout"):
        command.timeout = float(promise.integer("exec_timeout", 0))
    users = context.machine.users
    owner, group = promise.text("exec_owner"), promise.text("exec_group")
    if owner not in (None, "*"):
        command.uid = users.uid(owner)
        if command.uid is None:
            command.uid = NOBODY
            _log_unknown(context, promise, f"Could not get UID for user '{owner}', (getpwnam")
    if group not in (None, "*"):
        command.gid = users.gid(group)
        if command.gid is None:
            command.gid = NOBODY
            _log_unknown(context, promise, f"Could not get GID for group '{group}', (getgrnam")
        user = None if command.uid is None else users.user_of(command.uid)
        if user is not None:
            command.groups = users.all_gids(user.name, user.gid)
    return command


def _log_unknown(context: Context, promise: ExpandedPromise, text: str) -> None:
    context.log.info(f"{text}: not found)")
    log_location(context, promise, "info")


def _umask(context: Context, promise: ExpandedPromise) -> int:
    text = promise.text("umask")
    if text is None:
        return 0o077
    try:
        return int(text, 8)
    except ValueError:
        context.log.error(f"Error reading assumed octal value '{text}'")
        log_location(context, promise)
        return 0o077


def conditions(command: Command) -> str:
    """Return the conditions under which a command runs, for the log."""
    text = "no timeout" if command.timeout is None else f"timeout={int(command.timeout)}s"
    if command.uid is not None:
        text += f",uid={command.uid}"
    if command.gid is not None:
        text += f",gid={command.gid}"
    return text


def directory_error(context: Context, command: Command) -> str | None:
    """Return the error of the root and the directory, which are entered first."""
    root = command.root or ""
    for path, directory, verb in (
        (command.root, root, "chroot"),
        (command.directory, f"{root}/{command.directory}", "chdir"),
    ):
        if path is None:
            continue
        facts = context.machine.files_now.facts(directory, follow=True)
        if facts is None or not facts.is_directory:
            reason = "No such file or directory" if facts is None else "Not a directory"
            return f"Couldn't {verb} to '{path}'. ({verb}: {reason})"
    return None


def start_error(command: Command, error: OSError) -> str:
    """Return the message for a command that could not be started."""
    if command.directory is not None and error.filename == command.directory:
        return f"Couldn't chdir to '{command.directory}'. (chdir: {error.strerror})"
    if command.root is not None and error.filename == command.root:
        return f"Couldn't chroot to '{command.root}'. (chroot: {error.strerror})"
    if error.filename is None and command.uid is not None:
        return f"Couldn't set uid to '{command.uid}'. (setuid: {error.strerror})"
    if command.argv[0] != command.program:
        return f"Couldn't run: '{command.argv[-1]}'  (execl: {error.strerror})"
    return f"Couldn't run '{command.program}'. (execv: {error.strerror})"
