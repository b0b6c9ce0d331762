"""The endpoint /puppet/v3/environments."""

from __future__ import annotations

from math import isinf

from orjson import dumps

from duckrow.server.http.exchange import JSON, Answer, Refusal
from duckrow.server.http.routes import name_in
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.environment.environment import Environment
    from duckrow.server.http.exchange import Request
    from duckrow.server.site import Site


def get_environments(site: Site, request: Request) -> Answer:
    """Answer with all environments and their settings."""
    if name_in(request):
        raise Refusal(404, f"Not Found: {request.path}", None)
    found: dict[str, object] = {}
    for name in site.environments.names():
        try:
            environment = site.environments.find(name)
        except InputError as error:
            site.log("err", f"environment {name}: {error}")
            continue
        if environment is not None:
            found[name] = {"settings": _settings(environment)}
    paths = [f"file://{path}" for path in site.environments.paths()]
    return Answer(dumps({"search_paths": paths, "environments": found}), JSON)


def _settings(environment: Environment) -> dict[str, object]:
    timeout = float(environment.settings["environment_timeout"])
    return {
        "modulepath": environment.modulepath,
        "manifest": environment.manifest or "",
        "environment_timeout": "unlimited" if isinf(timeout) else int(timeout),
        "config_version": environment.config_version or "",
    }
