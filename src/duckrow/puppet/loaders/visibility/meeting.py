"""Two versions of a module meet where a catalog has room for one."""

from __future__ import annotations

from duckrow.puppet.loaders.visibility.asking import running_code
from duckrow.puppet.runtime.definition import CLASS
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.location import location_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.loaders.visibility.versions import ModuleVersion
    from duckrow.puppet.loaders.visibility.views import View, Views


class Meeting:
    """The version of a definition that is in use, by whom, and where it was first asked for."""

    __slots__ = ("_code", "module", "view")

    def __init__(self, module: ModuleVersion, view: View) -> None:
        self.module = module
        self.view = view
        self._code = running_code()  # few of their locations are ever asked for

    def chain(self, views: Views) -> str:
        """Write how the environment comes to this version, and where it is used."""
        location = None if self._code is None else location_of(*self._code)
        words = "" if location is None else location.words()
        return f"{views.chain(self.view, self.module)} {words}".rstrip()


def meeting_error(
    views: Views, kind: str, key: str, first: Meeting, second: Meeting
) -> EvaluationError:
    """Return the error about two versions of a class, a define or a resource type."""
    name = "::".join(part.capitalize() for part in key.split("::"))
    what = f"Class[{name}]" if kind == CLASS else name
    return EvaluationError(
        f"{what} of {second.module.shown} meets {what} of {first.module.shown}: "
        "a catalog holds one version of it",
        "versions-meet",
        why=f"{first.chain(views)}; {second.chain(views)}",
        hint=f"choose one version of {first.module.name} that both can use",
    )
