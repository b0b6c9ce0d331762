"""Many compiles at once: a list of jobs in, one JSON object per job out, in the order of the list.

A job says what to compile (see docs/compile.md for its fields). Jobs share what was read and
compiled: an environment is made once for all jobs that name the same one, and code once for all
environments. What goes wrong with a job is in its result; the others go on.
"""

from __future__ import annotations

import sys
from time import perf_counter, process_time

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

# Catalogs are compared between engines, so the server they come from is the same made-up one.
SERVER = {
    "serverversion": "7.23.0",
    "servername": "oracle.example.com",
    "serverip": "192.0.2.1",
}
NODE = "test.example.com"
MOST_ENVIRONMENTS = 32  # kept ready at a time
MOST_FACTS = 32  # files of them
LARGE = 5000  # resources from which a catalog is not left lying about


def run_jobs(arguments: Arguments, settings: Settings, console: Console) -> int:
    """Run all jobs; 0 if each of them gave a result, whatever it was."""
    jobs = read_jobs(arguments.get("jobs"))
    workers = arguments.count("workers", 1)
    cache = _cache_choice(arguments)
    lines: Iterable[str]
    if workers == 1 or len(jobs) < 2:
        desk = Desk(settings.given, cache)
        lines = (desk.line(job) for job in jobs)
    else:
        lines = _in_parallel(jobs, settings.given, cache, min(workers, len(jobs)))
    if _shows_progress(console, len(jobs)):
        from duckrow.cli.progress import with_progress

        lines = with_progress(lines, len(jobs), console, "compiling", "jobs")
    for line in lines:
        sys.stdout.write(line)
        sys.stdout.flush()
    return 0


def read_jobs(place: str) -> list[Job]:
    """Read a list of jobs: a JSON array, or one JSON object per line."""
    from json import loads

    try:
        with open(0 if place == "-" else place, "rb", closefd=place != "-") as file:
            text = file.read().decode("utf-8")
        if text.lstrip().startswith("["):
            jobs = loads(text)
        else:
            jobs = [loads(line) for line in text.splitlines() if line.strip()]
    except OSError as error:
        raise InputError(f"cannot read {place}: {error.strerror}") from None
    except ValueError as error:
        raise InputError(f"{place} is no list of jobs: {error}") from None
    for job in jobs:
        if not isinstance(job, dict) or "id" not in job:
            raise InputError(f"{place} is no list of jobs: each is an object with an id")
    return jobs  # type: ignore[no-any-return]


def _cache_choice(arguments: Arguments) -> str | None:
    """Give the directory of the cache, or None for no cache."""
    if arguments.has("no-cache"):
        return None
    from duckrow.cli.target import cache_directory

    return arguments.get("cache-dir") or cache_directory()


def _shows_progress(console: Console, count: int) -> bool:
    return (
        count > 1
        and not console.json
        and sys.stderr is not None
        and sys.stderr.isatty()
        and not sys.stdout.isatty()
    )


class Desk:
    """Where the jobs of one process are done, one after the other."""

    __slots__ = ("_environments", "_facts", "_folders", "_settings", "_sources")

    def __init__(self, settings: dict[str, Any], cache_directory: str | None) -> None:
        from duckrow.puppet.loaders.folders import Folders
        from duckrow.puppet.loaders.sources import Sources
        from duckrow.puppet.world import World

        cache = None
        if cache_directory is not None:
            from duckrow.puppet.compiler.cache import Cache

            cache = Cache(cache_directory)
        self._settings = settings
        self._sources = Sources(cache, remembers=True)
        self._folders = Folders(World())
        self._facts = BoundedCache(MOST_FACTS)
        self._environments: dict[str, Environment] = {}

    def line(self, job: Job) -> str:
        """Do a job and write its result on a line."""
        return write_line(self.run(job))

    def run(self, job: Job) -> dict[str, Any]:
        """Do a job."""
        result: dict[str, Any] = {"id": job["id"], "ok": False}
        start = perf_counter()
        try:
            self._compile(job, result)
        except DuckrowError as error:
            result["error"] = {"message": str(error), "basic": str(error)}
        except Exception as error:
            from traceback import format_exc

            said = f"a fault in duckrow: {type(error).__name__}: {error}"
            result["error"] = {"message": said, "fault": True, "backtrace": format_exc()}
        result["seconds"] = round(perf_counter() - start, 4)
        result.setdefault("logs", [])
        result["rss_kb"] = _peak_memory()
        return result

    def _compile(self, job: Job, result: dict[str, Any]) -> None:
        from gc import collect

        from duckrow.puppet.environment.compile import compile_catalog

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
        ignored = [field for field in _IGNORED if job.get(field)]
        if ignored:
            result["ignored"] = ignored
        if job.get("repeat"):
            result["times"], result["cpu"] = times, cpu
        lowest = job.get("log_level") or "debug"
        result["logs"] = _logs(compiled.logs, lowest)
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
            from duckrow.puppet.catalog.to_data import catalog_data, virtual_data

            result["catalog"] = catalog_data(compiled.build)
            virtual = virtual_data(compiled.build)
            if virtual:
                result["virtual"] = virtual
        result["ok"] = True

    def _environment(self, job: Job) -> Environment:
        """Give the environment of a job, the one that an earlier job had if it is the same."""
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
        from duckrow.puppet.settings.settings import Settings

        modulepath = [absolute(each) for each in job.get("modulepath") or []]
        name = job.get("node") or NODE
        if name != name.lower():
            raise InputError("Certificate names must be lower case")
        # Results hold messages of all levels, so there is something to say at all of them.
        given = {"log_level": "debug", **self._settings}
        given |= {"certname": name, "modulepath": ":".join(modulepath)}
        if job.get("hiera"):
            given["hiera_config"] = job["hiera"]
        settings = Settings({**given, **(job.get("settings") or {})}, self._folders.world)
        return Environment(
            job.get("environment") or "production",
            directory=job.get("environment_dir"),
            modulepath=modulepath,
            manifest=job.get("manifest"),
            code=job.get("code"),
            settings=settings,
            sources=self._sources,
            folders=self._folders,
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
        """Read a file of facts; those of an earlier job are at hand, if that was not long ago."""
        found: dict[str, Any] | None = self._facts.get(file)
        if found is None:
            from duckrow.cli.target import read_facts

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
# Fields that other engines know and this one passes over; the result says so.
_IGNORED = ("preload", "apply")


def _counts(catalog: Catalog) -> dict[str, int]:
    """Tell how large the data of a catalog is, without making it."""
    real = [resource for resource in catalog.resources if not resource.is_virtual]
    edges = 0
    for resource in real:
        if resource.container is not None:
            around = resource.containers or (resource.container,)
            edges += sum(not each.is_virtual for each in around)
    return {"resources": len(real), "edges": edges, "classes": len(catalog.classes)}


def _logs(entries: list[Any], lowest: str) -> list[dict[str, Any]]:
    """Give the messages of a compile; debug and info only where a manifest made them."""
    from duckrow.cli.logs import LEVELS, to_data

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
    except (ImportError, TypeError):  # numbers or strings that only the slower one can write
        from json import dumps

        return dumps(result) + "\n"


def _peak_memory() -> int:
    from resource import RUSAGE_SELF, getrusage

    return getrusage(RUSAGE_SELF).ru_maxrss


def _in_parallel(
    jobs: list[Job], settings: dict[str, Any], cache: str | None, workers: int
) -> Iterator[str]:
    from concurrent.futures import ProcessPoolExecutor

    # Neighbours in the list often share an environment: they go to one worker together.
    piece = max(1, min(32, len(jobs) // (workers * 8)))
    executor = ProcessPoolExecutor(workers, initializer=_begin_worker, initargs=(settings, cache))
    try:
        yield from executor.map(_in_worker, jobs, chunksize=piece)
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


_DESKS: list[Desk] = []  # of a worker process: its one desk


def _begin_worker(settings: dict[str, Any], cache: str | None) -> None:
    from duckrow.cli.pool import begin_worker

    begin_worker()
    _DESKS.append(Desk(settings, cache))


def _in_worker(job: Job) -> str:
    return _DESKS[0].line(job)
