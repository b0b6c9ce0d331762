"""`duckrow module install`: fill a directory with the modules of a lock."""

from __future__ import annotations

from os.path import dirname, join

from duckrow.cli.options import Arguments, UsageError
from duckrow.machine.paths import absolute, exists, read_bytes
from duckrow.source.errors import InputError, reason
from duckrow.source.module_names import short_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.console import Console
    from duckrow.puppet.module_sources.install import Installation, Step
    from duckrow.puppet.module_sources.lock import Lock
    from duckrow.puppet.packages.required import RequiredSignatures


def run(words: list[str], arguments: Arguments, console: Console) -> int:
    """Install the modules of a lock; return 0."""
    from duckrow.machine.local import LocalMachine
    from duckrow.machine.this_process import end_on_signals
    from duckrow.puppet.module_sources.install import MISSING, Installation
    from duckrow.puppet.module_sources.lock import NAME, read_lock

    if words:
        raise UsageError("install takes no arguments; --lock names the lock, --into the directory")
    path = arguments.get("lock", NAME)
    try:
        content = read_bytes(path)
    except OSError as error:
        hint = "duckrow module lock writes one"
        raise InputError(f"cannot read {path}: {reason(error)}", hint=hint) from None
    lock = read_lock(path, content, dirname(path))
    _warn_of_other_puppetfile(join(dirname(path), "Puppetfile"), path, lock, console)
    into = arguments.get("into") or join(dirname(path), lock.moduledir)
    required = _required_signatures(arguments, dirname(path))
    installation = Installation(
        lock, into, LocalMachine(), None if required is None else required.check
    )
    if not arguments.has("force"):
        installation.reject_foreign()
    if not arguments.has("noop"):
        end_on_signals()  # a staging directory does not stay behind
        _install(installation, console)
    for step in installation.steps:
        if step.action == MISSING:
            path = join(into, step.module.directory)
            console.print_message(
                f"Warning: {path} is missing; it is a local module", "module", "warning"
            )
        elif step in installation.changes or console.verbose:
            console.print_result(_line(step, is_noop=arguments.has("noop")))
    missing = sum(step.action == MISSING for step in installation.steps)
    kept = len(installation.steps) - len(installation.changes) - missing
    would = "would be installed" if arguments.has("noop") else "installed"
    console.print_result(f"{into}: {len(installation.changes)} {would}, {kept} left alone")
    return 0


def _warn_of_other_puppetfile(path: str, lock_path: str, lock: Lock, console: Console) -> None:
    """Warn if a Puppetfile names a module that its lock does not have, or no longer names one."""
    from duckrow.puppet.module_sources.puppetfile import read_puppetfile

    if lock.visible is None or not exists(path):
        return
    named = {short_name(entry.name) for entry in read_puppetfile(path, read_bytes(path)).entries}
    locked = {short_name(name) for name in lock.visible}
    for name in sorted(named ^ locked):
        has = "has a new module" if name in named else "no longer names"
        console.print_message(
            f"Warning: {path} {has} {name}: {lock_path} is older; run duckrow module lock",
            "module",
            "warning",
        )


def _required_signatures(arguments: Arguments, directory: str) -> RequiredSignatures | None:
    """Return the signatures that --trust, or the settings of the environment here, require."""
    from duckrow.cli.target import read_settings
    from duckrow.puppet.environment.find import signature_settings
    from duckrow.puppet.packages.required import PACKAGES, required_signatures

    settings = read_settings(Arguments())
    settings = settings.with_values(signature_settings(settings, absolute(directory)))
    if arguments.has("trust"):
        settings = settings.with_values({"module_trust": arguments.get("trust")})
        if settings.module_signatures == "off":
            settings = settings.with_values({"module_signatures": PACKAGES})
    return required_signatures(settings)


def _install(installation: Installation, console: Console) -> None:
    """Run an installation, with a bar on a terminal."""
    from duckrow.machine.this_process import is_terminal

    steps = installation.run()
    if is_terminal(2) and not console.quiet and not console.json:
        from duckrow.cli.progress import with_progress

        count = len(installation.changes)
        steps = with_progress(steps, count, console, "installing", "modules")
    for _ in steps:
        pass


def _line(step: Step, *, is_noop: bool) -> str:
    from duckrow.puppet.module_sources.install import INSTALL, REPLACE

    shown = step.module.shown
    would = "would " if is_noop else ""
    if step.action == INSTALL:
        return f"{would}install {shown}" if is_noop else f"installed {shown}"
    if step.action == REPLACE:
        before = f" (was {step.before})" if step.before else ""
        line = f"{would}replace {shown}{before}" if is_noop else f"replaced {shown}{before}"
        if not step.stale:
            return line
        return f"{line}; {would}{'remove' if is_noop else 'removed'} {', '.join(step.stale)}"
    return f"left {shown} alone"
