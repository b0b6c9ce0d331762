"""Apply the parts of a run in their order: one lock, one log, one report."""

from __future__ import annotations

from time import perf_counter

from duckrow.cli.given_paths import expect_writable
from duckrow.cli.host import root_of, state_of, take_run_lock
from duckrow.cli.options import UsageError
from duckrow.cli.runs.parts import POLICY
from duckrow.cli.screen import Screen
from duckrow.machine.this_process import catch_signals, host_name, name_of_signal
from duckrow.source.errors import DuckrowError, InputError
from duckrow.state.lock import ENDLESS
from duckrow.state.run import Run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments
    from duckrow.cli.runs.log_destinations import LogDestinations
    from duckrow.cli.runs.parts import GivenPart
    from duckrow.puppet.settings.settings import Settings
    from duckrow.state.report import Report

SOURCE = "Puppet"  # of messages about the run; the reference's name for it


class PrerunError(DuckrowError):
    """The failure of prerun_command, after which nothing is applied."""


class Applied:
    """The result of a run."""

    __slots__ = ("has_failed_command", "has_lost_report", "report", "signal")

    def __init__(
        self, report: Report, *, has_lost_report: bool, has_failed_command: bool, signal: int = 0
    ) -> None:
        self.report = report
        self.signal = signal  # the exit code of the signal that stopped the run, or 0
        self.has_lost_report = has_lost_report
        self.has_failed_command = has_failed_command  # postrun_command

    def exit_code(self, *, is_detailed: bool) -> int:
        """Return 1 for a failure, or the codes of --detailed-exitcodes; a signal has its own."""
        report = self.report
        if self.signal:
            return self.signal
        if self.has_failed_command:
            return 1
        applied = [part.is_applied for part in report.parts]
        if is_detailed and any(applied):
            code = report.exit_code() | (0 if all(applied) else 4)
            return code or (1 if self.has_lost_report else 0)
        return 1 if report.status == "failed" or self.has_lost_report else 0


def apply_parts(
    parts: list[GivenPart],
    arguments: Arguments,
    settings: Settings | None,
    console: Console,
    *,
    as_original: bool = False,
) -> Applied | None:
    """Apply the parts; None if another run holds the lock, which has been printed.

    Without settings, all parts are policies. `as_original` is for the executable puppet: it writes
    the files of run_settings.py even if their settings are not given, and it waits until no other
    run holds the lock, since the original has no lock and never skips a run.
    """
    start = perf_counter()
    root = root_of(arguments, "apply to")
    directory = state_of(arguments, root)
    output = arguments.get("output") if arguments.has("output") else None
    if output is not None:
        expect_writable(output)
    if settings is not None:
        settings.check()
    takes_lock = settings is not None or not (arguments.has("no-lock") or arguments.has("simulate"))
    release = take_run_lock(
        directory if takes_lock else None,
        ENDLESS if as_original else _seconds(arguments),
        console,
        can_wait=not as_original,
        client="Puppet configuration client" if as_original else "duckrow",
        needs_state=any(part.kind == POLICY for part in parts),
    )
    if release is None:
        return None
    try:
        screen = Screen(console)
        destinations = log_destinations_of(arguments, settings, console)
        run = _begin(arguments, settings, console, screen)
        if destinations is not None:
            run.on_record, run.has_console = destinations, destinations.has_console
        if directory is not None:
            run.open_state(directory)
        is_whole = True
        try:
            signal = _apply(parts, run, root, arguments, settings, console)
            # The report is stored before a signal ends the process.
            signals = catch_signals(run.log_signal)
            if settings is not None:
                run.report.times["total"] = perf_counter() - start
                is_whole = _finish(settings, run, as_original=as_original)
        finally:
            lost = run.close(perf_counter() - start)
        if settings is not None and settings.get("summarize") in (True, "true"):
            from duckrow.cli.runs.run_settings import summary_text

            console.print_result(summary_text(run.report))
        if output is not None:
            _write_report(output, arguments.get("format"), run.report_data())
        elif lost is not None:
            from duckrow.cli.console import to_json

            console.write_error(to_json(lost) + "\n")
        screen.finish()
        return Applied(
            run.report,
            has_lost_report=run.has_lost_report,
            has_failed_command=not is_whole,
            signal=signal or signals(),
        )
    finally:
        release()


def _begin(
    arguments: Arguments,
    settings: Settings | None,
    console: Console,
    screen: Screen,
) -> Run:
    if settings is None:
        host, environment = host_name().lower(), ""
        noop: object = arguments.get("noop")
    else:
        host = arguments.get("node") or settings["certname"]
        environment = settings.get("environment") or "production"
        noop = settings.get("noop")
    # A simulation changes nothing on the host, in no part of the run.
    is_noop = noop in (True, "true") or arguments.has("simulate")
    level = level_of(arguments, settings, console)
    return Run(host, environment, screen, is_noop=is_noop, level=level)


def log_destinations_of(
    arguments: Arguments, settings: Settings | None, console: Console, ident: str = "puppet-user"
) -> LogDestinations | None:
    """Return the destinations of --logdest, or None if messages go only to the console.

    `ident` is the name of the program in the log of the system.
    """
    if settings is None or settings.get("logdest") is None:
        return None
    from duckrow.cli.runs.log_destinations import LogDestinations

    given = arguments.all("logdest") or [str(settings.get("logdest"))]
    names = [name for each in given for name in each.split(",") if name]
    return LogDestinations(names, lambda message: console.print_error("output", message), ident)


def _finish(settings: Settings, run: Run, *, as_original: bool) -> bool:
    """Run the command and write the files that the settings name; False if the command fails."""
    names = (
        "postrun_command",
        "lastrunfile",
        "lastrunreport",
        "reports",
        "reportdir",
        "storeconfigs",
    )
    if not as_original and not any(settings.get(name) for name in names):
        return True
    from duckrow.cli.runs.run_settings import run_command, write_reports

    is_whole = run_command("postrun_command", settings, run)
    write_reports(settings, run, as_original=as_original)
    return is_whole


def _prerun(settings: Settings | None, run: Run) -> Callable[[], None]:
    """Return the function that runs prerun_command the first time it is called.

    Each part calls it when it is about to be applied: the original too compiles before that. If
    the command fails, PrerunError stops the run.
    """
    is_due = settings is not None and bool(settings.get("prerun_command"))

    def prerun() -> None:
        nonlocal is_due
        if not is_due:
            return
        is_due = False
        from duckrow.cli.runs.run_settings import run_command

        assert settings is not None
        if not run_command("prerun_command", settings, run):
            raise PrerunError("prerun_command failed")

    return prerun


def _apply(
    parts: list[GivenPart],
    run: Run,
    root: str,
    arguments: Arguments,
    settings: Settings | None,
    console: Console,
) -> int:
    """Apply the parts; return the exit code of a signal that stops the run, or 0."""
    signal = 0
    prerun = _prerun(settings, run)
    for number, part in enumerate(parts):
        begun = len(run.report.parts)
        # Each language is imported only if a part needs it.
        try:
            if part.kind == POLICY:
                from duckrow.cli.runs.apply_policy import apply_policy

                apply_policy(part, run, arguments, console, prerun)
            else:
                from duckrow.cli.runs.apply_puppet import apply_puppet

                assert settings is not None
                signal = apply_puppet(part, run, root, arguments, settings, console, prerun)
        except PrerunError:  # which has been logged
            del run.report.parts[begun:]
            run.report.not_applied = [each.name for each in parts[number:]]
            return 0
        except InputError as error:
            _record(error, run)
            if len(parts) == 1:
                raise
            # A part that fails does not stop the next.
            console.print_error("input", str(error), why=error.why, hint=error.hint)
        except (KeyboardInterrupt, SystemExit) as ended:  # see end_on_signals
            code = getattr(ended, "code", None)
            signal = code if isinstance(code, int) else 130
            run.log_signal(signal)
        if signal:
            run.report.not_applied = [each.name for each in parts[number + 1 :]]
            if not run.report.is_complete:
                message = f"SIG{name_of_signal(signal)} stopped the run before its end"
                run.record("err", message, SOURCE, None, None)
            return signal
    return 0


def _record(error: InputError, run: Run) -> None:
    """Add the reason of a part that cannot be applied to the report."""
    for word, text in (("", str(error)), ("why: ", error.why), ("try: ", error.hint)):
        if text:
            run.record("err", f"{word}{text}", SOURCE, None, None)


def level_of(arguments: Arguments, settings: Settings | None, console: Console) -> str:
    """Return the lowest level of messages in the log of a run."""
    usual = "notice" if settings is None else settings.get("log_level", "notice")
    usual = "info" if arguments.has("test") else usual
    # The report has notices also if -q omits them on the console.
    return usual if console.quiet else console.level(usual)


def _seconds(arguments: Arguments) -> float:
    text = arguments.get("wait-for-lock", "0")
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1
    if not 0 <= seconds < float("inf"):
        raise UsageError(f"--wait-for-lock takes a number of seconds from 0, not '{text}'")
    return seconds


def _write_report(path: str, form: str, data: dict[str, object]) -> None:
    from duckrow.data.write import written
    from duckrow.machine.files.output_file import OutputFile

    if not form and path.endswith((".yaml", ".yml")):
        form = "yaml"
    try:
        file = OutputFile(path, 0o640)
        try:
            file.begin()
            print(written(data, form))
        except BaseException:
            file.discard()
            raise
        file.keep()
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}") from None
