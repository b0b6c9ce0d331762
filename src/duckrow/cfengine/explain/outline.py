"""The outline of a policy: what each promise may define, set, cancel and call.

It is read from the source alone, so it also knows the promises that a run never reached. Names may
contain $(references), whose values are unknown here.
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.messages.format_value import format_value
from duckrow.cfengine.values.rvals import Call

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from duckrow.cfengine.policy.model import Attribute, Body, Bundle, Promise
    from duckrow.cfengine.policy.policy import Policy

# Attributes that name bundles.
_CALLS = ("usebundle", "edit_line", "edit_xml", "home_bundle", "service_bundle")
_CONDITIONS = ("if", "ifvarclass", "unless", "depends_on")
# Attributes of a classes promise that decide whether the class is defined.
EXPRESSIONS = ("expression", "not", "and", "or", "xor", "dist", "select_class")
# Attributes of bodies that define classes.
DEFINING = (
    "promise_kept",
    "promise_repaired",
    "repair_failed",
    "repair_denied",
    "repair_timeout",
    "in_range_define",
    "out_of_range_define",
)
CANCELLING = ("cancel_kept", "cancel_repaired", "cancel_notkept")
# Bodies with such attributes.
_BODIES = {"classes": "classes", "process_count": "process_count"}
# Those whose attributes the outline needs.
BODIES = frozenset((*_BODIES.values(), "service_method"))
_VARIABLES = ("vars", "defaults", "meta")
# The kinds of values of variables.
KINDS = ("string", "int", "real", "slist", "ilist", "rlist", "data")


class BundleOutline:
    """A bundle: its kind, its name with the namespace unless that is the default one, its place."""

    __slots__ = ("file", "kind", "line", "name", "namespace", "parameters")

    def __init__(
        self, kind: str, namespace: str, name: str, parameters: Sequence[str], file: str, line: int
    ) -> None:
        self.kind = kind
        self.namespace = namespace
        self.name = name
        self.parameters = parameters
        self.file = file
        self.line = line

    @property
    def qualified_name(self) -> str:
        """Return the name with its namespace, unless that is the default one."""
        return self.name if self.namespace == "default" else f"{self.namespace}:{self.name}"


class PromiseOutline:
    """A promise before expansion: its place, its conditions and its possible effects."""

    __slots__ = (
        "bundle", "calls", "cancels", "column", "conditions", "defines", "end", "functions",
        "guard", "handle", "line", "parts", "promiser", "sets", "type", "value",
    )  # fmt: skip

    def __init__(self, bundle: BundleOutline, type_: str, promiser: str) -> None:
        self.bundle = bundle
        self.type = type_
        self.promiser = promiser
        self.line = 0
        self.column = 0
        # The line of the last attribute.
        self.end = 0
        self.guard = "any"
        self.handle = ""
        # if, unless, depends_on, and the expression of a classes promise, as they are written.
        self.conditions: dict[str, str] = {}
        # Those among them that are functions or lists: a list of the name and the parts.
        self.functions: dict[str, list[object]] = {}
        # Names of classes, each with the attribute that defines or cancels it.
        self.defines: list[tuple[str, str]] = []
        self.cancels: list[tuple[str, str]] = []
        # The variable that the promise sets, or "", and its value as it is written.
        self.sets = ""
        self.value = ""
        # The same value: a text, or a list of the name of a function and its arguments.
        self.parts: object = ""
        # The bundles that the promise calls.
        self.calls: list[str] = []

    @property
    def file(self) -> str:
        """Return the file of the promise."""
        return self.bundle.file


def outline_of(
    policy: Policy, bundle: Bundle, made: BundleOutline
) -> Iterator[tuple[Promise, PromiseOutline]]:
    """Return the promises of a bundle, each with its outline."""
    for section in bundle.sections:
        for promise in section.promises:
            yield promise, _promise(policy, promise, made)


def _promise(policy: Policy, promise: Promise, bundle: BundleOutline) -> PromiseOutline:
    made = PromiseOutline(bundle, promise.type, promise.promiser)
    made.line, made.column, made.guard = promise.line, promise.column, promise.guard
    made.end = promise.line
    for attribute in promise.attributes:
        name, value = attribute.name, attribute.value
        made.end = max(made.end, attribute.line)
        if name == "handle" and isinstance(value, str):
            made.handle = value
        elif name in _CONDITIONS or (promise.type == "classes" and name in EXPRESSIONS):
            made.conditions[name] = written(value)
            if type(value) is not str:
                parts = _parts(value)
                if isinstance(parts, list):
                    made.functions[name] = parts
        elif promise.type in _VARIABLES and name in KINDS:
            made.value, made.parts = f"{name} => {written(value)}", _parts(value)
        elif name in _CALLS:
            made.calls.append(value.name if isinstance(value, Call) else str(value))
        elif name == "restart_class" and isinstance(value, str):
            made.defines.append((value, name))
        elif name in _BODIES:
            _add_body(policy, promise, attribute, made)
        elif name == "service_method":
            _add_service(policy, promise, value, made)
    if promise.type == "methods" and not made.calls:
        made.calls.append(promise.promiser)
    if promise.type == "services" and not made.calls:
        made.calls.append("standard_services")
    if promise.type == "classes":
        made.defines.append((promise.promiser, "classes"))
        _add_choices(promise, made)
    if promise.type in _VARIABLES:
        made.sets = promise.promiser
    return made


def _add_choices(promise: Promise, made: PromiseOutline) -> None:
    """Add the classes of which a classes promise defines one."""
    for attribute in promise.attributes:
        if attribute.name in ("select_class", "dist"):
            before = f"{promise.promiser}_" if attribute.name == "dist" else ""
            for each in _texts(attribute.value, {}):
                made.defines.append((f"{before}{each}", attribute.name))


def _add_service(policy: Policy, promise: Promise, value: object, made: PromiseOutline) -> None:
    """Add the bundle that the service_method body of a promise names."""
    name = value.name if isinstance(value, Call) else str(value)
    body = policy.body("service_method", name, promise.bundle.namespace)
    attribute = None if body is None else body.attribute("service_bundle")
    if attribute is not None:
        called: object = attribute.value
        made.calls.append(called.name if isinstance(called, Call) else str(called))


def _add_body(policy: Policy, promise: Promise, attribute: Attribute, made: PromiseOutline) -> None:
    """Add the classes that the body of an attribute defines and cancels."""
    value: object = attribute.value
    name = value.name if isinstance(value, Call) else str(value)
    body = policy.body(_BODIES[attribute.name], name, promise.bundle.namespace)
    arguments = value.arguments if isinstance(value, Call) else ()
    seen: list[Body] = []
    while body is not None and body not in seen:
        seen.append(body)
        given = dict(zip(body.params, arguments, strict=False))
        for each in body.attributes:
            for words, found in ((DEFINING, made.defines), (CANCELLING, made.cancels)):
                if each.name in words:
                    found += [(text, each.name) for text in _texts(each.value, given)]
        parent = body.attribute("inherit_from")
        if parent is None:
            return
        called = parent.value
        arguments = called.arguments if isinstance(called, Call) else ()
        arguments = tuple(_filled(item, given) for item in arguments)
        name = called.name if isinstance(called, Call) else str(called)
        body = policy.body(body.kind, name, body.namespace)


def _texts(value: object, given: dict[str, object]) -> Iterator[str]:
    for each in value if isinstance(value, tuple) else (value,):
        filled = _filled(each, given)
        if isinstance(filled, tuple):
            yield from _texts(filled, given)
        elif isinstance(filled, str):
            yield filled


def _filled(value: object, given: dict[str, object]) -> object:
    """Replace the parameters of a body by its arguments."""
    if not isinstance(value, str):
        return value
    for name, argument in given.items():
        if value in (f"@({name})", f"@{{{name}}}"):
            return argument
        if isinstance(argument, str):
            for reference in (f"$({name})", f"${{{name}}}"):
                value = value.replace(reference, argument)
    return value


def _parts(value: object) -> object:
    """Return a call as a list of its name and arguments; the name of a list of values is `{`."""
    if isinstance(value, Call):
        return [value.name, *(_parts(each) for each in value.arguments)]
    if isinstance(value, tuple | list):
        return ["{", *(_parts(each) for each in value)]
    return value if isinstance(value, str) else written(value)


def written(value: object) -> str:
    """Return a value much like its source text."""
    if type(value) is str:
        return f'"{format_value(value)}"'
    if isinstance(value, Call):
        return f"{value.name}({', '.join(written(each) for each in value.arguments)})"
    if isinstance(value, tuple | list):
        return "{ " + ", ".join(written(each) for each in value) + " }" if value else "{ }"
    return format_value(value)
