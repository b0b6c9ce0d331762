"""A compile as data that is stored with a run, and compiled again to explain it.

The data holds the environment, the node, and every answer of the world to the compile: the compile
is repeated from it without the host, and does the same. Secrets are redacted, so it also holds
digests of what was evaluated: a compile that goes another way without the text of a secret is not
explained; see `evaluated`. A private key is never stored; a compile that needs one cannot be
repeated.
"""

from __future__ import annotations

from base64 import b64decode, b64encode

from duckrow.puppet.environment.environment import Environment
from duckrow.puppet.environment.node import Node
from duckrow.puppet.explain.evaluated import evaluated_data, is_same
from duckrow.puppet.explain.secrets import secrets_of
from duckrow.puppet.settings.settings import Settings
from duckrow.puppet.world import MISSING, ReplayedWorld
from duckrow.state.secrets import Secrets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from duckrow.puppet.catalog.build import Build
    from duckrow.puppet.values.sensitive import Sensitive
    from duckrow.puppet.world import Answer, RecordedWorld

    Data = dict[str, Any]

_KEY = b"PRIVATE KEY-----"
_FACTS_OF_NODE = ("name", "facts", "trusted", "classes", "parameters", "server_facts")
_OF_ENVIRONMENT = ("name", "directory", "modulepath", "manifest", "code", "config_version")


class StoredCompileError(Exception):
    """Stored data that no compile can be repeated from."""


class NamedSecrets(Secrets):
    """Secrets that a word of its own stands for, which needs no quotes in manifests and in YAML."""

    __slots__ = ()

    def word(self, number: int) -> str:
        return f"redacted_{number}"


def compile_data(
    environment: Environment,
    node: Node,
    world: RecordedWorld,
    build: Build,
    secrets: Secrets,
    heard: Iterable[Sensitive],
) -> Data:
    """Return a compile as plain data, without its secrets; `build` is its end.

    `secrets` are those that types know of, `heard` those that code made.
    """
    known = dict(dict.items(node.facts))  # of facts that are read on demand, those that were
    own: Data = {name: getattr(environment, name) for name in _OF_ENVIRONMENT}
    own["more_manifests"] = environment.more_manifests
    own["settings"] = environment.settings.given
    of_node = {name: getattr(node, name) for name in _FACTS_OF_NODE} | {"facts": known}
    named = NamedSecrets()
    named.add_all(secrets)
    named.add(secrets_of(build, heard))
    data = named.hide_all(
        {
            "environment": _to_data(own),
            "node": _to_data(of_node),
            "answers": [_to_data(each) for each in _without_repetitions(world.answers)],
        }
    )
    return data | {"evaluated": evaluated_data(build, named.hide)}


def read_compile(data: Data) -> tuple[Environment, Node]:
    """Return the environment and the node of a stored compile."""
    try:
        answers = [_from_data(each) for each in data["answers"]]
        own: Data = _from_data(data["environment"])
        of_node: Data = _from_data(data["node"])
        world = StoredWorld(answers)
        settings = Settings(own.pop("settings"), world)
        more = own.pop("more_manifests")
        environment = Environment(own.pop("name"), settings=settings, is_fixed=True, **own)
        environment.more_manifests = more
        facts = of_node.pop("facts")
        return environment, Node(of_node.pop("name"), facts, **of_node)
    except (KeyError, TypeError, ValueError) as error:
        raise StoredCompileError("the recording of the run is damaged") from error


def expect_same(data: Data, build: Build) -> None:
    """Raise StoredCompileError if a compile that was repeated from data differs from the first."""
    if not is_same(build, data.get("evaluated", {})):
        raise StoredCompileError("the compile of the run cannot be repeated from its recording")


class StoredWorld(ReplayedWorld):
    """Repeats stored answers; what was not asked then does not exist."""

    __slots__ = ()

    def _asked(
        self, question: str, *about: object, recorded: tuple[object, ...] | None = None
    ) -> Any:
        try:
            return super()._asked(question, *about, recorded=recorded)
        except FileNotFoundError:
            if (question, *(about if recorded is None else recorded)) in self._left:
                raise
            if question in _NOTHING:
                return _NOTHING[question]
            raise


_NOTHING: dict[str, object] = {
    "kind": MISSING,
    "stamp": None,
    "names": [],
    "is_module": False,
    "fact": None,
    "lists_fact": False,
    "variable": None,
    "user_home": None,
    "now": 0,  # of a catalog without a version
}


def _without_repetitions(answers: list[Answer]) -> list[Answer]:
    """Return the answers without those that only repeat the last one to the same question."""
    last: dict[tuple[object, ...], object] = {}
    found = []
    for question, about, answer in answers:
        key = (question, *about)
        if key in last and (last[key] is answer or last[key] == answer):
            continue
        last[key] = answer
        if isinstance(answer, bytes) and _KEY in answer:
            answer = PermissionError(13, "a private key is not stored", str(about[0]))
        found.append((question, about, answer))
    return found


# ---- plain data: what JSON lacks is an object with one name


def _to_data(value: object) -> Any:
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, bytes):
        try:
            return {"text": value.decode("utf-8")}
        except UnicodeDecodeError:
            return {"bytes": b64encode(value).decode("ascii")}
    if isinstance(value, tuple):
        return {"tuple": [_to_data(item) for item in value]}
    if isinstance(value, list):
        return [_to_data(item) for item in value]
    if isinstance(value, dict):
        return {"hash": [[_to_data(key), _to_data(item)] for key, item in value.items()]}
    if isinstance(value, OSError):
        return {"os error": [value.errno, value.strerror, str(value.filename or "")]}
    if isinstance(value, ValueError):
        return {"value error": str(value)}
    return {"text of": str(value)}


def _from_data(data: Any) -> Any:
    if isinstance(data, list):
        return [_from_data(item) for item in data]
    if not isinstance(data, dict):
        return data
    ((kind, inner),) = data.items()
    match kind:
        case "text":
            return inner.encode("utf-8")
        case "bytes":
            return b64decode(inner)
        case "tuple":
            return tuple(_from_data(item) for item in inner)
        case "hash":
            return {_from_data(key): _from_data(item) for key, item in inner}
        case "os error":
            return OSError(*inner)
        case "value error":
            return ValueError(inner)
        case "text of":
            return inner
    raise ValueError(f"unknown kind of data {kind}")
