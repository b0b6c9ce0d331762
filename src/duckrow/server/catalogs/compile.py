"""Compile catalogs in a worker: a job in, the bytes of a catalog out."""

from __future__ import annotations

from time import perf_counter

from orjson import loads

from duckrow import PUPPET_VERSION
from duckrow.puppet.catalog.resource import location_words
from duckrow.puppet.compiler.unit import InvalidManifestError
from duckrow.puppet.environment.compile import compile_catalog
from duckrow.puppet.environment.environment import Environment
from duckrow.puppet.environment.node import Node
from duckrow.puppet.storeconfigs.catalog_payload import catalog_content
from duckrow.puppet.storeconfigs.wire import to_json as to_wire
from duckrow.puppet.world import AskedFacts
from duckrow.server.catalogs.questions import AskedWorld, Sender
from duckrow.server.catalogs.static import StaticCatalogs
from duckrow.server.catalogs.tolerant_json import to_json
from duckrow.server.conf_d import tracks_lookups
from duckrow.server.environments.environments import UNLIMITED
from duckrow.source.errors import DuckrowError
from duckrow.source.levels import LEVELS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.environment.compile import Result
    from duckrow.server.environments.environments import Environments
    from duckrow.server.site import Site

MOST_WARMED = 32  # environments
_LEAST = LEVELS.index("notice")


class Compiler:
    """Compiles the catalogs of one process, one after the other."""

    __slots__ = (
        "_environments",
        "_senders",
        "_site",
        "_static",
        "_tracks_lookups",
        "server_facts",
    )

    def __init__(self, site: Site) -> None:
        self._site = site
        self._environments: Environments = site.environments
        self.server_facts = server_facts(site)
        self._static = StaticCatalogs(site.versioned_code, site.files)
        self._senders: dict[str, Sender] = {}
        self._tracks_lookups = site.settings.storeconfigs and tracks_lookups(site.settings)

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
            except DuckrowError as error:
                self._site.log("warning", f"cannot warm the environment {name}: {error}")
            except InvalidManifestError as error:
                for each in error.findings:
                    where = location_words(each.source.name, each.line)
                    what = f"cannot warm the environment {name}: {each.what} {where}"
                    self._site.log("warning", what)

    def run(self, job: dict[str, Any], facts: bytes) -> tuple[bytes, bytes]:
        """Return the header and the content of the answer to a job; both are JSON.

        If the directory of the environment was replaced during a compile that failed, it may have
        seen half of the old code and half of the new: it is repeated once.
        """
        begin = perf_counter()
        before = self._environments.stamp(job["environment"])
        header, content = self._try(job, facts)
        if header["status"] != 200 and self._environments.has_changed(job["environment"], before):
            self._environments.forget(job["environment"])
            header, content = self._try(job, facts)
        header["seconds"] = round(perf_counter() - begin, 6)
        try:
            return to_json(header), content
        except Exception as error:
            self.forget_sent()  # nor does the web process learn of the files
            return to_json(self._fault(job, error)), b""

    def _try(self, job: dict[str, Any], facts: bytes) -> tuple[dict[str, object], bytes]:
        try:
            return self._compile(job, facts)
        except DuckrowError as error:
            return {"status": 500, "message": f"Server Error: {error}"}, b""
        except Exception as error:
            return self._fault(job, error), b""

    def _fault(self, job: dict[str, Any], error: Exception) -> dict[str, object]:
        """Log an error that is in duckrow itself, and return the header that names it."""
        from traceback import format_exc

        self._site.log("err", f"a fault in duckrow: {format_exc()}")
        what = f"Server Error: a fault in duckrow: {type(error).__name__}"
        return {"status": 500, "message": f"{what} on node {job['node']}"}

    def _compile(self, job: dict[str, Any], facts: bytes) -> tuple[dict[str, object], bytes]:
        environment = self._environments.find(job["environment"])
        if environment is None:
            what = f"Could not find a directory environment named '{job['environment']}'"
            paths = ":".join(self._environments.paths())
            where = f"anywhere in the path: {paths}. Does the directory exist?"
            message = f"Server Error: {what} {where}"
            return {"status": 404, "message": message}, b""
        world, version = environment.world, environment.version
        assert isinstance(world, AskedWorld)
        self._begin(world, environment, loads(facts))
        code_id = self._static.code_id(environment)
        node = self._node(job, environment, world)
        result = compile_catalog(environment, node, tracks_lookups=self._tracks_lookups)
        reason = world.reason  # the version of the catalog, which comes next, is a time
        data = result.data()
        header: dict[str, object] = {"status": 200, "logs": _logs(result)}
        header["has_changed"] = environment.version != version
        if data is None:
            assert result.failure is not None
            message = f"Server Error: {result.failure.message}"
            return header | {"status": 500, "message": message}, b""
        self._static.finish(data, environment, code_id, job.get("checksum_types"))
        if environment.settings.get("plugins"):
            reason = "plugins"  # which ask whom they like
        elif code_id is not None:
            reason = "versions of code"  # which a command tells
        elif environment.settings.module_signatures != "off":
            reason = "signatures"  # of files that the compile does not read
        header["reason"] = reason
        if not reason:
            header |= self._questions(environment, world)
        content = to_json(data)
        if self._site.settings.storeconfigs:
            has_edges = self._site.find_store().has_edges
            stored = to_wire(catalog_content(result.build, has_edges=has_edges))
            header |= {"catalog_size": len(content), "version": data["version"]}
            header |= {"uuid": data["catalog_uuid"], "code_id": data["code_id"]}
            header["inputs"] = list(result.build.looked_up or ())
            content += stored
        return header, content

    def _begin(self, world: AskedWorld, environment: Environment, facts: dict[str, object]) -> None:
        """Begin the recording of what a compile asks."""
        is_fixed = environment.is_fixed
        world.keeps_files = is_fixed
        world.begin(facts)
        world.find_store = self._site.find_store
        world.version_command = _version_command(environment)
        directory = environment.directory
        assert directory is not None
        world.stamp(f"{directory}/environment.conf")
        for path in self._environments.paths():
            world.kind(f"{path}/{environment.name}")

    def _questions(self, environment: Environment, world: AskedWorld) -> dict[str, object]:
        sender = self._senders.get(environment.name)
        if sender is None:
            sender = self._senders[environment.name] = Sender()
        seconds = self._environments.seconds_fixed(environment.name)
        return {
            "environment": environment.name,
            "fixed_seconds": None if seconds == UNLIMITED else seconds,
            "fact_names": list(world.read_facts),
            "has_all_facts": world.has_all_facts,
            "others": world.others,
            **sender.files(world.files),
        }

    def forget_sent(self) -> None:
        """Name all files again: the web process is a new one."""
        self._senders.clear()

    def _node(self, job: dict[str, Any], environment: Environment, world: AskedWorld) -> Node:
        return Node(
            job["node"],
            AskedFacts(world),
            trusted=job["trusted"],
            classes=job.get("classes"),
            parameters=job.get("parameters"),
            server_facts={**self.server_facts, "environment": environment.name},
        )


def _version_command(environment: Environment) -> list[str] | None:
    """Return the words of config_version, whose output is compared rather than trusted."""
    if not environment.config_version:
        return None
    from shlex import split

    named = environment.settings.with_values({"environment": environment.name})
    try:
        return split(named.expand(environment.config_version))
    except ValueError:
        return None


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


def _logs(result: Result) -> list[tuple[str, str]]:
    return [
        (entry.level, entry.message)
        for entry in result.logs
        if LEVELS.index(entry.level) >= _LEAST and entry.level != "err"
    ]
