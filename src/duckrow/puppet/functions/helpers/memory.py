"""What functions keep for the length of one compile."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.build import Build


class FunctionMemory:
    """What functions keep for one compile, each under the name of its use."""

    __slots__ = (
        "annotations",
        "autoloaded",
        "deprecations",
        "erb_files",
        "module_files",
        "sprintf_letters",
    )

    def __init__(self) -> None:
        # annotate(): by the identity of a value and the type of the annotation. The value is kept,
        # so that no other value gets its identity.
        self.annotations: dict[tuple[int, object], tuple[object, object]] = {}
        self.autoloaded: set[str] = set()  # functions of stdlib that another one loads by name
        self.deprecations: set[str] = set()  # keys of deprecation() that were logged
        self.erb_files: dict[str, bytes] = {}  # content of template files, by path
        self.module_files: dict[tuple[str, str], str] = {}  # path by folder and MODULE/FILE
        self.sprintf_letters: dict[str, str] = {}  # letters of the directives, by template


def memory_of(build: Build) -> FunctionMemory:
    """Return what functions keep for a compile."""
    memory = build.functions
    if not isinstance(memory, FunctionMemory):
        memory = build.functions = FunctionMemory()
    return memory
