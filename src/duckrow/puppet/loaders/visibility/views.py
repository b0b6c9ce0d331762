"""Views: which version of which module the code of a module sees.

A module sees itself and the modules that its metadata.json declares, each in the version that the
lock chooses, or in the newest version on the path that fits. What those see is not passed on. A
module without a metadata.json declares nothing: it sees what the environment sees.
"""

from __future__ import annotations

from duckrow.puppet.loaders.visibility.versions import find_versions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.loaders.directories import Directories
    from duckrow.puppet.loaders.visibility.choices import Choices
    from duckrow.puppet.loaders.visibility.versions import ModuleVersion


SETTING = "the setting modules"


class View:
    """The modules that the code of a module, or of the environment itself, sees."""

    __slots__ = ("declared_in", "modules", "owner", "unmet")

    def __init__(self, owner: ModuleVersion | None) -> None:
        self.owner = owner  # None for the environment
        self.declared_in = SETTING  # the file, or the setting, that lists the modules
        self.modules: dict[str, ModuleVersion] = {}
        self.unmet: dict[str, str] = {}  # why no version of a declared module can be seen

    @property
    def shown(self) -> str:
        """The owner, for messages."""
        return "the environment" if self.owner is None else self.owner.shown

    @property
    def module_name(self) -> str:
        """The name of the module whose view this is."""
        return "" if self.owner is None else self.owner.name


class Views:
    """The views of an environment and of its modules."""

    __slots__ = (
        "_files",
        "_modulepath",
        "_of",
        "choices",
        "environment",
        "everything",
        "versions",
    )

    def __init__(self, modulepath: list[str], directories: Directories, choices: Choices) -> None:
        self.choices = choices
        self._modulepath = modulepath
        self.versions = find_versions(modulepath, directories)
        self._of: dict[str, View] = {}  # by the path of the module
        self._files: dict[str, View | None] = {}  # whose code is in a file
        # One version of each module: the one that the environment sees, if it sees the module.
        self.everything: dict[str, ModuleVersion] = {}
        self.environment = self._view_of_environment()

    def of(self, module: ModuleVersion) -> View:
        """Return the view of a version of a module."""
        found = self._of.get(module.path)
        if found is None:
            found = self._of[module.path] = self._view_of(module)
        return found

    def of_file(self, file: str) -> View | None:
        """Return the view of the module that a file belongs to, or None."""
        if file not in self._files:
            self._files[file] = self._find_owner(file)
        return self._files[file]

    def chain(self, view: View, module: ModuleVersion) -> str:
        """Write how the environment comes to a version of a module that code of a view uses."""
        steps = [view]
        while steps[0].owner is not None:
            steps.insert(0, self._seen_by(steps[0].owner))
        names = [each.shown for each in steps]
        if view.owner is not module:
            declared = (view.owner and view.owner.requirements) or {}
            range_ = declared.get(module.name)
            names.append(f"{module.shown} (needs {range_})" if range_ else module.shown)
        return " -> ".join(names)

    def _seen_by(self, module: ModuleVersion) -> View:
        """Return a view that has a module, on a shortest way from the environment."""
        waiting, seen = [self.environment], {module.path}
        for view in waiting:
            if view.modules.get(module.name) is module:
                return view
            for each in view.modules.values():
                if each.path not in seen:
                    seen.add(each.path)
                    waiting.append(self.of(each))
        return self.environment

    # ---- making views

    def _view_of_environment(self) -> View:
        view = View(None)
        choices = self.choices
        lock = choices.lock
        for name in self.versions:
            wanted = (choices.listed or {}).get(name, "")
            self._choose(view, name, wanted)
            self.everything[name] = view.modules.get(name) or self.versions[name][0]
        if choices.listed is not None:
            visible = set(choices.listed)
            for name in visible - set(self.versions):
                view.unmet[name] = f"no module {name} is on the module path"
        elif lock is not None and lock.visible is not None:
            # What is not from the lock is the environment's own.
            view.declared_in = f"the Puppetfile of {lock.path}"
            visible = (set(self.versions) - set(lock.versions)) | set(lock.visible)
        else:
            return view
        view.modules = {name: each for name, each in view.modules.items() if name in visible}
        view.unmet = {name: why for name, why in view.unmet.items() if name in visible}
        return view

    def _view_of(self, module: ModuleVersion) -> View:
        view = View(module)
        view.modules[module.name] = module
        declared = module.requirements
        if declared is None:
            view.declared_in = self.environment.declared_in
            view.modules.update(
                (name, each)
                for name, each in self.environment.modules.items()
                if name != module.name
            )
            return view
        view.declared_in = f"{module.path}/metadata.json"
        for name, range_ in declared.items():
            if name != module.name:
                self._choose(view, name, range_)
        return view

    def _choose(self, view: View, name: str, range_: str) -> None:
        """Put the version of a module that fits into a view, or the reason why none does."""
        versions = self.versions.get(name)
        if not versions:
            return
        lock = self.choices.lock
        user = None if view.owner is None else (view.owner.name, view.owner.version_text)
        locked = [] if lock is None else lock.of(user, name)
        candidates = [each for each in versions if not locked or each.version_text in locked]
        found = next((each for each in candidates if each.fits(range_)), None)
        if found is not None:
            view.modules[name] = found
            return
        has = ", ".join(each.version_text or "no version" for each in versions)
        if not candidates and lock is not None:
            view.unmet[name] = (
                f"{lock.path} chooses {name} {' or '.join(locked)}, and there is {has}"
            )
        else:
            view.unmet[name] = f"{view.shown} needs {name} {range_}, and there is {has}"

    def _find_owner(self, file: str) -> View | None:
        for directory in self._modulepath:
            if file.startswith(f"{directory}/"):
                path = f"{directory}/{file[len(directory) + 1 :].partition('/')[0]}"
                for versions in self.versions.values():
                    for module in versions:
                        if module.path == path:
                            return self.of(module)
        return None
