"""Tell whether the node runs an operating system of at least some version."""

from __future__ import annotations

from duckrow.puppet.functions.no_conversion import no_method
from duckrow.puppet.functions.versioncmp import compare_versions
from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


def _os_version_gte(scope: Scope, name: str, version: str) -> bool:
    facts = scope.build.facts
    if facts.get("operatingsystem") != name:
        return False
    running = facts.get("operatingsystemmajrelease")
    if type(running) is not str:
        raise no_method("scan", running)
    return compare_versions(running, version) >= 0


FUNCTION = Function(
    "os_version_gte",
    Form("String[1] os", "String[1] version", run=_os_version_gte, returns="Boolean"),
)
