"""What the endpoints below /puppet/v3 share: the key, the environment and the format.

A request is /puppet/v3/NAME/KEY?environment=E. The texts of errors are Puppet's.
"""

from __future__ import annotations

from duckrow.server.http.exchange import Refusal
from duckrow.server.http.form import plain_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from duckrow.puppet.environment.environment import Environment
    from duckrow.server.http.exchange import Request

    class EnvironmentsByName(Protocol):
        """The environments of a site."""

        def find(self, name: str) -> Environment | None:
            """Return an environment; None if it has no directory."""

    class SiteWithEnvironments(Protocol):
        """A site that has environments."""

        @property
        def environments(self) -> EnvironmentsByName:
            """Its environments."""


NOT_FOUND = "RESOURCE_NOT_FOUND"
_PREFIX = "/puppet/v3/"
_LONGEST_NAME = 200
MOST_DEPTH = 40  # of facts and reports


def bad_request(message: str) -> Refusal:
    """Return the answer to a request that makes no sense."""
    return Refusal(400, f"Bad Request: {message}")


def not_found(message: str) -> Refusal:
    """Return the answer to a question about something that does not exist."""
    return Refusal(404, f"Not Found: {message}", NOT_FOUND)


def server_error(message: str) -> Refusal:
    """Return the answer to a request that failed."""
    return Refusal(500, f"Server Error: {message}")


def key_of(request: Request, name: str) -> str:
    """Return the part of the path behind the name of the endpoint. Raises Refusal."""
    path = plain_path(request.path)
    key = path.removeprefix(f"{_PREFIX}{name}").removeprefix("/")
    if not key:
        raise bad_request(f"No request key specified in {path}")
    return key


def is_deep(data: object) -> bool:
    """Return whether data of a client is nested too deeply; it is looked at level by level."""
    level = [data] if isinstance(data, dict | list) else []
    for _ in range(MOST_DEPTH):
        level = [
            item
            for holder in level
            for item in (holder.values() if isinstance(holder, dict) else holder)
            if type(item) is dict or type(item) is list  # quicker than isinstance
        ]
        if not level:
            return False
    return True


def unsupported_format(kind: str) -> Refusal:
    """Return the refusal of a body in a format that an endpoint does not take."""
    what = f"Client sent a mime-type ({kind[:200]}) that doesn't correspond to a format we support"
    return Refusal(415, f"Unsupported Media Type: {what}", "UNSUPPORTED_MEDIA_TYPE")


def environment_name(request: Request) -> str:
    """Return the name of the environment that a request names. Raises Refusal."""
    if "environment" not in request.query:
        raise bad_request("An environment parameter must be specified")
    name = request.field("environment")
    if not is_environment_name(name):
        raise bad_request(f"The environment must be purely alphanumeric, not '{shown(name)}'")
    return name


def is_environment_name(name: str) -> bool:
    """Return whether an environment may have a name."""
    return name.replace("_", "a").isalnum() and name.isascii() and len(name) <= _LONGEST_NAME


def shown(name: str) -> str:
    """Return a name of a client as messages show it: whole characters, and not endlessly many."""
    return name[:_LONGEST_NAME].encode("utf-8", "replace").decode()


def environment_of(site: SiteWithEnvironments, request: Request) -> Environment:
    """Return the environment of a request. Raises Refusal."""
    name = environment_name(request)
    found = site.environments.find(name)
    if found is None:
        # A missing environment is no missing resource: agents tell them apart by the status alone.
        raise Refusal(404, f"Not Found: Could not find environment '{name}'")
    return found


def chosen_format(request: Request, *formats: str) -> str:
    """Return the first format of an endpoint that the client accepts. Raises Refusal."""
    accepted = request.headers.get("accept", "*/*")
    names = {each.partition(";")[0].strip().lower() for each in accepted.split(",")}
    for each in formats:
        if each in names or "*/*" in names or f"{each.partition('/')[0]}/*" in names:
            return each
    raise Refusal(
        406,
        f"Not Acceptable: No supported formats are acceptable (Accept: {accepted[:200]})",
        "UNSUPPORTED_FORMAT",
    )
