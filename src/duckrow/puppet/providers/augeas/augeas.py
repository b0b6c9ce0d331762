"""augeas: changes are made in the tree first; the files that would be saved are the plan."""

from __future__ import annotations

from duckrow.machine.texts.augeas import NO_LOAD, NO_MODULES, NOOP, OVERWRITE, TYPE_CHECK
from duckrow.puppet.providers.augeas.commands import parse_commands
from duckrow.puppet.providers.augeas.conditions import holds
from duckrow.puppet.providers.augeas.trees import Trees
from duckrow.puppet.providers.base import Change, Provider, ProviderError
from duckrow.ruby.values.inspect import inspect
from duckrow.source.errors import DuckrowError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.machine.machine import Machine
    from duckrow.machine.texts.augeas import Augeas as Tree
    from duckrow.puppet.providers.base import Desired, State

NEEDED = "need_to_run"
LENSES = "augeas/lenses"


class Augeas(Provider):
    """Trees of files, opened for one resource at a time."""

    name = "augeas"
    features = frozenset(("parse_commands", "need_to_run?", "execute_changes"))

    def __init__(self) -> None:
        # The tree in which the changes of a resource were tried.
        self._open_tree: tuple[str, Tree] | None = None
        self._trees = Trees()

    def is_suitable(self, machine: Machine) -> bool:
        try:
            tree = machine.open_augeas("/", "", NO_LOAD | NO_MODULES)
        except OSError:
            return False
        if tree is not None:
            tree.close()
        return tree is not None

    def read(self, machine: Machine, desired: Desired) -> State:
        self._put_back_open_tree()
        tree = self._open(machine, desired)
        files = None
        try:
            files = self._files_to_change(machine, tree, desired)
        finally:
            if files is None:
                self._trees.put_back(tree)
        if files is None:
            return {"returns": 0}
        self._open_tree = (desired.ref, tree)
        return {"returns": NEEDED, "files": files}

    def finish(self, machine: Machine) -> None:
        self._put_back_open_tree()
        self._trees.close()

    def _put_back_open_tree(self) -> None:
        if self._open_tree is not None:
            self._trees.put_back(self._open_tree[1])
            self._open_tree = None

    def plan(self, state: State, desired: Desired) -> list[Change]:
        if state["returns"] != NEEDED:
            return []
        files = state["files"]
        return [
            Change(
                "returns",
                NEEDED,
                0,
                lambda machine: self._execute(machine, desired, list(files)),
                message="executed successfully",
                event_name="executed",
                diff="\n".join(each for each in files.values() if each) or None,
            )
        ]

    def _files_to_change(
        self, machine: Machine, tree: Tree, desired: Desired
    ) -> dict[str, str] | None:
        """Return the files that would change and how, or None if there is nothing to do."""
        filter_ = desired.get("onlyif", "")
        if filter_:
            command = parse_commands(filter_, desired["context"])[0]
            try:
                if not holds(tree, command, desired["context"]):
                    return None
            except (DuckrowError, OSError) as error:
                raise ProviderError(
                    f"Error sending command '{command[0]}' with params "
                    f"{inspect(command[1:])}/{error}"
                ) from error
        if desired["force"] not in (None, False, "false"):
            return {}
        self._change(tree, desired)
        if not tree.save(NOOP):
            self._tell_errors(tree, desired)
            raise ProviderError("Save failed, see debug output for details")
        found = {}
        for path in tree.saved():
            file = desired["root"].rstrip("/") + path.removeprefix("/files")
            found[file] = self._diff(machine, tree, desired, file, path)
        return found or None

    def _diff(self, machine: Machine, tree: Tree, desired: Desired, file: str, path: str) -> str:
        if not desired["show_diff"] or desired.is_sensitive("changes"):
            return ""
        from duckrow.puppet.providers.file.diff import LIMIT, unified

        facts = machine.files.facts(file, follow=True)
        if facts is not None and facts.size > LIMIT:
            return ""
        old = b"" if facts is None else machine.files.read(file)
        new = tree.text(path, old.decode("utf-8", "surrogateescape"))
        if new is None:
            return ""
        return unified(file, old, new.encode("utf-8", "surrogateescape"), facts)

    # The tree.

    def _open(self, machine: Machine, desired: Desired) -> Tree:
        flags = TYPE_CHECK if desired["type_check"] == "true" else 0
        incl = desired["incl"]
        flags |= NO_MODULES if incl is not None else NO_LOAD
        joined = ":".join(_lens_directories(desired))
        source = f"Augeas[{desired.title}](provider=augeas)"
        desired.log(
            "debug",
            f"Opening augeas with root {desired['root']}, lens path {joined}, flags {flags}",
            source,
        )
        tree = self._trees.take(machine, desired["root"], joined, flags)
        if tree is None:
            raise ProviderError("The Augeas library is not there")
        try:
            if incl is not None:
                tree.set("/augeas/load/Xfm/lens", desired["lens"])
                tree.set("/augeas/load/Xfm/incl", incl)
            else:
                self._narrow(tree, desired["context"])
            tree.load()
        except BaseException:
            self._trees.put_back(tree)
            raise
        return tree

    def _narrow(self, tree: Tree, context: str) -> None:
        """Have only those lenses loaded that are for files of the context."""
        if not context.startswith("/files/") or any(letter in context for letter in "'\"[]"):
            return
        path = context.removeprefix("/files").rstrip("/") + "/"
        others = f"/augeas/load/*['{path}' !~ glob(incl) + regexp('/.*')]"
        if len(tree.match(others)) < len(tree.match("/augeas/load/*")):
            tree.remove(others)

    def _execute(self, machine: Machine, desired: Desired, files: list[str]) -> None:
        if desired.catalog is not None:
            for file in files:
                if machine.files.facts(file, follow=True) is not None:
                    desired.catalog.backup(file)
        if self._open_tree is not None and self._open_tree[0] == desired.ref:
            tree, self._open_tree = self._open_tree[1], None
        else:
            tree = self._open(machine, desired)
        try:
            tree.read_again()
            self._change(tree, desired)
            if not tree.save(OVERWRITE):
                self._tell_errors(tree, desired)
                raise ProviderError("Save failed, see debug output for details")
        finally:
            self._trees.put_back(tree)

    def _change(self, tree: Tree, desired: Desired) -> None:
        is_secret = desired.is_sensitive("changes")
        source = f"Augeas[{desired.title}](provider=augeas)"
        for command in parse_commands(desired.get("changes", ""), desired["context"]):
            name, words = command[0], command[1:]
            params = "[redacted]" if is_secret else inspect(words)
            desired.log("debug", f"sending command '{name}' with params {params}", source)
            try:
                _send(tree, name, words)
            except (ProviderError, OSError) as error:
                if name == "set" and isinstance(error, OSError):
                    # The reference does not notice this one; manifests may live on that.
                    desired.log("info", f"Could not set {params}: {error}", source)
                    continue
                text = f"Error sending command '{name}' with params {params}"
                detail = str(error)
                if isinstance(error, OSError):
                    detail = text  # the library's message is for its own developers
                raise ProviderError(text if is_secret else f"{text}/{detail}") from error

    def _tell_errors(self, tree: Tree, desired: Desired) -> None:
        """Log the errors of the library."""
        if desired.is_sensitive("changes"):
            return
        source = f"Augeas[{desired.title}](provider=augeas)"
        message = "Put failed on one or more files, output from /augeas//error:"
        desired.log("debug", message, source)
        for node in tree.match("/augeas//error[. = 'put_failed']"):
            for each in (node, *tree.match(f"{node}/*")):
                desired.log("debug", f"{each} = {tree.get(each)}", source)


def _lens_directories(desired: Desired) -> list[str]:
    """List the directories searched before the library's own: load_path, then modules."""
    given = desired.get("load_path", "")
    texts = map(str, given if type(given) is list else [given])
    found = [part for text in texts for part in text.split(":") if part]
    if desired.catalog is not None:
        # The library takes such a list apart by its colons.
        found += [each for each in desired.catalog.plugin_directories(LENSES) if ":" not in each]
    return found


def _send(tree: Tree, name: str, words: list[Any]) -> None:
    if name == "set":
        tree.set(words[0], words[1])
    elif name == "setm":
        tree.set_many(words[0], words[1], words[2])
    elif name in ("rm", "remove"):
        tree.remove(words[0])
    elif name == "clear":
        tree.set(words[0], None)
    elif name == "clearm":
        tree.set_many(words[0], words[1], None)
    elif name == "touch":
        if not tree.match(words[0]):
            tree.set(words[0], None)
    elif name in ("ins", "insert"):
        if words[1] not in ("before", "after"):
            raise ProviderError(f"Invalid value '{words[1]}' for where param")
        tree.insert(words[2], words[0], is_before=words[1] == "before")
    elif name == "defvar":
        tree.define_variable(words[0], words[1])
    elif name == "defnode":
        tree.define_node(words[0], words[1], words[2])
    elif name in ("mv", "move"):
        tree.move(words[0], words[1])
    elif name == "rename":
        tree.rename(words[0], words[1])
    else:
        raise ProviderError(f"Command '{name}' is not supported")


PROVIDER = Augeas
