"""Checks of whole blocks: names given twice, promises in the wrong bundle, attributes that clash.

The same checks are done for each file, and once more for all files together. What a promise is by
itself cannot change when files are put together, so the second time only looks at what can: names,
handles, and how bundles call each other.
"""

from __future__ import annotations

from duckrow.cfengine.policy.check_value import check_value, has_variables
from duckrow.cfengine.policy.model import to_value
from duckrow.cfengine.policy.tables import body_kinds, lookup

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from duckrow.cfengine.policy.model import Body, Bundle

_RESERVED_BUNDLES = frozenset(("sys", "const", "mon", "edit", "match", "this"))
_RESERVED_VARIABLES = frozenset(
    "promiser handle promise_filename promise_dirname promise_linenumber this".split()
)
_TYPES_OF_VARIABLES = frozenset("string int real slist ilist rlist data".split())
_SCALARS = frozenset("context int irange option real rrange string body bundle".split())
_LISTS = frozenset("clist ilist olist rlist slist".split())
_LOGGING = ("log_kept", "log_repaired", "log_failed")


class Faults:
    """What is wrong, in order."""

    __slots__ = ("_last_file", "at_once", "found")

    def __init__(self, last_file: str) -> None:
        self._last_file = last_file
        self.found: list[str] = []
        # What the reference says while it is still looking.
        self.at_once: list[str] = []

    def add(self, file: str, line: int, message: str) -> None:
        """Note a fault."""
        self.found.append(f"{file}:{line}:0: error: {message}")

    def say_at_once(self, message: str) -> None:
        """Note what is said before all faults, at the place where reading stands."""
        self.at_once.append(f"{self._last_file}:1:1: error: {message}")

    def lines(self) -> list[str]:
        """Give all, in the order in which they are printed, unless nothing is at fault."""
        return [*self.at_once, *self.found] if self.found else []


def check_file_blocks(bundles: Sequence[Bundle], bodies: Sequence[Body], last_file: str) -> Faults:
    """Check the blocks of one file."""
    faults = Faults(last_file)
    _check_bundle_names(bundles, faults)
    for bundle in bundles:
        _check_bundle(bundle, bundles, faults)
    _check_body_names(bodies, faults)
    for body in bodies:
        _check_body(body, faults)
    check_handles(bundles, faults)
    return faults


def check_all_blocks(
    bundles: Sequence[Bundle], bodies: Sequence[Body], last_file: str
) -> list[str]:
    """Check the blocks of all files, each of which was found to be right by itself."""
    faults = Faults(last_file)
    _check_bundle_names(bundles, faults)
    for bundle in bundles:
        if bundle.has("methods"):
            for promise in _promises(bundle, "methods"):
                _check_calls(bundle, bundles, promise, faults)
    _check_body_names(bodies, faults)
    check_handles(bundles, faults)
    return faults.lines()


def check_runnable(
    bundles: Sequence[Bundle], bodies: Sequence[Body], last_file: str, *, needs_comments: bool
) -> list[str]:
    """Check what matters once a policy is to be run."""
    faults = Faults(last_file)
    if needs_comments:
        for bundle in bundles:
            for promise in _built_in(bundle):
                if all(attribute[0] != "comment" for attribute in promise[3]):
                    faults.add(
                        bundle.file,
                        promise[4],
                        "Promise is missing a comment attribute, and comments are required by"
                        " policy",
                    )
    _check_bodies_exist(bundles, bodies, faults)
    check_handles(bundles, faults)
    return faults.lines()


# Names.


def _check_bundle_names(bundles: Sequence[Bundle], faults: Faults) -> None:
    seen: dict[tuple[str, str, str], int] = {}
    for bundle in bundles:
        key = (bundle.kind, bundle.namespace, bundle.name)
        seen[key] = seen.get(key, 0) + 1
    if len(seen) == len(bundles):
        return
    for bundle in bundles:
        for _ in range(seen[bundle.kind, bundle.namespace, bundle.name] - 1):
            faults.add(
                bundle.file,
                bundle.line,
                f"Duplicate definition of bundle {bundle.name} with type {bundle.kind}",
            )


def _check_body_names(bodies: Sequence[Body], faults: Faults) -> None:
    seen: dict[tuple[str, str, str], int] = {}
    for body in bodies:
        key = (body.kind, body.namespace, body.name)
        seen[key] = seen.get(key, 0) + 1
    if len(seen) == len(bodies):
        return
    for body in bodies:
        if body.kind == "file":
            continue
        for _ in range(seen[body.kind, body.namespace, body.name] - 1):
            faults.add(
                body.file,
                body.line,
                f"Duplicate definition of body {body.name} with type {body.kind}",
            )


def check_handles(bundles: Iterable[Bundle], faults: Faults) -> None:
    """Check that no two promises under the same classes have the same handle."""
    guards: dict[str, Any] = {}
    for bundle in bundles:
        for promise in _built_in(bundle):
            handle = _handle(promise[3])
            if handle is None or has_variables(handle, faults.say_at_once):
                continue
            guard = promise[0] if isinstance(promise[0], str) else "any"
            if handle not in guards:
                guards[handle] = guard
            elif guards[handle] == guard:
                faults.add(bundle.file, promise[4], f"Duplicate promise handle {handle} found")


def _handle(attributes: Iterable[tuple[Any, ...]]) -> str | None:
    for attribute in attributes:
        if attribute[0] == "handle":
            value = attribute[1]
            if isinstance(value, str):
                return value
            if value[0] == "name":
                return str(value[1])
    return None


# Bundles and promises.


def _sections(bundle: Bundle) -> list[tuple[str, list[Any], int]]:
    """Give the sections with those of one type put together: built-in types, then the others."""
    found: dict[str, tuple[list[Any], int]] = {}
    for type_, promises, line in bundle.raw_sections:
        before = found[type_][0] if type_ in found else []
        found[type_] = ([*before, *promises], line)
    both: tuple[list[Any], list[Any]] = ([], [])
    for type_, (promises, line) in found.items():
        both[0 if lookup.is_built_in(type_) else 1].append((type_, promises, line))
    return both[0] + both[1]


def _promises(bundle: Bundle, wanted: str) -> Iterable[tuple[Any, ...]]:
    for type_, promises, _ in bundle.raw_sections:
        if type_ == wanted:
            yield from promises


def _built_in(bundle: Bundle) -> Iterable[tuple[Any, ...]]:
    """Give the promises of built-in types, in the order of sections."""
    sections = bundle.raw_sections
    if len({section[0] for section in sections}) != len(sections):
        sections = tuple(_sections(bundle))
    for type_, promises, _ in sections:
        if promises and lookup.is_built_in(type_):
            yield from promises


def _check_bundle(bundle: Bundle, bundles: Sequence[Bundle], faults: Faults) -> None:
    if bundle.name in _RESERVED_BUNDLES:
        faults.add(
            bundle.file,
            bundle.line,
            f'Use of a reserved container name as a bundle name "{bundle.name}"',
        )
    for type_, promises, line in _sections(bundle):
        for promise in promises:
            _check_promise(bundle, bundles, type_, line, promise, faults)


def _check_promise(
    bundle: Bundle,
    bundles: Sequence[Bundle],
    type_: str,
    line: int,
    promise: tuple[Any, ...],
    faults: Faults,
) -> None:
    if promise[1] in ("$()", "${}"):
        faults.add(bundle.file, promise[4], "Empty variable reference")
    if not lookup.is_built_in(type_):
        _check_custom_promise(bundle, type_, promise, faults)
        return
    if lookup.status_of_type(bundle.kind, type_) is None:
        faults.add(
            bundle.file,
            line,
            f"Promise type '{type_}' not supported by '{bundle.kind}' bundle type",
        )
        return
    for name, value, _, place, _ in promise[3]:
        attribute = lookup.valid_attribute(bundle.kind, type_, name)
        if attribute is None:
            faults.add(bundle.file, place, f"Promise type {type_} has unknown attribute {name}")
        elif not _fits(value, attribute[0] or ""):
            faults.add(bundle.file, place, f"Type mismatch in constraint: {name}")
    if type_ == "vars":
        _check_variable(bundle, promise, faults)
    elif type_ == "classes":
        if _is_number(promise[1]):
            faults.add(
                bundle.file,
                promise[4],
                "Classes promises cannot have a purely numerical name (promiser)",
            )
    elif type_ == "methods":
        _check_calls(bundle, bundles, promise, faults)
    elif type_ == "access":
        _check_access(bundle, promise, faults)


def _fits(value: Any, type_: str) -> bool:
    """Tell whether a value is a list or a scalar where a type asks for one."""
    if isinstance(value, tuple) and value[0] == "list":
        return type_ in _LISTS
    return True


def _is_number(text: str) -> bool:
    return text != "" and all(character in "0123456789" for character in text)


def _check_custom_promise(
    bundle: Bundle, type_: str, promise: tuple[Any, ...], faults: Faults
) -> None:
    names = [attribute[0] for attribute in promise[3]]
    if not isinstance(promise[0], str):
        # A quoted guard is a condition of that name.
        names.insert(0, "ifvarclass")
    for name in names:
        if name == "ifvarclass":
            faults.add(
                bundle.file,
                promise[4],
                f"Common attribute '{name}' not supported for custom promises, use 'if' instead"
                f" ({type_} promises)",
            )
        elif name == "expireafter":
            faults.add(
                bundle.file,
                promise[4],
                f"Common attribute '{name}' not implemented for custom promises ({type_})",
            )


def _check_variable(bundle: Bundle, promise: tuple[Any, ...], faults: Faults) -> None:
    name = promise[1]
    if _is_number(name):
        faults.add(
            bundle.file,
            promise[4],
            "Variable promises cannot have a purely numerical name (promiser)",
        )
    if not is_variable_name(name, faults):
        faults.add(bundle.file, promise[4], "Variable promise is using an invalid name (promiser)")
    before = None
    for attribute in promise[3]:
        if attribute[0] in _TYPES_OF_VARIABLES:
            if before is not None:
                faults.add(
                    bundle.file,
                    attribute[3],
                    f"Variable contains existing data type contstraint {before},"
                    f" tried to redefine with {attribute[0]}",
                )
            before = attribute[0]


def is_variable_name(name: str, faults: Faults | None = None) -> bool:
    """Tell whether a variable may have a name: one dot, and more of them only in an index."""
    if name in _RESERVED_VARIABLES:
        return False
    if "." not in name:
        return True
    dots = level = 0
    for sign in name:
        if sign == ".":
            dots += 1
            if dots > 1 and level != 1:
                return False
        elif sign == "[":
            level += 1
        elif sign == "]":
            level -= 1
        if level > 1:
            if faults is not None:
                faults.say_at_once("Too many levels of [] reserved for array use")
            return False
    return dots != 1 or not (name.startswith(".") or name.endswith("."))


def _check_calls(
    bundle: Bundle, bundles: Sequence[Bundle], promise: tuple[Any, ...], faults: Faults
) -> None:
    """Check that bundles are called with as many arguments as they take."""
    for name, value, _, line, _ in promise[3]:
        if name != "usebundle" or isinstance(value, str) or value[0] != "call":
            continue
        callee = _find_bundle(bundles, value[1], bundle.namespace)
        if callee is not None and len(callee.params) != len(value[2]):
            faults.add(
                bundle.file,
                line,
                f"Conflicting arity in calling bundle {value[1]},"
                f" expected {len(callee.params)} arguments, {len(value[2])} given",
            )


def _find_bundle(bundles: Sequence[Bundle], name: str, namespace: str) -> Bundle | None:
    before, colon, after = name.partition(":")
    if colon:
        namespace, name = before, after
    for kind in ("agent", "common"):
        for bundle in bundles:
            if bundle.kind == kind and bundle.name == name and bundle.namespace == namespace:
                return bundle
    return None


def _check_access(bundle: Bundle, promise: tuple[Any, ...], faults: Faults) -> None:
    is_query = any(
        name == "resource_type" and value in ("query", ("name", "query"))
        for name, value, *_ in promise[3]
    )
    selected = [attribute for attribute in promise[3] if attribute[0] == "report_data_select"]
    if selected and not is_query:
        faults.add(
            bundle.file,
            selected[-1][3],
            "Constraint report_data_select is allowed only for 'query' resource_type",
        )


# Bodies.


def _check_body(body: Body, faults: Faults) -> None:
    attributes = body.raw_attributes
    if body.name == "control" and body.params:
        faults.add(
            body.file,
            body.line,
            f"Control bodies cannot take arguments, body {body.kind} control",
        )
    of_classes = lookup.attributes_of_type("classes")
    for name, value, _, line, _ in attributes:
        # Whatever the body is, these names mean what they mean in promises.
        known = of_classes.get(name) or lookup.EVERYWHERE.get(name)
        if known is None or known[0] == "body":
            continue
        if check_value(to_value(value), known[0] or "", known[1] or "", name) is not None:
            faults.add(body.file, line, f"Type mismatch in constraint: {name}")
    names = {attribute[0] for attribute in attributes}
    if body.kind == "action" and names.intersection(_LOGGING) and "log_string" not in names:
        faults.add(
            body.file,
            body.line,
            "An action body with log_kept, log_repaired or log_failed is required to have a"
            " log_string attribute",
        )
    if body.kind == "acl":
        for old, new in (
            ("acl_directory_inherit", "acl_default"),
            ("specify_inherit_aces", "specify_default_aces"),
        ):
            if old in names and new in names:
                faults.add(
                    body.file,
                    body.line,
                    f"An acl body cannot have both {old} and {new}. Please use {new} only",
                )


def _check_bodies_exist(bundles: Sequence[Bundle], bodies: Sequence[Body], faults: Faults) -> None:
    names: set[tuple[str, str]] = set()
    qualified: set[tuple[str, str, str]] = set()
    for body in bodies:
        name = body.name.partition(":")[2] if ":" in body.name else body.name
        names.add((body.kind, name))
        qualified.add((body.kind, body.namespace, name))
    wanted = body_kinds()
    for bundle in bundles:
        for type_, promises, _ in _sections(bundle):
            if not promises or not lookup.is_built_in(type_):
                continue
            for promise in promises:
                for name, value, _, line, _ in promise[3]:
                    if name not in wanted:
                        continue
                    attribute = lookup.valid_attribute(bundle.kind, type_, name)
                    if attribute is None or attribute[0] != "body":
                        continue
                    symbol = value if isinstance(value, str) else value[1]
                    before, colon, after = symbol.partition(":")
                    symbol = after if colon else symbol
                    is_known = (
                        (name, before, symbol) in qualified if colon else (name, symbol) in names
                    )
                    if not is_known:
                        faults.add(bundle.file, line, f"Undefined body {symbol} with type {name}")
