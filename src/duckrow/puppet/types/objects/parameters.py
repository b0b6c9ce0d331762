"""Object types with parameters, and the types that fit them."""

from __future__ import annotations

from duckrow.puppet.types.check import check
from duckrow.puppet.types.errors import TypeDefinitionError
from duckrow.puppet.types.infer import infer
from duckrow.puppet.types.instance import accepts
from duckrow.puppet.types.objects.extension import ObjectExtensionType
from duckrow.puppet.values.default import DEFAULT as DEFAULT_VALUE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.types.objects.object_type import ObjectType, TypeParameter


def extend(base: ObjectType, arguments: list[Any]) -> ObjectExtensionType:
    """Make MyType[…] from the arguments between the brackets: values by position, or one hash."""
    declared = base.type_parameters()
    if not declared:
        raise TypeDefinitionError(f"The {base.label}-Type cannot be parameterized using []")
    first = next(iter(declared.values()))
    is_one_hash = len(arguments) == 1 and isinstance(arguments[0], dict)
    if is_one_hash and not accepts(first.type, arguments[0]):
        given = arguments[0]
    else:
        given = dict(zip(declared, arguments, strict=False))
    found = {}
    for name, value in given.items():
        if name not in declared:
            raise TypeDefinitionError(
                f"'{name}' is not a known type parameter for {base.label}-Type"
            )
        if value is not DEFAULT_VALUE:
            found[name] = _checked(declared[name], value)
    if not found:
        raise TypeDefinitionError(
            f"The {base.label}-Type cannot be parameterized using an empty parameter list"
        )
    return extended(base, found)


def extended(base: ObjectType, parameters: dict[str, object]) -> ObjectExtensionType:
    """Make MyType[…] of values by name that are known to fit."""
    types = {name: infer(value) for name, value in parameters.items()}
    return ObjectExtensionType(base, parameters, types)


def _checked(parameter: TypeParameter, value: object) -> object:
    return check(parameter.label, parameter.type, value)
