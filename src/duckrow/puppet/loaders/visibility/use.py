"""The use of a module that the code does not declare: who uses what, and what to do about it."""

from __future__ import annotations

from duckrow.puppet.loaders.visibility.views import SETTING
from duckrow.puppet.runtime.errors import EvaluationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.loaders.visibility.versions import ModuleVersion
    from duckrow.puppet.loaders.visibility.views import View
    from duckrow.puppet.runtime.location import Location

CODE = "undeclared-module"


class Use:
    """Code of a view uses a name of a module that the view does not have."""

    __slots__ = ("kind", "location", "module", "name", "view")

    def __init__(
        self,
        view: View,
        kind: str,
        name: str,
        module: ModuleVersion,
        location: Location | None = None,
    ) -> None:
        self.view = view
        self.kind = kind
        self.name = name
        self.module = module
        self.location = location

    @property
    def key(self) -> tuple[View, str, str]:
        """The same use elsewhere has the same key; a range that nothing fits is one for all."""
        module = self.module.name
        return self.view, module, "" if module in self.view.unmet else self.name

    @property
    def what(self) -> str:
        """The name as part of its module, for messages."""
        of_module = f"of the module {self.module.name}"
        return (
            f"the {self.kind} {self.name} {of_module}" if self.name else f"{self.kind} {of_module}"
        )

    @property
    def why(self) -> str:
        """Why the view does not have the module."""
        name = self.module.name
        owner = self.view.owner
        if owner is not None and owner.fault:
            return owner.fault
        return self.view.unmet.get(name) or f"{self.view.declared_in} does not name {name}"

    @property
    def hint(self) -> str:
        """What to write so that the view has the module."""
        view, module = self.view, self.module
        if view.owner is not None and view.owner.fault:
            return f"mend {view.owner.path}/metadata.json"
        if module.name in view.unmet:
            return f"put a version of {module.name} that fits on the module path"
        if view.declared_in == SETTING:
            return f"list {module.name} in the setting `modules` of environment.conf"
        if not view.declared_in.endswith("metadata.json"):
            return f"name {module.name} in the Puppetfile, and run duckrow module lock"
        number = module.number
        range_ = ""
        if number is not None:
            above = int(number.major) + 1
            range_ = f', "version_requirement": ">= {module.version_text} < {above}.0.0"'
        return f'add {{"name": "{module.full_name}"{range_}}} to its dependencies'

    @property
    def warning(self) -> str:
        """The whole use as one message."""
        unmet = self.view.unmet.get(self.module.name)
        if unmet:
            return f"{unmet}; try: {self.hint}"
        return f"{self.view.shown} uses {self.what}, but {self.why}; try: {self.hint}"

    def error(self) -> EvaluationError:
        """Return the error about a use that is not allowed."""
        return EvaluationError(
            f"{self.view.shown} does not see {self.what}",
            CODE,
            location=self.location,
            why=self.why,
            hint=self.hint,
        )
