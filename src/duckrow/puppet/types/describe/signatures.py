"""Why does a function not accept some arguments?

'length' parameter 'value' expects a value of type String, Array, or Hash, got Integer
"""

from __future__ import annotations

from duckrow.puppet.types.assignable import accepts_undef, assignable
from duckrow.puppet.types.describe.merge import COUNTS, merge
from duckrow.puppet.types.describe.mismatch import describe, wrong_type
from duckrow.puppet.types.describe.names import shown
from duckrow.puppet.types.describe.parts import is_callable
from duckrow.puppet.types.describe.problems import (
    BLOCK,
    PARAMETER,
    SIGNATURE,
    Mismatch,
    MissingBlock,
    Step,
    UnexpectedBlock,
    WrongCount,
)
from duckrow.puppet.types.model.basic import UNDEF
from duckrow.puppet.types.model.choices import OptionalType
from duckrow.puppet.types.model.collections import TUPLE, ArrayType, TupleType
from duckrow.puppet.types.model.numbers import ANY_SIZE, IntegerType, exact_integer
from duckrow.puppet.types.model.wrappers import CallableType
from duckrow.source.frozen import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckrow.puppet.types.describe.problems import Path
    from duckrow.puppet.types.model.base import Type


@frozen
class Signature:
    """One signature of a function: the types of its arguments, and their names."""

    type: CallableType
    parameter_names: tuple[str, ...]
    block_name: str | None

    def parameters(self) -> TupleType:
        """Return the types of the parameters."""
        return self.type.parameters or TUPLE


def describe_signatures(name: str, signatures: Sequence[Signature], arguments: Type) -> str:
    """Describe why no signature accepts some arguments.

    `arguments` is the detailed type of the argument list, including a block at its end. The name
    `lambda` stands for a block, which has no name.
    """
    label = "block" if name == "lambda" else f"'{name}'"
    alternatives = _alternatives(signatures, arguments)
    merged = merge(alternatives, 0, COUNTS)
    if len(merged) == 1:
        return label + merged[0].text()
    if len(signatures) == 1:
        lines = [f"{label} expects ({signature_text(signatures[0])})"]
        lines += [f"  rejected:{mismatch.chopped(0).text()}" for mismatch in alternatives[0]]
        return "\n".join(lines)
    lines = [
        f"The function {label} was called with arguments it does not accept. It expects one of:"
    ]
    for signature, mismatches in zip(signatures, alternatives, strict=True):
        lines.append(f"  ({signature_text(signature)})")
        lines += [f"    rejected:{mismatch.chopped(0).text()}" for mismatch in mismatches]
    return "\n".join(lines)


def _alternatives(signatures: Sequence[Signature], arguments: Type) -> list[list[Mismatch]]:
    """List the mismatches of each signature: of its arguments, or else of its block."""
    paths = [(Step(SIGNATURE, number),) for number in range(1, len(signatures) + 1)]
    of_arguments = [
        _describe_arguments(signature, arguments, path)
        for signature, path in zip(signatures, paths, strict=True)
    ]
    if all(of_arguments):
        return of_arguments
    of_blocks = [
        _describe_block(signature, arguments, path)
        for signature, path in zip(signatures, paths, strict=True)
    ]
    if all(of_blocks):
        return of_blocks
    return [mine or block for mine, block in zip(of_arguments, of_blocks, strict=True)]


def _describe_arguments(signature: Signature, arguments: Type, path: Path) -> list[Mismatch]:
    parameters = signature.parameters()
    match arguments:
        case TupleType():
            types = list(arguments.types)
            size = arguments.bounds()
        case ArrayType():
            types = [arguments.element] * len(parameters.types)
            size = arguments.size or ANY_SIZE
        case _:
            return wrong_type(path, parameters, arguments)
    if types and is_callable(types[-1]):
        types.pop()
        size = exact_integer(len(types))
    if not parameters.bounds().covers(size.low, size.high):
        return [Mismatch(path, WrongCount(parameters.bounds(), size))]
    return _first_wrong_argument(signature, types, path)


def _first_wrong_argument(signature: Signature, types: list[Type], path: Path) -> list[Mismatch]:
    parameters, names = signature.parameters(), signature.parameter_names
    for index, type_ in enumerate(types if parameters.types else ()):
        wanted = parameters.at(index)
        if not assignable(wanted, type_):
            position = min(index, len(parameters.types) - 1)
            name = names[position] if position < len(names) else ""
            found = describe(wanted, type_, (*path, Step(PARAMETER, name)))
            if found:
                return found
    return []


def _describe_block(signature: Signature, arguments: Type, path: Path) -> list[Mismatch]:
    wanted = signature.type.block
    given = None
    if isinstance(arguments, TupleType) and arguments.types:
        given = arguments.types[-1]
    if given is not None and is_callable(given):
        if wanted is None:
            return [Mismatch(path, UnexpectedBlock())]
        return describe(wanted, given, (*path, BLOCK))
    if wanted is None or accepts_undef(wanted):
        return []
    return [Mismatch(path, MissingBlock())]


def signature_text(signature: Signature) -> str:
    """Write the parameters of a signature: types and names, with ? * + where they are optional."""
    parameters = signature.parameters()
    bounds = parameters.bounds()
    if (bounds.low, bounds.high) == (0, 0):
        return ""
    names = signature.parameter_names or ("",) * len(parameters.types)
    texts = [_parameter(parameters, names, index) for index in range(len(names))]
    block, name = signature.type.block, signature.block_name or ""
    if isinstance(block, OptionalType):
        texts.append(f"{shown(block.type or UNDEF)} {name}?")
    elif isinstance(block, CallableType):
        texts.append(f"{shown(block)} {name}")
    return ", ".join(texts)


def _parameter(parameters: TupleType, names: tuple[str, ...], index: int) -> str:
    bounds: IntegerType = parameters.bounds()
    required = bounds.low or 0
    type_ = parameters.at(index) if parameters.types else None
    mark = ""
    if bounds.high is None and index == len(names) - 1:
        mark = "+" if required == len(names) else "*"
    elif index >= required:
        mark = "?"
        if isinstance(type_, OptionalType):
            type_ = type_.type
    # A bare Optional has only its mark.
    text = "" if type_ is None else shown(type_)
    return f"{text} {names[index]}{mark}"
