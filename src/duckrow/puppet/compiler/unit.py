"""A manifest ready to run: its definitions, and its own code.

    unit = load_unit(b"notice(1)", "site.pp")
    unit.definitions        classes, defines, functions, nodes, type names
    unit.main               the code outside of them, as the body of a class without a name

A unit comes from the cache if the same bytes were compiled before. Otherwise the source text is
parsed, validated, compiled to Python code and put into the cache.
"""

from __future__ import annotations

import marshal

from duckrow.puppet.compiler.vocabulary import link
from duckrow.puppet.runtime.calls import late_function
from duckrow.puppet.runtime.definition import Definition
from duckrow.puppet.runtime.location import MARK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import CodeType
    from typing import Any

    from duckrow.puppet.compiler.cache import Cache
    from duckrow.puppet.compiler.writer import Labels
    from duckrow.puppet.runtime.location import Range
    from duckrow.puppet.types.dialect import Dialect
    from duckrow.puppet.types.expressions import Expression
    from duckrow.source.diagnostic import Diagnostic


class InvalidManifestError(Exception):
    """A manifest with findings that are errors; all that was found is in `findings`."""

    def __init__(self, findings: Sequence[Diagnostic]) -> None:
        super().__init__(findings)
        self.findings = findings


class Warned:
    """A warning about a manifest, as the cache keeps it."""

    __slots__ = ("code", "column", "line", "message", "severity")

    def __init__(
        self, severity: str, code: str, message: str, line: int | None, column: int | None
    ) -> None:
        self.severity = severity
        self.code = code
        self.message = message
        self.line = line
        self.column = column


class Positions:
    """The label of each position of a manifest, for error messages."""

    __slots__ = ("_labels", "_packed")

    def __init__(self, packed: bytes) -> None:
        self._packed = packed
        self._labels: Labels | None = None

    def of(self, _code: CodeType, at: Range) -> tuple[str, dict[str, tuple[int, int]]]:
        """Return the label of the code at a range, and the locations of its operands."""
        if self._labels is None:
            self._labels = marshal.loads(self._packed)  # noqa: S302  (digest-checked, our own)
        return self._labels.get(at, ("", {}))


class Unit:
    """A loaded manifest."""

    __slots__ = ("definitions", "file", "main", "module_name", "names", "warnings")

    def __init__(
        self,
        code: CodeType,
        positions: Positions,
        warnings: list[Warned],
        file: str | None,
        module_name: str,
    ) -> None:
        self.file = file
        self.module_name = module_name
        self.warnings = warnings
        names: dict[str, Any] = {MARK: positions, "described": self._described}
        names["keep"] = self._keep
        self.names = names
        link(code, self.names)
        exec(code, self.names)
        self.definitions: tuple[Definition, ...] = self.names["UNIT"]
        main = self.names["MAIN"]
        self.main: Definition | None = main
        if main is not None and not isinstance(main, Definition):
            self.main = Definition(
                "class", "", main, file=file, line=1, column=1, module_name=module_name
            )

    def unbind(self, name: str) -> None:
        """Let the code look up a function by its name each time."""
        if f"f_{name}" in self.names:
            self.names[f"f_{name}"] = late_function(name, self.names)

    def _keep(self, name: str, value: object) -> object:
        """Keep a constant of a manifest among the globals of its code."""
        self.names[name] = value
        return value

    def _described(
        self,
        kind: str,
        name: str,
        run: Any,
        parameters: tuple[Any, ...],
        parent: str | None,
        hosts: tuple[Any, ...],
        returns: Any,
        line: int,
        column: int,
        text: str,
        expression: Expression,
    ) -> Definition:
        """Make a definition; called by the code of the manifest, once for each."""
        return Definition(
            kind,
            name,
            run,
            parameters,
            parent=parent,
            hosts=hosts,
            returns=returns,
            file=self.file,
            line=line,
            column=column,
            module_name=self.module_name,
            text=text,
            expression=expression,
        )


def load_unit(
    text: bytes,
    file_name: str | None,
    *,
    dialect: Dialect | None = None,
    cache: Cache | None = None,
    epp: bool = False,
    strict: str = "error",
    tasks: bool = False,
    module_path: Sequence[str] = (),
    manifest: str | None = None,
    module_name: str = "",
) -> Unit:
    """Make a manifest ready to run.

    Raises SourceError for bad syntax and InvalidManifestError if validation rejects it.
    """
    packed = None
    key = ""
    if file_name is None and b"Sensitive" in text:
        cache = None  # code of a command line is in no file, so its secrets get into none
    if cache is not None:
        key = cache.key(text, file_name, dialect, epp, strict, tasks, tuple(module_path), manifest)
        packed = cache.get(key)
    if packed is None:
        from duckrow.puppet.compiler.translate import translate

        packed = translate(
            text, file_name, dialect, epp, strict, tasks, tuple(module_path), manifest
        )
        if cache is not None:
            cache.put(key, packed)
    code, labels, warnings = marshal.loads(packed)  # noqa: S302  (digest-checked, our own)
    return Unit(
        code, Positions(labels), [Warned(*each) for each in warnings], file_name, module_name
    )
