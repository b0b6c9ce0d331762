"""`duckrow module tree`: what depends on what, and which dependencies are not met."""

from __future__ import annotations

from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments
    from duckrow.puppet.environment.installed_modules import InstalledModule, InstalledModules

DEFAULT = "modules"
_REASONS = {
    "missing": "is missing",
    "version_mismatch": "does not fit",
    "non_semantic_version": "has no version that can be compared",
}


def run(words: list[str], arguments: Arguments, console: Console) -> int:
    """Print the tree of the modules in directories; return 1 if a dependency is not met."""
    from os.path import dirname

    from duckrow.machine.paths import absolute, exists, is_directory
    from duckrow.puppet.environment.installed_modules import InstalledModules

    directories = words or [DEFAULT]
    for directory in directories:
        if not is_directory(directory):
            raise InputError(f"{directory} is not a directory of modules")
        if exists(f"{directory}/metadata.json"):
            above = dirname(absolute(directory))
            raise InputError(
                f"{directory} is a module, not a directory of modules",
                hint=f"duckrow module tree {above}",
            )
    installed = InstalledModules(directories, has_versions=True)
    modules = installed.all()
    is_unmet = any(installed.unmet_of(module) for module in modules)
    if arguments.get("format", "text") == "json":
        console.print_result(_json(modules, installed))
    else:
        for line in _lines(modules, installed):
            console.print_result(line)
    return 1 if is_unmet else 0


def _lines(modules: list[InstalledModule], installed: InstalledModules) -> list[str]:
    """Return the tree; a module that is shown before is not opened again."""
    needed = {installed.chosen(*needs) for each in modules for needs in each.dependencies}
    lines: list[str] = []
    shown: set[InstalledModule] = set()

    def add(module: InstalledModule, depth: int) -> None:
        """Add what a module depends on; one line is one dependency."""
        shown.add(module)
        unmet = {each.name: each for each in installed.unmet_of(module)}
        for name, required in sorted(module.dependencies):
            indent = "  " * depth
            found = installed.chosen(name, required)
            line = f"{indent}{name.replace('/', '-')}"
            if name in unmet:
                wrong = unmet[name]
                is_there = f" {wrong.installed}" if wrong.installed else ""
                lines.append(f"{line}{is_there} {_REASONS[wrong.reason]}: needs {required}")
                continue
            assert found is not None  # or it were not met
            is_open = found in shown and bool(found.dependencies)
            note = "; see above" if is_open else ""
            lines.append(f"{line} {found.version} (needs {required}{note})")
            if not is_open:
                add(found, depth + 1)

    roots = [each for each in modules if each not in needed]
    for module in [*roots, *modules]:
        if module not in shown:
            lines.append(f"{module.shown_name} {module.version or ''}".rstrip())
            add(module, 1)
    return lines


def _json(modules: list[InstalledModule], installed: InstalledModules) -> str:
    from duckrow.cli.console import to_json

    found = []
    for module in modules:
        unmet = {each.name: each for each in installed.unmet_of(module)}
        dependencies = []
        for name, required in sorted(module.dependencies):
            there = installed.chosen(name, required)
            wrong = unmet.get(name)
            dependencies.append(
                {
                    "name": name.replace("/", "-"),
                    "requirement": required,
                    "installed": None if there is None else there.version,
                    "unmet": None if wrong is None else wrong.reason,
                }
            )
        found.append(
            {
                "name": module.shown_name,
                "version": module.version,
                "path": module.path,
                "dependencies": dependencies,
            }
        )
    return to_json({"modules": found})
