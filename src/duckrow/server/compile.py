"""Compile catalogs in a worker: a job in, the bytes of a catalog out."""

from __future__ import annotations

from time import perf_counter

from orjson import dumps, loads

from duckrow.puppet.compiler.unit import InvalidManifestError
from duckrow.puppet.environment.compile import compile_catalog
from duckrow.puppet.environment.environment import Environment
from duckrow.puppet.environment.node import Node
from duckrow.server.site import PUPPET_VERSION
from duckrow.server.static_catalogs import StaticCatalogs
from duckrow.source.errors import DuckrowError
from duckrow.source.levels import LEVELS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.environment.compile import Result
    from duckrow.server.environments import Environments
    from duckrow.server.site import Site

MOST_WARMED = 32  # environments
_LEAST = LEVELS.index("notice")


class Compiler:
    """Compiles the catalogs of one process, one after the other."""

    __slots__ = ("_environments", "_server_facts", "_site", "_static")

    def __init__(self, site: Site) -> None:
        self._site = site
        self._environments: Environments = site.environments
        self._server_facts = server_facts(site)
        self._static = StaticCatalogs(site.versioned_code, site.files)

    def warm(self) -> None:
        """Read the environments before the first job; what is wrong shows in the first compile."""
        # No code of an environment runs here, since that may start commands.
        compile_catalog(Environment(code="notify { a: }"), Node("localhost")).data()
        for name in self._environments.names()[:MOST_WARMED]:
            try:
                environment = self._environments.find(name)
                if environment is not None:
                    _ = environment.library.modules
                    environment.prepare()
            except (DuckrowError, InvalidManifestError) as error:
                self._site.log("warning", f"cannot warm the environment {name}: {error}")

    def run(self, job: dict[str, Any], facts: bytes) -> tuple[dict[str, object], bytes]:
        """Return the header and the content of the answer to a job."""
        begin = perf_counter()
        try:
            header, content = self._compile(job, facts)
        except DuckrowError as error:
            header, content = {"status": 500, "message": f"Server Error: {error}"}, b""
        except Exception as error:
            from traceback import format_exc

            self._site.log("err", f"a fault in duckrow: {format_exc()}")
            what = f"Server Error: a fault in duckrow: {type(error).__name__}"
            header, content = {"status": 500, "message": f"{what} on node {job['node']}"}, b""
        header["seconds"] = round(perf_counter() - begin, 6)
        return header, content

    def _compile(self, job: dict[str, Any], facts: bytes) -> tuple[dict[str, object], bytes]:
        before = self._environments.changes
        environment = self._environments.find(job["environment"])
        if environment is None:
            what = f"Could not find a directory environment named '{job['environment']}'"
            paths = ":".join(self._environments.paths())
            where = f"anywhere in the path: {paths}. Does the directory exist?"
            message = f"Server Error: {what} {where}"
            return {"status": 404, "message": message}, b""
        code_id = self._static.code_id(environment)
        result = compile_catalog(environment, self._node(job, environment, facts))
        data = result.data()
        header: dict[str, object] = {"status": 200, "logs": _logs(result)}
        if self._environments.changes != before:
            header["has_changed"] = True
        if data is None:
            assert result.failure is not None
            return header | {
                "status": 500,
                "message": f"Server Error: {result.failure.message}",
            }, b""
        self._static.finish(data, environment, code_id, job.get("checksum_types"))
        return header, to_json(data)

    def _node(self, job: dict[str, Any], environment: Environment, facts: bytes) -> Node:
        return Node(
            job["node"],
            loads(facts),
            trusted=job["trusted"],
            classes=job.get("classes"),
            parameters=job.get("parameters"),
            server_facts={**self._server_facts, "environment": environment.name},
        )


def server_facts(site: Site) -> dict[str, str]:
    """Return the facts of the server, which manifests see as $server_facts."""
    found = {"serverversion": PUPPET_VERSION, "servername": str(site.settings["certname"])}
    from duckrow.facts.lazy import LazyFacts

    networking = LazyFacts().get("networking")
    for name in ("ip", "ip6"):
        address = networking.get(name) if isinstance(networking, dict) else None
        if isinstance(address, str):
            found[f"server{name}"] = address
    return found


def to_json(data: object) -> bytes:
    """Return data as JSON."""
    try:
        return dumps(data)
    except TypeError:  # it cannot write some numbers and strings
        from json import dumps as slow

        return slow(data).encode("utf-8", "surrogatepass")


def _logs(result: Result) -> list[tuple[str, str]]:
    return [
        (entry.level, entry.message)
        for entry in result.logs
        if LEVELS.index(entry.level) >= _LEAST and entry.level != "err"
    ]
