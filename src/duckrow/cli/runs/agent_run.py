"""A run of the agent of a Puppet server: lock, log, catalog, report.

`puppet/agent/run.py` finds the catalog; here it is applied, as `apply` applies one, and the report
is written, sent and stored.
"""

from __future__ import annotations

from time import perf_counter, sleep, time

from duckrow import PUPPET_VERSION
from duckrow.cli.host import state_of, take_run_lock
from duckrow.cli.runs.agent_facts import agent_facts
from duckrow.cli.runs.apply_puppet import apply_catalog, options_of
from duckrow.cli.runs.one_run import apply_parts, level_of, log_destinations_of
from duckrow.cli.runs.parts import MANIFESTS, GivenPart
from duckrow.cli.runs.run_settings import (
    run_command,
    summary_text,
    write_catalog_summary,
    write_reports,
)
from duckrow.cli.screen import Screen
from duckrow.cli.target import make_sources
from duckrow.machine.local import LocalMachine
from duckrow.machine.this_process import catch_signals, end_on_signals, process_seconds
from duckrow.puppet.agent.catalogs import upload_facts, write_cache
from duckrow.puppet.agent.client import make_client
from duckrow.puppet.agent.directories import make_directories_of
from duckrow.puppet.agent.environment import AgentEnvironment, ral_from_server
from duckrow.puppet.agent.errors import NotSignedError
from duckrow.puppet.agent.failures import expect_not_expired
from duckrow.puppet.agent.reports import report_for_server, send_report
from duckrow.puppet.agent.run import AgentRun
from duckrow.puppet.agent.run_lock import PidLock, disabled_reason
from duckrow.puppet.agent.schedule import splay_of
from duckrow.puppet.agent.served_files import ServedFiles
from duckrow.puppet.agent.tls import needs_bootstrap, node_tls
from duckrow.puppet.apply.run import CatalogRun
from duckrow.source.errors import DuckrowError, InputError
from duckrow.source.levels import from_level
from duckrow.state.report import LogLine
from duckrow.state.run import Run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments
    from duckrow.cli.runs.log_destinations import LogDestinations
    from duckrow.puppet.agent.catalogs import Downloaded
    from duckrow.puppet.agent.client import Client
    from duckrow.puppet.agent.code_source import CodeSource
    from duckrow.puppet.apply.ral_catalog import RalCatalog
    from duckrow.puppet.settings.settings import Settings

CLIENT = "Puppet configuration client"
NOTHING = 1  # the exit code of a run that did not happen or has no catalog


class AgentOptions:
    """What the command line says of a run, besides settings."""

    __slots__ = ("is_detailed", "job_id", "source", "wait_for_cert")

    def __init__(
        self,
        *,
        is_detailed: bool = False,
        wait_for_cert: float | None = None,
        job_id: str = "",
        source: CodeSource | None = None,
    ) -> None:
        self.is_detailed = is_detailed
        self.wait_for_cert = wait_for_cert  # seconds between attempts; None: there is only one
        self.job_id = job_id
        self.source = source  # of the code, if there is no server


class Agent:
    """The agent of one process: its settings, and where its messages go."""

    __slots__ = (
        "_arguments",
        "_console",
        "_destinations",
        "_levels",
        "_options",
        "_screen",
        "settings",
    )

    def __init__(
        self,
        arguments: Arguments,
        settings: Settings,
        console: Console,
        options: AgentOptions,
    ) -> None:
        settings.check()
        self.settings = settings
        self._arguments = arguments
        self._console = console
        self._options = options
        self._screen = Screen(console)
        self._destinations: LogDestinations | None = log_destinations_of(
            arguments, settings, console, "puppet-agent"
        )
        self._levels = frozenset(from_level(level_of(arguments, settings, console)))

    def log(
        self,
        level: str,
        message: str,
        source: str = "Puppet",
        file: str | None = None,
        line: int | None = None,
    ) -> None:
        """Log a message that is part of no report."""
        if level not in self._levels:
            return
        entry = LogLine(level, message, source, file=file, line=line)
        if self._destinations is not None:
            self._destinations(entry)
        if self._destinations is None or self._destinations.has_console:
            self._screen(entry)

    def run(self) -> int:
        """Run once and return the exit code."""
        if self._is_disabled():
            return NOTHING
        seconds = splay_of(self.settings)
        if seconds:
            self.log("info", f"Sleeping for {seconds:g} seconds (splay is enabled)")
            sleep(seconds)
            if self._is_disabled():
                return NOTHING
        end_on_signals()
        try:
            make_directories_of(self.settings)
            if self._options.source is None:
                self._ensure_identity()
            return self._locked_run()
        except NotSignedError as error:
            self._console.print_result(str(error))
            return NOTHING
        except InputError as error:
            self.log("err", str(error))
            for word, text in (("why", error.why), ("try", error.hint)):
                if text:
                    self.log("err", f"{word}: {text}")
            return NOTHING
        finally:
            self._screen.finish()

    def _is_disabled(self) -> bool:
        why = disabled_reason(self.settings)
        if why is None:
            return False
        self.log(
            "notice",
            f"Skipping run of {CLIENT}; administratively disabled (Reason: '{why}');\n"
            "Use 'puppet agent --enable' to re-enable.",
        )
        return True

    def _ensure_identity(self) -> None:
        """Make sure that this node has a certificate that has not expired."""
        if needs_bootstrap(self.settings):
            from duckrow.puppet.agent.bootstrap import Bootstrap

            wait, show = self._options.wait_for_cert or 0.0, self._console.print_result
            bootstrap = Bootstrap(self.settings, PUPPET_VERSION, self.log, show)
            bootstrap.ensure(wait, float(self.settings["maxwaitforcert"]))
        expect_not_expired(self.settings)

    def _locked_run(self) -> int:
        """Run while no other agent does; wait for another one as the settings say."""
        lock = PidLock(self.settings["agent_catalog_run_lockfile"])
        wait = float(self.settings["waitforlock"])
        deadline = time() + float(self.settings["maxwaitforlock"])
        while not lock.take():
            if wait < 1:
                words = f"Run of {CLIENT} already in progress; skipping"
                self.log("notice", f"{words}  ({lock.path} exists)")
                return NOTHING
            if time() >= deadline:
                words = "Exiting now because the maxwaitforlock timeout has been exceeded."
                self.log("notice", words)
                return NOTHING
            self.log(
                "info",
                "Another puppet instance is already running; --waitforlock flag used, waiting for"
                " running instance to finish.",
            )
            self.log("info", f"Will try again in {wait:g} seconds.")
            sleep(wait)
        try:
            if self._is_disabled():
                return NOTHING
            if self._options.source is not None:
                return self._run_without_server(self._options.source)
            directory = state_of(self._arguments, "/")
            release = take_run_lock(directory, 0.0, self._console, client=CLIENT, can_wait=False)
            if release is None:
                return NOTHING
            try:
                return self._run(directory)
            finally:
                release()
        finally:
            lock.release()

    def _run_without_server(self, source: CodeSource) -> int:
        """Compile and apply the environment of a repository or a package."""
        path = source.find(self.settings, self.log)
        settings = self.settings.with_values({"environmentpath": path})
        applied = apply_parts(
            [GivenPart(MANIFESTS, [], source.shown)], self._arguments, settings, self._console
        )
        if applied is None:
            return NOTHING
        return applied.exit_code(is_detailed=self._options.is_detailed)

    def _run(self, directory: str | None) -> int:
        settings = self.settings
        start = perf_counter()
        level = level_of(self._arguments, settings, self._console)
        run = Run(
            str(settings["node_name_value"]),
            str(settings["environment"]),
            self._screen,
            is_noop=settings.get("noop") in (True, "true"),
            level=level,
        )
        if self._destinations is not None:
            run.on_record, run.has_console = self._destinations, self._destinations.has_console
        if directory is not None:
            run.open_state(directory)
        run.report.times["startup_time"] = process_seconds()
        client = make_client(settings, node_tls(settings), PUPPET_VERSION, run.log)
        agent = AgentRun(
            settings,
            client,
            run,
            lambda: agent_facts(self._arguments, settings, run.log, is_noop=run.report.is_noop),
            self._options.job_id,
        )
        signal, is_applied, is_whole = 0, False, True
        try:
            try:
                signal, is_applied = self._apply(agent, client, run)
            except (KeyboardInterrupt, SystemExit) as ended:  # see end_on_signals
                code = getattr(ended, "code", None)
                signal = code if isinstance(code, int) else 130
                run.log_signal(signal)
            signals = catch_signals(run.log_signal)
            is_whole = run_command("postrun_command", settings, run)
            self._finish(agent, client, run, perf_counter() - start)
            signal = signal or signals()
        finally:
            run.close(perf_counter() - start)
            client.close()
        if signal:
            return signal
        if not is_applied or not is_whole:
            return NOTHING
        return run.report.exit_code() if self._options.is_detailed else 0

    def _apply(self, agent: AgentRun, client: Client, run: Run) -> tuple[int, bool]:
        """Find the catalog and apply it; return a signal that stopped it, and whether it did."""
        settings = self.settings
        options = options_of(self._arguments, settings, run, self._console)
        options.logs_corrective = True
        catalog_run = CatalogRun(run, LocalMachine(), options, "the catalog of the server")
        try:
            found = agent.find_catalog()
            if found is None:
                return 0, False
            catalog = self._convert(found, agent, client, catalog_run)
        except DuckrowError as error:
            _log_failure(run, error)
            return 0, False
        if settings["write_catalog_summary"]:
            write_catalog_summary(catalog, settings, run)
        if not run.report.is_noop:
            run.log("info", f"Caching catalog for {agent.name}")
            try:
                write_cache(settings, agent.name, found.content)
            except OSError as error:
                run.log("err", f"Could not save the catalog: {error.strerror}")
        if not run_command("prerun_command", settings, run):
            return 0, False
        code_id = found.data.get("code_id")
        if code_id is not None:
            run.report.more["code_id"] = code_id
        signal = apply_catalog(catalog, catalog_run, run, self._console)
        return signal, catalog_run.part.is_applied

    def _convert(
        self, found: Downloaded, agent: AgentRun, client: Client, catalog_run: CatalogRun
    ) -> RalCatalog:
        start = perf_counter()
        environment = AgentEnvironment(
            agent.environment, self.settings, make_sources(self._arguments)
        )
        log = catalog_run.log
        catalog = ral_from_server(found.data, environment, catalog_run.providers, log, agent.facts)
        catalog.server = ServedFiles(client, agent.environment, found.data)
        catalog_run.report.times["convert_catalog"] = perf_counter() - start
        return catalog

    def _resubmit_facts(self, agent: AgentRun, client: Client, run: Run) -> None:
        """Send the facts as they are after the run."""
        start = perf_counter()
        run.log("info", f"Uploading facts for {agent.name} to {client.address.host}")
        facts = agent_facts(self._arguments, self.settings, run.log, is_noop=run.report.is_noop)
        try:
            upload_facts(client, agent.name, agent.environment, facts)
        except InputError as error:
            run.log("err", f"Failed to submit facts: {error}")
        run.report.times["resubmit_facts"] = perf_counter() - start

    def _finish(self, agent: AgentRun, client: Client, run: Run, seconds: float) -> None:
        """Write the report to the files of the settings, and send it."""
        settings, report = self.settings, run.report
        if settings["resubmit_facts"] and not agent.is_rejected:
            self._resubmit_facts(agent, client, run)
        report.times["total"] = seconds
        more = report.more
        more["cached_catalog_status"] = agent.cache_status
        if agent.server_used is not None:
            more["server_used"] = agent.server_used
        if self._options.job_id:
            more["job_id"] = self._options.job_id
        if settings["summarize"]:
            self._console.print_result(summary_text(report))
        write_reports(
            settings,
            run,
            as_original=True,
            application={
                "run_mode": "agent",
                "initial_environment": str(settings["environment"]),
            },
        )
        if settings["report"]:
            client.log = self.log
            data = report_for_server(
                run.report_data(), excludes_unchanged=settings["exclude_unchanged_resources"]
            )
            send_report(client, agent.environment, data, is_rejected=agent.is_rejected)


def _log_failure(run: Run, error: DuckrowError) -> None:
    run.log("err", f"Failed to apply catalog: {error}")
    for word, text in (("why", getattr(error, "why", "")), ("try", getattr(error, "hint", ""))):
        if text:
            run.log("err", f"{word}: {text}")
