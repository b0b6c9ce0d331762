"""The trees of files of one run, which resources take in turns: reading all lenses takes long."""

from __future__ import annotations

from duckrow.machine.texts.augeas import NO_MODULES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.machine import Machine
    from duckrow.machine.texts.augeas import Augeas as Tree

    Opening = tuple[str, str, int]  # root, load path, flags


class Trees:
    """Trees that are in use, and trees that wait for another resource."""

    __slots__ = ("_openings", "_waiting")

    def __init__(self) -> None:
        self._openings: dict[Tree, Opening] = {}
        self._waiting: dict[Opening, Tree] = {}

    def take(self, machine: Machine, root: str, load_path: str, flags: int) -> Tree | None:
        """Return a tree in which no file is read; None if the library is not installed."""
        opening = root, load_path, flags
        tree = self._waiting.pop(opening, None)
        if tree is not None:
            try:
                tree.renew()
                return tree
            except OSError:
                self._close(tree)
        tree = machine.open_augeas(*opening)
        # Without its modules a tree is opened at once.
        if tree is not None and not flags & NO_MODULES and tree.keep():
            self._openings[tree] = opening
        return tree

    def put_back(self, tree: Tree) -> None:
        """Let another resource have a tree."""
        opening = self._openings.get(tree)
        if opening is None or opening in self._waiting:
            self._close(tree)
        else:
            self._waiting[opening] = tree

    def close(self) -> None:
        """Close the trees that wait."""
        for tree in list(self._waiting.values()):
            self._close(tree)
        self._waiting.clear()

    def _close(self, tree: Tree) -> None:
        self._openings.pop(tree, None)
        tree.close()
