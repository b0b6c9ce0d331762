"""Members of objects: value.name where the type of the value has an attribute of that name.

Objects of user-defined types, errors, deferred calls and URIs have them. All other values have
functions only.
"""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.types.model.collections import TupleType
from duckrow.puppet.types.model.numbers import NO_SIZE
from duckrow.puppet.types.model.wrappers import CallableType
from duckrow.puppet.types.objects.builtin import DEFERRED
from duckrow.puppet.types.objects.object_type import Attribute, Function, ObjectType
from duckrow.puppet.types.objects.value import PuppetObject
from duckrow.puppet.values.deferred import Deferred
from duckrow.ruby.uri.uri import URI

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_URI = frozenset("scheme userinfo host port path query fragment opaque".split())
# The functions of the built-in object types, each of which returns an attribute.
_FUNCTIONS = {("Error", "message"): "msg"}


def member_of(receiver: object, name: str) -> Callable[..., object] | None:
    """Return a member as a function of the scope and the arguments, or None."""
    if isinstance(receiver, PuppetObject):
        method = receiver.method(name)
        if method is not None:
            return lambda _scope, *arguments: method(*arguments)
        return _member(receiver.base_type, name, receiver.attribute)
    if isinstance(receiver, Deferred):
        return _member(DEFERRED, name, lambda name: getattr(receiver, name))
    if isinstance(receiver, URI) and name in _URI:
        # Its arguments are ignored.
        return lambda _scope, *_arguments: getattr(receiver, name)
    return None


def _member(
    type_: ObjectType, name: str, read: Callable[[str], object]
) -> Callable[..., object] | None:
    member = type_.member(name)
    if member is None:
        return None

    def call(_scope: object, *arguments: object) -> Any:
        known = _FUNCTIONS.get((type_.type_name or "", name))
        if arguments or isinstance(member, Function):
            _check(member, arguments, is_known=known is not None)
        if isinstance(member, Function) and known is None:
            raise EvaluationError(f"no method is implemented for {member.label}")
        return read(known or name)

    return call


def _check(member: Attribute | Function, arguments: tuple[object, ...], is_known: bool) -> None:
    """Reject arguments that a member does not accept. An attribute accepts no arguments."""
    from duckrow.puppet.types.describe.signatures import Signature, describe_signatures
    from duckrow.puppet.types.instance import accepts

    if is_known:
        if arguments:
            raise EvaluationError(f"wrong number of arguments (given {len(arguments)}, expected 0)")
        return
    takes = CallableType(TupleType((), NO_SIZE), None, None)
    if isinstance(member, Function) and isinstance(member.type, CallableType):
        takes = member.type
    if takes.parameters is None or (
        takes.block is None and accepts(takes.parameters, list(arguments))
    ):
        return
    from duckrow.puppet.types.infer import infer_detailed

    given = infer_detailed(list(arguments))
    text = describe_signatures(member.label, [Signature(takes, (), None)], given)
    raise EvaluationError(text)
