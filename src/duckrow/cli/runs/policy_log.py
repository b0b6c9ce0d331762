"""The log of a policy in `duckrow apply`: on the console, and in the report of the run."""

from __future__ import annotations

from duckrow.cfengine.agent.stored_report import LEVELS_OF_REPORT, SOURCE
from duckrow.cfengine.evaluation.messages.log import LEVELS, Log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.messages.recorder import Recorder
    from duckrow.cli.console import Console
    from duckrow.state.run import Run


class PolicyLog(Log):
    """Prints lines as cf-agent does, or as JSON, and records them."""

    __slots__ = ("_console", "_recorder", "_run")

    def __init__(
        self,
        console: Console,
        run: Run,
        recorder: Recorder,
        *,
        is_verbose: bool = False,
    ) -> None:
        # What changes is reported even if -q omits it on the console.
        level = "verbose" if is_verbose or console.verbose else "info"
        super().__init__("debug" if console.debug else level)
        self._console = console
        self._run = run
        self._recorder = recorder
        self.is_coloured = console.colors_output
        self.record = self._print_diagnostic

    def print_line(self, level: str, text: str) -> None:
        """Record a line, and print it unless -q omits it."""
        file, line = self._recorder.location
        text = self._recorded(LEVELS_OF_REPORT.get(level, level), text, file, line)
        if LEVELS[level] <= LEVELS["info"]:
            self._recorder.add_message(text)
        if not self._run.has_console or (self._console.quiet and LEVELS[level] > LEVELS["warning"]):
            return
        if self._console.json:
            severity = "debug" if level == "verbose" else level
            self._console.write_record(
                severity, text, "policy", file=file, line=line, source=SOURCE
            )
        else:
            self.write_text(level, text)

    def plain(self, text: str) -> None:
        """Record and print a line of a report promise."""
        text = self._recorded("notice", text, None, None)
        if self._run.has_console:
            super().plain(text)

    def hide(self, text: str) -> str:
        """Return a text without secrets of earlier parts of the run."""
        return self._run.secrets.hide(text)

    def _print_diagnostic(self, level: str, line: str) -> None:
        line = self._recorded(LEVELS_OF_REPORT.get(level, level), line, None, None)
        if self._run.has_console:
            self._console.print_message(line, "policy", level)

    def _recorded(self, level: str, text: str, file: str | None, line: int | None) -> str:
        """Add a line to the report; return it without secrets of earlier parts of the run."""
        return self._run.record(level, text, SOURCE, file, line).message
