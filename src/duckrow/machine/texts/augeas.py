"""The Augeas library: files as trees that can be changed, through its C interface.

It is optional. Strings that are not UTF-8 keep their bytes.
"""

from __future__ import annotations

import ctypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

LIBRARY = "libaugeas.so.0"
TYPE_CHECK, NO_LOAD, NO_MODULES = 4, 32, 64
OVERWRITE, NOOP = "overwrite", "noop"
_SAVE = "/augeas/save"
_SAVED = "/augeas/events/saved"
_LOAD, _KEPT_LOAD = "/augeas/load", "/duckrow/load"


class AugeasError(OSError):
    """An error of the library."""

    def __str__(self) -> str:
        return str(self.strerror)


def load_library() -> Any:
    """Load the library, or return None if it is not installed."""
    try:
        library = ctypes.CDLL(LIBRARY)
    except OSError:
        return None
    text, number, pointer = ctypes.c_char_p, ctypes.c_int, ctypes.c_void_p
    texts = ctypes.POINTER(ctypes.POINTER(text))
    forms: dict[str, tuple[Any, list[Any]]] = {
        "init": (pointer, [text, text, ctypes.c_uint]),
        "close": (None, [pointer]),
        "get": (number, [pointer, text, ctypes.POINTER(text)]),
        "set": (number, [pointer, text, text]),
        "setm": (number, [pointer, text, text, text]),
        "rm": (number, [pointer, text]),
        "mv": (number, [pointer, text, text]),
        "rename": (number, [pointer, text, text]),
        "insert": (number, [pointer, text, text, number]),
        "match": (number, [pointer, text, texts]),
        "defvar": (number, [pointer, text, text]),
        "defnode": (number, [pointer, text, text, text, pointer]),
        "load": (number, [pointer]),
        "save": (number, [pointer]),
        "text_store": (number, [pointer, text, text, text]),
        "text_retrieve": (number, [pointer, text, text, text, text]),
        "error_message": (text, [pointer]),
    }
    if hasattr(library, "aug_cp"):  # from version 1.4 on
        forms["cp"] = (number, [pointer, text, text])
    for name, (result, arguments) in forms.items():
        function = getattr(library, f"aug_{name}")
        function.restype, function.argtypes = result, arguments
    return library


class Augeas:
    """One tree of files below a root. The caller closes it."""

    __slots__ = ("_free", "_library", "_tree")

    def __init__(self, library: Any, root: str, load_path: str, flags: int) -> None:
        self._library = library
        self._free = ctypes.CDLL(None).free
        self._free.argtypes, self._free.restype = [ctypes.c_void_p], None
        self._tree = library.aug_init(_bytes(root), _bytes(load_path) or None, flags)
        if not self._tree:
            raise AugeasError(0, "Failed to initialize Augeas")

    def keep(self) -> bool:
        """Keep what is to be read, so that `renew` can restore it; False if the library cannot."""
        if not hasattr(self._library, "aug_cp"):
            return False
        self._call("cp", _LOAD, _KEPT_LOAD)
        return True

    def renew(self) -> None:
        """Return to the state of `keep`: no file is read, no variable is defined."""
        for path in self.match("/augeas/variables/*"):
            name = path.rpartition("/")[2]
            self._check(self._library.aug_defvar(self._tree, _bytes(name), None))
        for path in ("/files/*", "/augeas/files", "/augeas/events", _LOAD):
            self.remove(path)
        self._call("cp", _KEPT_LOAD, _LOAD)

    def close(self) -> None:
        """Close the tree."""
        if self._tree:
            self._library.aug_close(self._tree)
            self._tree = None

    def get(self, path: str) -> str | None:
        """Return the value of a node."""
        value = ctypes.c_char_p()
        found = self._library.aug_get(self._tree, _bytes(path), ctypes.byref(value))
        if found < 0:
            raise self._error()
        return None if value.value is None else value.value.decode("utf-8", "surrogateescape")

    def match(self, path: str) -> list[str]:
        """Return the paths of all nodes that match an expression."""
        texts = ctypes.POINTER(ctypes.c_char_p)()
        count = self._library.aug_match(self._tree, _bytes(path), ctypes.byref(texts))
        if count < 0:
            raise self._error()
        found = []
        pointers = ctypes.cast(texts, ctypes.POINTER(ctypes.c_void_p))
        for index in range(count):
            found.append((texts[index] or b"").decode("utf-8", "surrogateescape"))
            self._free(pointers[index])
        self._free(ctypes.cast(texts, ctypes.c_void_p))
        return found

    def set(self, path: str, value: str | None) -> None:
        """Set the value of a node, which is made if missing."""
        self._call("set", path, value)

    def set_many(self, path: str, inside: str, value: str | None) -> None:
        """Set the value of several nodes."""
        self._call("setm", path, inside, value)

    def remove(self, path: str) -> None:
        """Remove nodes with everything below them."""
        self._call("rm", path)

    def move(self, path: str, new_path: str) -> None:
        """Move a node."""
        self._call("mv", path, new_path)

    def rename(self, path: str, label: str) -> None:
        """Set the label of nodes."""
        self._call("rename", path, label)

    def insert(self, path: str, label: str, *, is_before: bool) -> None:
        """Make a node beside another."""
        self._check(
            self._library.aug_insert(self._tree, _bytes(path), _bytes(label), int(is_before))
        )

    def define_variable(self, name: str, path: str) -> None:
        """Define a variable as an expression."""
        self._call("defvar", name, path)

    def define_node(self, name: str, path: str, value: str | None) -> None:
        """Define a variable as a node, which is made if missing."""
        words = (_bytes(name), _bytes(path), None if value is None else _bytes(value))
        self._check(self._library.aug_defnode(self._tree, *words, None))

    def load(self) -> None:
        """Read the files."""
        self._call("load")

    def read_again(self) -> None:
        """Discard changes made since the files were read."""
        for path in self.saved():
            self.remove(f"/augeas{path}/mtime")
        self.load()

    def save(self, mode: str) -> bool:
        """Write the changes; with NOOP only list in `saved` the files that would change."""
        self.set(_SAVE, mode)
        return bool(self._library.aug_save(self._tree) == 0)

    def saved(self) -> list[str]:
        """Return the files that were saved, or would have been, as paths below /files."""
        paths = (self.get(node) for node in self.match(_SAVED))
        return list(dict.fromkeys(path for path in paths if path))

    def store_text(self, lens: str, node: str, path: str) -> None:
        """Parse the value of a node with a lens; the tree appears at a path."""
        self._call("text_store", lens, node, path)

    def retrieve_text(self, lens: str, old: str, path: str, node: str) -> None:
        """Set the value of a node to the text of a tree; `old` is the node of the old text."""
        self._call("text_retrieve", lens, old, path, node)

    def text(self, path: str, old: str) -> str | None:
        """Return the content that a file below /files would get, from its old content."""
        lens = self.get(f"/augeas{path}/lens")
        if lens is None:
            return None
        self.set("/duckrow/old", old)
        words = ("/duckrow/old", path, "/duckrow/new")
        try:
            self._call("text_retrieve", lens, *words)
            return self.get("/duckrow/new")
        except AugeasError:
            return None

    def _call(self, name: str, *words: str | None) -> None:
        function = getattr(self._library, f"aug_{name}")
        self._check(
            function(self._tree, *(None if word is None else _bytes(word) for word in words))
        )

    def _check(self, result: int) -> None:
        if result < 0:
            raise self._error()

    def _error(self) -> AugeasError:
        message = self._library.aug_error_message(self._tree)
        return AugeasError(0, message.decode("utf-8", "replace") if message else "unknown error")


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
