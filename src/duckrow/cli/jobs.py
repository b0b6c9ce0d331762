"""Compile many catalogs: a list of jobs in, one JSON object per job out, in list order.

docs/compile.md lists the fields of a job. Jobs share parsed and compiled code: jobs that name the
same environment share it, and all environments share one copy of the code. A failed job has an
error in its result; the others continue.
"""

from __future__ import annotations

import sys
from time import perf_counter, process_time

from duckrow.cli.job_fields import expect_usable, ignored_fields
from duckrow.cli.target import cache_directory, read_facts
from duckrow.machine.paths import read_input
from duckrow.machine.this_process import peak_memory
from duckrow.source.bounded_cache import BoundedCache
from duckrow.source.errors import DuckrowError, InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments
    from duckrow.puppet.catalog.catalog import Catalog
    from duckrow.puppet.environment.compile import Result
    from duckrow.puppet.environment.environment import Environment
    from duckrow.puppet.environment.node import Node
    from duckrow.puppet.settings.settings import Settings

    Job = dict[str, Any]

# Catalogs are compared between engines, so the server facts are fixed.
SERVER = {
    "serverversion": "7.23.0",
    "servername": "oracle.example.com",
    "serverip": "192.0.2.1",
}
NODE = "test.example.com"
MOST_ENVIRONMENTS = 32  # cached environments
MOST_FACTS = 32  # cached facts files
LARGE = 5000  # resources; a larger catalog is freed before the next job


def run_jobs(batch: str, arguments: Arguments, settings: Settings, console: Console) -> int:
    """Run all jobs of a batch; return 0 if each has a result."""
    jobs = read_jobs(batch)
    workers = 1 if batch == arguments.get("jobs") else arguments.count("jobs", 1)
    cache = _cache_choice(arguments)
    lines: Iterable[str]
    if workers == 1 or len(jobs) < 2:
        runner = JobRunner(settings.given, cache)
        lines = (runner.line(job) for job in jobs)
    else:
        lines = _in_parallel(jobs, settings.given, cache, min(workers, len(jobs)))
    if shows_progress(console, len(jobs)):
        from duckrow.cli.progress import with_progress

        lines = with_progress(lines, len(jobs), console, "compiling", "jobs")
    for line in lines:
        sys.stdout.write(line)
        sys.stdout.flush()
    return 0


def read_jobs(path: str) -> list[Job]:
    """Read a list of jobs: a JSON array, or one JSON object per line."""
    from json import loads

    try:
        text = read_input(path).decode("utf-8")
        if text.lstrip().startswith("["):
            jobs = loads(text)
        else:
            jobs = [loads(line) for line in text.splitlines() if line.strip()]
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from None
    except ValueError as error:
        raise InputError(f"{path} is not a list of jobs: {error}") from None
    for job in jobs:
        if not isinstance(job, dict) or "id" not in job:
            raise InputError(f"{path} is not a list of jobs: a job is an object with an id")
    return jobs  # type: ignore[no-any-return]


def _cache_choice(arguments: Arguments) -> str | None:
    """Return the cache directory, or None for no cache."""
    if arguments.has("no-cache"):
        return None

    return arguments.get("cache-dir") or cache_directory()


def shows_progress(console: Console, count: int) -> bool:
    return (
        count > 1
        and not console.json
        and sys.stderr is not None
        and sys.stderr.isatty()
        and not sys.stdout.isatty()
    )


class JobRunner:
    """Runs the jobs of one process, one after the other."""

    __slots__ = ("_directories", "_environments", "_facts", "_settings", "_sources")

    def __init__(self, settings: dict[str, Any], cache_directory: str | None) -> None:
        from duckrow.puppet.loaders.directories import Directories
        from duckrow.puppet.loaders.sources import Sources
        from duckrow.puppet.world import World

        cache = None
        if cache_directory is not None:
            from duckrow.puppet.compiler.cache import Cache

            cache = Cache(cache_directory)
        self._settings = settings
        self._sources = Sources(cache, remembers=True)
        self._directories = Directories(World())
        self._facts = BoundedCache(MOST_FACTS)
        self._environments: dict[str, Environment] = {}

    def line(self, job: Job) -> str:
        """Run a job and return its result as a line."""
        return write_line(self.run(job))

    def run(self, job: Job) -> dict[str, Any]:
        """Run a job."""
        result: dict[str, Any] = {"id": job["id"], "ok": False}
        start = perf_counter()
        try:
            self._compile(job, result)
        except DuckrowError as error:
            result["error"] = {"message": str(error), "basic": str(error)}
        except Exception as error:
            from traceback import format_exc

            message = f"a fault in duckrow: {type(error).__name__}: {error}"
            result["error"] = {"message": message, "fault": True, "backtrace": format_exc()}
        result["seconds"] = round(perf_counter() - start, 4)
        result.setdefault("logs", [])
        result["rss_kb"] = peak_memory()
        return result

    def _compile(self, job: Job, result: dict[str, Any]) -> None:
        from gc import collect

        from duckrow.puppet.environment.compile import compile_catalog

        ignored = ignored_fields(job)
        if ignored:
            result["ignored"] = ignored
        expect_usable(job)
        times: list[float] = []
        cpu: list[float] = []
        compiled: Result | None = None
        for _ in range(job.get("repeat") or 1):
            if compiled is not None and len(compiled.catalog.resources) > LARGE:
                compiled = None  # one large catalog at a time
                collect()
            environment = self._environment(job)
            node = self._node(job, environment)
            settings = environment.settings.with_values({"certname": node.name})
            begin, cpu_begin = perf_counter(), process_time()
            compiled = compile_catalog(environment, node, settings=settings)
            cpu.append(round(process_time() - cpu_begin, 6))
            times.append(round(perf_counter() - begin, 6))
        assert compiled is not None
        data = compiled.data() if job.get("catalog") is not False else None
        if job.get("repeat"):
            result["times"], result["cpu"] = times, cpu
        lowest = job.get("log_level") or "debug"
        result["logs"] = _logs(compiled.logs, lowest)
        effects = compiled.effects_of_plugins()
        if effects:
            result["plugins"] = effects
        if compiled.failure is not None:
            result["error"] = compiled.failure.to_data()
            if compiled.failure.trace:
                result["error"]["backtrace"] = compiled.failure.trace
            return
        result["counts"] = _counts(compiled.catalog)
        if job.get("ral"):
            from duckrow.machine.local import LocalMachine
            from duckrow.puppet.apply.ral_order import ral_data

            result["ral"] = ral_data(compiled.build, LocalMachine())
            result["logs"] = _logs(compiled.logs, lowest)
        if job.get("catalog") is not False:
            from duckrow.puppet.catalog.to_data import virtual_data

            result["catalog"] = data
            virtual = virtual_data(compiled.build)
            if virtual:
                result["virtual"] = virtual
        result["ok"] = True

    def _environment(self, job: Job) -> Environment:
        """Return the environment of a job, from the cache if an earlier job had the same."""
        from json import dumps

        key = dumps([job.get(field) for field in _OF_ENVIRONMENT], sort_keys=True)
        found = self._environments.pop(key, None)
        if found is None:
            found = self._make_environment(job)
            if len(self._environments) >= MOST_ENVIRONMENTS:
                del self._environments[next(iter(self._environments))]
        self._environments[key] = found
        return found

    def _make_environment(self, job: Job) -> Environment:
        from duckrow.puppet.environment.environment import Environment, absolute
        from duckrow.puppet.environment.find import added_signatures
        from duckrow.puppet.settings.settings import SIGNATURE_SETTINGS, Settings

        modulepath = [absolute(each) for each in job.get("modulepath") or []]
        name = job.get("node") or NODE
        if name != name.lower():
            raise InputError("Certificate names must be lower case")
        # Results contain messages of all levels, so all levels are logged.
        given = {"log_level": "debug", **self._settings}
        given |= {"certname": name, "modulepath": ":".join(modulepath)}
        if job.get("hiera"):
            given["hiera_config"] = job["hiera"]
        own = dict(job.get("settings") or {})
        # A job may ask for more signatures than the command line, never for fewer.
        about = {name: own.pop(name) for name in SIGNATURE_SETTINGS if name in own}
        settings = Settings({**given, **own}, self._directories.world)
        settings = settings.with_values(added_signatures(settings, about, absolute(".")))
        return Environment(
            job.get("environment") or "production",
            directory=job.get("environment_dir"),
            modulepath=modulepath,
            manifest=job.get("manifest"),
            code=job.get("code"),
            settings=settings,
            sources=self._sources,
            directories=self._directories,
            is_fixed=True,
        )

    def _node(self, job: Job, environment: Environment) -> Node:
        from duckrow.puppet.environment.node import Node, trusted_data

        name = job.get("node") or NODE
        if name != name.lower():
            raise InputError("Certificate names must be lower case")
        facts = job.get("facts") or {}
        if isinstance(facts, str):
            facts = self._read_facts(facts)
        return Node(
            name,
            facts,
            trusted=trusted_data(name, job.get("trusted")),
            classes=job.get("classes"),
            parameters=job.get("parameters"),
            server_facts={**(job.get("server_facts") or SERVER), "environment": environment.name},
        )

    def _read_facts(self, file: str) -> dict[str, Any]:
        """Read a facts file, or return it from the cache."""
        found: dict[str, Any] | None = self._facts.get(file)
        if found is None:
            found = read_facts(file)
            self._facts.keep(file, found)
        return found


_OF_ENVIRONMENT = (
    "code",
    "manifest",
    "modulepath",
    "environment",
    "environment_dir",
    "hiera",
    "settings",
)


def _counts(catalog: Catalog) -> dict[str, int]:
    """Count resources, edges and classes of a catalog without building its data."""
    real = [resource for resource in catalog.resources if not resource.is_virtual]
    edges = 0
    for resource in real:
        if resource.container is not None:
            around = resource.containers or (resource.container,)
            edges += sum(not each.is_virtual for each in around)
    return {"resources": len(real), "edges": edges, "classes": len(catalog.classes)}


def _logs(entries: list[Any], lowest: str) -> list[dict[str, object]]:
    """Return the messages of a compile; debug and info only if a manifest logged them."""
    from duckrow.cli.logs import to_data
    from duckrow.source.levels import LEVELS

    least = LEVELS.index(lowest) if lowest in LEVELS else 0
    return [
        to_data(entry)
        for entry in entries
        if LEVELS.index(entry.level) >= least
        and (entry.level not in ("debug", "info") or entry.source.startswith("Scope("))
    ]


def write_line(result: dict[str, Any]) -> str:
    """Write a result as one line of JSON."""
    try:
        from orjson import dumps as fast

        return fast(result).decode() + "\n"
    except (ImportError, TypeError):  # orjson cannot write some numbers and strings
        from json import dumps

        return dumps(result) + "\n"


def _in_parallel(
    jobs: list[Job], settings: dict[str, Any], cache: str | None, workers: int
) -> Iterator[str]:
    from concurrent.futures import ProcessPoolExecutor

    # Consecutive jobs often share an environment, so one worker gets them together.
    piece = max(1, min(32, len(jobs) // (workers * 8)))
    executor = ProcessPoolExecutor(workers, initializer=_begin_worker, initargs=(settings, cache))
    try:
        yield from executor.map(_in_worker, jobs, chunksize=piece)
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


_RUNNERS: list[JobRunner] = []  # the runner of a worker process


def _begin_worker(settings: dict[str, Any], cache: str | None) -> None:
    from duckrow.machine.processes.workers import begin_worker

    begin_worker()
    _RUNNERS.append(JobRunner(settings, cache))


def _in_worker(job: Job) -> str:
    return _RUNNERS[0].line(job)
