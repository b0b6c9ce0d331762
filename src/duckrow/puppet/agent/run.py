"""One run: find the environment, synchronize plugins, send facts, and return the catalog.

    agent = AgentRun(settings, client, run, facts)
    found = agent.find_catalog()        None if there is nothing to apply; that has been logged

The server may choose another environment than the one asked for. Then plugins and facts are those
of the chosen one, and the catalog is asked for again, a few times at most.
"""

from __future__ import annotations

from time import perf_counter

from duckrow.data.errors import DataError
from duckrow.data.yaml import load
from duckrow.machine.paths import is_directory, read_bytes
from duckrow.puppet.agent.catalogs import (
    CatalogRequest,
    ask_for_catalog,
    facts_data,
    node_environment,
    read_cache,
)
from duckrow.puppet.agent.errors import AgentError, RejectedNodeError
from duckrow.puppet.agent.plugins import is_known_environment, synchronize
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from duckrow.puppet.agent.catalogs import Downloaded
    from duckrow.puppet.agent.client import Client
    from duckrow.puppet.settings.settings import Settings
    from duckrow.state.run import Run

MOST_SWITCHES = 4
NOT_USED, REQUESTED, ON_FAILURE = "not_used", "explicitly_requested", "on_failure"


class AgentRun:
    """A run with a server. `facts` returns all facts of this host, with the present plugins."""

    __slots__ = (
        "_client",
        "_facts",
        "_has_failed",
        "_job_id",
        "_run",
        "_settings",
        "cache_status",
        "environment",
        "facts",
        "is_rejected",
        "name",
        "server_used",
    )

    def __init__(
        self,
        settings: Settings,
        client: Client,
        run: Run,
        facts: Callable[[], Mapping[str, object]],
        job_id: str = "",
    ) -> None:
        self._settings = settings
        self._client = client
        self._run = run
        self._facts = facts
        self._job_id = job_id
        self._has_failed = False  # the server, or pluginsync: only the cached catalog is left
        self.name = str(settings["node_name_value"])
        self.environment = str(settings["environment"])
        self.cache_status = NOT_USED
        self.server_used: str | None = None
        self.facts: Mapping[str, object] = {}
        self.is_rejected = False  # whether the server rejects the certificate of this node

    def find_catalog(self) -> Downloaded | None:
        """Return the catalog to apply, or None."""
        self._choose_server()
        cached = self._requested_cache()
        if cached is None and not self._has_failed:
            self._choose_environment()
        self._run.log("info", f"Using environment '{self.environment}'")
        is_synchronizing = cached is None and bool(self._settings["pluginsync"])
        if is_synchronizing and not self._has_failed and self._has_environment():
            self._synchronize()
        self._collect_facts()
        found = cached or self._retrieve()
        if found is None:
            return None
        if self._is_strict and found.environment != self.environment:
            self._run.log(
                "err",
                f"Not using catalog because its environment '{found.environment}' does not match"
                f" agent specified environment '{self.environment}' and strict_environment_mode is"
                " set",
            )
            return None
        return self._settle(found, is_synchronizing=is_synchronizing)

    @property
    def _is_strict(self) -> bool:
        return bool(self._settings["strict_environment_mode"])

    @property
    def _uses_cache(self) -> bool:
        return bool(self._settings["usecacheonfailure"])

    def _settle(self, found: Downloaded, *, is_synchronizing: bool) -> Downloaded | None:
        """Ask again while the server chooses another environment."""
        tries = 0
        while found.environment and found.environment != self.environment:
            if tries >= MOST_SWITCHES:
                raise AgentError(
                    f"Catalog environment didn't stabilize after {tries} fetches, aborting run"
                )
            tries += 1
            new = found.environment
            self._run.log(
                "notice",
                f"Local environment: '{self.environment}' doesn't match server specified"
                f" environment '{new}', restarting agent run with environment '{new}'",
            )
            self._use(new)
            if is_synchronizing:
                self._synchronize()
            self._collect_facts()
            again = self._retrieve()
            if again is None:
                return None
            found = again
        return found

    def _is_rejected(self, error: InputError) -> bool:
        """Return whether the server rejects this node; it is logged once, and not asked again."""
        if not isinstance(error, RejectedNodeError):
            return False
        self._run.log("err", str(error))
        for word, text in (("why", error.why), ("try", error.hint)):
            if text:
                self._run.log("err", f"{word}: {text}")
        self._has_failed = self.is_rejected = True
        return True

    def _use(self, environment: str) -> None:
        self.environment = self._run.report.environment = environment

    def _choose_server(self) -> None:
        try:
            chosen = self._client.choose_server()
        except AgentError as error:
            if not self._uses_cache:
                raise
            self._run.log("err", str(error))
            self._has_failed = True
            return
        if chosen is not None:
            self.server_used = str(chosen)

    def _requested_cache(self) -> Downloaded | None:
        """Return the cached catalog if the settings ask for it."""
        if not self._settings["use_cached_catalog"]:
            return None
        found = self._cached()
        if found is None:
            return None
        self.cache_status = REQUESTED
        if found.environment != self.environment and not self._is_strict:
            self._run.log(
                "notice",
                f"Local environment: '{self.environment}' doesn't match the environment of the"
                f" cached catalog '{found.environment}', switching agent to"
                f" '{found.environment}'.",
            )
            self._use(found.environment)
        self._run.log("info", f"Using cached catalog from environment '{found.environment}'")
        return found

    def _choose_environment(self) -> None:
        """Take the environment that the server chose in the last run, else ask for it."""
        settings = self._settings
        if "environment" in settings.on_command_line or self._is_strict:
            return
        is_known, last = last_environment(settings)
        if is_known and settings["use_last_environment"]:
            if last is not None:
                self._use(last)
            return
        start = perf_counter()
        try:
            found = node_environment(self._client, self._request())
        except InputError as error:
            if self._is_rejected(error):
                return
            words = "Unable to fetch my node definition, but the agent run will continue:"
            self._run.log("warning", words)
            self._run.log("warning", str(error))
            return
        self._add_time("node_retrieval", start)
        if found is not None and found != self.environment:
            self._run.log(
                "notice",
                f"Local environment: '{self.environment}' doesn't match server specified node"
                f" environment '{found}', switching agent to '{found}'.",
            )
            self._use(found)

    def _request(self) -> CatalogRequest:
        return CatalogRequest(
            self.name,
            self.environment,
            self._run.report.uuid,
            str(self._settings["environment"]),
            self._job_id,
        )

    def _has_environment(self) -> bool:
        name = self.environment
        try:
            if is_known_environment(self._client, name):
                return True
        except InputError as error:
            if not self._is_rejected(error):
                self._run.log("err", str(error))
            return False
        if self._is_strict:
            raise AgentError(f"Environment '{name}' not found on server, aborting run.")
        words = f"Environment '{name}' not found on server, skipping initial pluginsync."
        self._run.log("notice", words)
        return False

    def _synchronize(self) -> None:
        start = perf_counter()
        try:
            synchronize(self._client, self.environment)
        except AgentError as error:
            if not self._is_rejected(error):
                if not self._uses_cache:
                    raise
                self._run.log("err", str(error))
                self._has_failed = True
        self._add_time("plugin_sync", start)

    def _collect_facts(self) -> None:
        if has_custom_facts(self._settings):
            self._run.log("info", "Loading facts")
        start = perf_counter()
        self.facts = self._facts()
        self._add_time("fact_generation", start)
        named = str(self._settings["node_name_fact"])
        if named and named in self.facts:
            self.name = str(self.facts[named])
        self._run.report.host = self.name

    def _retrieve(self) -> Downloaded | None:
        found = self._ask_or_read()
        if found is None:
            self._run.log("err", "Could not retrieve catalog; skipping run")
        return found

    def _ask_or_read(self) -> Downloaded | None:
        """Ask the server for the catalog; if that fails, return the cached one."""
        found = self._ask() if not self._has_failed else None
        if found is not None:
            return found
        if not self._uses_cache:
            self._run.log("warning", "Not using cache on failed catalog")
            return None
        found = self._cached()
        if found is None:
            return None
        if found.environment != self.environment:
            self._run.log(
                "err",
                f"Not using cached catalog because its environment '{found.environment}' does not"
                f" match '{self.environment}'",
            )
            return None
        self.cache_status = ON_FAILURE
        self._run.log("info", f"Using cached catalog from environment '{found.environment}'")
        return found

    def _ask(self) -> Downloaded | None:
        start = perf_counter()
        facts = facts_data(self._settings, self.name, self.facts)
        try:
            found = ask_for_catalog(self._client, self._request(), facts)
        except InputError as error:
            if self._is_rejected(error):
                return None
            self._run.log("err", f"Could not retrieve catalog from remote server: {error}")
            for word, text in (("why", error.why), ("try", error.hint)):
                if text:
                    self._run.log("err", f"{word}: {text}")
            return None
        self._add_time("config_retrieval", start)
        return found

    def _cached(self) -> Downloaded | None:
        try:
            return read_cache(self._settings, self.name)
        except AgentError as error:
            self._run.log("err", f"Could not retrieve catalog from cache: {error}")
            return None

    def _add_time(self, name: str, start: float) -> None:
        times = self._run.report.times
        times[name] = times.get(name, 0) + perf_counter() - start


def has_custom_facts(settings: Settings) -> bool:
    """Return whether there is a directory of custom facts."""
    paths = [f"{settings['plugindest']}/facter", *str(settings["factpath"]).split(":")]
    return any(map(is_directory, paths))


def last_environment(settings: Settings) -> tuple[bool, str | None]:
    """Return whether the last run of an agent is known, and the environment the server gave it."""
    try:
        data = load(read_bytes(str(settings["lastrunfile"]), 1 << 24), "lastrunfile")
    except (OSError, DataError):
        return False, None
    run = data.get("application") if isinstance(data, dict) else None
    if not isinstance(run, dict) or run.get("run_mode") != "agent":
        return False, None
    first, last = run.get("initial_environment"), run.get("converged_environment")
    return True, str(last) if last and first != last else None
