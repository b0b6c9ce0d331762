"""`puppet module`: list the installed modules."""

from __future__ import annotations

from duckrow.cli.drop_ins.puppet.application import Action, Application
from duckrow.cli.drop_ins.puppet.optparse import Setting, Switch
from duckrow.cli.drop_ins.puppet.render import render
from duckrow.cli.drop_ins.puppet.settings import settings_of
from duckrow.machine.paths import absolute
from duckrow.puppet.environment.find import bare_environment, find_directory, find_environment
from duckrow.puppet.environment.installed_modules import (
    MISMATCH,
    MISSING,
    NOT_SEMANTIC,
    InstalledModule,
    InstalledModules,
    Unmet,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckrow.cli.drop_ins.puppet.console import PuppetConsole
    from duckrow.cli.options import Arguments
    from duckrow.puppet.environment.environment import Environment
    from duckrow.puppet.settings.settings import Settings

_FORGE = "duckrow does not talk to the Puppet Forge; r10k or git bring modules to this host"
_FORGE_OPTIONS = {
    "install": "--force -f|--target-dir -i DIR|--ignore-dependencies|--version -v VER|"
    "--strict-semver",
    "upgrade": "--force -f|--ignore-dependencies|--ignore-changes -c|--version VERSION|"
    "--strict-semver",
    "uninstall": "--force -f|--ignore-changes -c|--version VERSION",
    "changes": "",
}


def _refused(name: str) -> Action:
    rows = filter(None, _FORGE_OPTIONS[name].split("|"))
    options = [
        Switch(" ".join(w for w in row.split() if w[0] == "-"), refusal=_FORGE) for row in rows
    ]
    return Action(name, f"{name} a module", "MODULE", options, refusal=_FORGE)


APPLICATION = Application(
    "module",
    "list installed modules",
    "ACTION [--environment NAME] [--modulepath DIR[:DIR…]]",
    (
        Setting("--environment -E", "the environment (production)", metavar="NAME"),
        Setting("--modulepath", "directories of modules", metavar="DIR[:DIR…]"),
    ),
    actions=(
        Action(
            "list",
            "list installed modules",
            "[--tree]",
            (Switch("--tree", "show the dependencies as a tree"),),
            arity=0,
        ),
        *map(_refused, _FORGE_OPTIONS),
    ),
    examples=("puppet module list", "puppet module list --tree --modulepath modules"),
)


def run(arguments: Arguments, console: PuppetConsole) -> int:
    """List the modules of an environment."""
    settings = settings_of(APPLICATION, arguments, console)
    environment = _environment(settings)
    modulepath = environment.modulepath
    if settings.get("modulepath"):
        modulepath = [absolute(each) for each in settings["modulepath"].split(":") if each]
    modules = InstalledModules(modulepath)
    unmet = modules.unmet()
    form = arguments.get("render-as") or "console"
    if form != "console":
        console.print_result(render(_data(environment.name, modules, unmet), form, str))
        return 0
    _warn(unmet, console)
    if not modules.by_path:
        console.print_result("")
    listing = _Listing(modules, unmet, is_colored=console.color)
    for path, found in modules.by_path.items():
        console.print_result(path if found else f"{path} (no modules installed)")
        nodes = listing.tree(path) if arguments.has("tree") else listing.flat(path)
        console.print_result("".join(_drawn(nodes)), end="")
    return 0


def _environment(settings: Settings) -> Environment:
    """Return the environment; production need not have a directory."""
    name = settings["environment"]
    if name == "production" and find_directory(settings, name) is None:
        return bare_environment(settings, name)
    return find_environment(settings, name)


class _Node:
    """One line of the list, and the lines below it."""

    __slots__ = ("below", "text")

    def __init__(self, text: str, below: Sequence[_Node] = ()) -> None:
        self.text = text
        self.below = list(below)


class _Listing:
    """Makes the lines of modules."""

    __slots__ = ("_is_colored", "_modules", "_unmet")

    def __init__(
        self,
        modules: InstalledModules,
        unmet: dict[str, dict[str, list[Unmet]]],
        *,
        is_colored: bool,
    ) -> None:
        self._modules = modules
        self._unmet = unmet
        self._is_colored = is_colored

    def flat(self, path: str) -> list[_Node]:
        """Return the modules of a directory, by name."""
        found = sorted(self._modules.by_path[path], key=lambda each: each.forge_name or each.name)
        mismatched = self._unmet[MISMATCH]
        return [
            _Node(self._text(each, path, is_invalid=each.forge_name in mismatched))
            for each in found
        ]

    def tree(self, path: str) -> list[_Node]:
        """Return the modules of a directory with their dependencies; each module appears once."""
        found = sorted(self._modules.by_path[path], key=self._modules.count_dependents)
        return self._tree(found, (), None, path, set())

    def _tree(
        self,
        modules: list[InstalledModule],
        ancestors: tuple[InstalledModule, ...],
        parent: InstalledModule | None,
        path: str,
        seen: set[str],
    ) -> list[_Node]:
        nodes = []
        for module in modules:
            name = module.forge_name or module.name
            if name in seen:
                continue
            seen.add(name)
            node = _Node(self._text(module, path, is_invalid=self._fails(module, parent)))
            nodes.append(node)
            if module in ancestors:
                continue
            for each in self._modules.unmet_of(module):
                if each.reason == MISSING:
                    label = self._color("0;41", "UNMET DEPENDENCY")
                    required = self._color("0;36", each.required)
                    node.below.append(_Node(f"{label} {each.name.replace('/', '-')} ({required})"))
            below = self._modules.dependencies_of(module)
            node.below += self._tree(below, (*ancestors, module), module, path, seen)
        return nodes

    def _fails(self, module: InstalledModule, parent: InstalledModule | None) -> bool:
        """Return whether a module is the wrong version for its parent."""
        unmet = self._unmet[MISMATCH].get(module.forge_name or "", [])
        return parent is not None and [each.parent.name for each in unmet][-1:] == [parent.name]

    def _text(self, module: InstalledModule, path: str, *, is_invalid: bool) -> str:
        version = "???" if module.version is None else f"v{module.version}"
        text = f"{module.shown_name} ({self._color('0;36', version)})"
        directory = module.path.rpartition("/")[0]
        if directory != path:
            text += f" [{directory}]"
        return f"{text}  {self._color('0;31', 'invalid')}" if is_invalid else text

    def _color(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self._is_colored else text


def _drawn(nodes: list[_Node], indent: str = "") -> list[str]:
    lines = []
    for node in nodes:
        is_last = node is nodes[-1]
        corner = "└" if is_last else "├"
        stem = "┬" if node.below else "─"
        lines.append(f"{indent}{corner}─{stem} {node.text}\n")
        lines += _drawn(node.below, f"{indent}{'  ' if is_last else '│ '}")
    return lines


def _warn(unmet: dict[str, dict[str, list[Unmet]]], console: PuppetConsole) -> None:
    for reason in (NOT_SEMANTIC, MISMATCH, MISSING):
        for name in sorted(unmet[reason]):
            found = unmet[reason][name]
            shown, version = name.replace("/", "-"), found[-1].installed
            head = {
                NOT_SEMANTIC: f"Non semantic version dependency {shown} (v{version}):",
                MISMATCH: f"Module '{shown}' (v{version}) fails to meet some dependencies:",
                MISSING: f"Missing dependency '{shown}':",
            }[reason]
            console.print_log("warning", "\n  ".join([head, *(each.words for each in found)]))


def _data(
    environment: str, modules: InstalledModules, unmet: dict[str, dict[str, list[Unmet]]]
) -> dict[str, object]:
    """Return the list as data, as the original's JSON has it."""
    return {
        "environment": environment,
        "modules_by_path": {
            path: [f"Module {each.name}({each.path})" for each in found]
            for path, found in modules.by_path.items()
        },
        "unmet_dependencies": {
            reason: {
                name: {
                    "errors": [each.words for each in found],
                    "parent": {
                        "name": found[-1].parent.forge_name,
                        "version": found[-1].parent_version,
                    },
                    "version": found[-1].installed,
                }
                for name, found in by_name.items()
            }
            for reason, by_name in unmet.items()
        },
    }
