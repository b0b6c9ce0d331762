"""The types of attributes, and the checks of values against them."""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.puppet.ruby_host.host import machine_host
from duckrow.puppet.ruby_host.objects import dev_error
from duckrow.puppet.types.describe.mismatch import describe_mismatch
from duckrow.puppet.types.infer import infer_detailed
from duckrow.puppet.types.instance import accepts
from duckrow.puppet.types.model.choices import OptionalType, VariantType
from duckrow.puppet.types.model.collections import ArrayType
from duckrow.puppet.types.model.numbers import FloatType, IntegerType, NumericType
from duckrow.puppet.types.model.references import RuntimeType
from duckrow.puppet.types.model.scalars import BooleanType, EnumType, StringType
from duckrow.puppet.types.parse import parse_type
from duckrow.puppet.types.type_text import type_to_text
from duckrow.puppet.values.numbers import read_number
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.errors import RubyError
from duckrow.source.errors import DuckrowError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.types.model.base import Type
    from duckrow.ruby.interpreter import Interpreter

_SYMBOL = RuntimeType("ruby", "Symbol")
_ENSURE = ["absent", "present"]
_NUMBER = (
    r"/\A[[:blank:]]*([-+]?)[[:blank:]]*"
    r"((0[xX][0-9A-Fa-f]+)|(0?\d+)((?:\.\d+)?(?:[eE]-?\d+)?))[[:blank:]]*\z/"
)


def read_type(ruby: Interpreter, attribute: object, text: object) -> Type:
    """Return the type that a definition gives to an attribute."""
    try:
        return parse_type(to_s(ruby, text), machine_host(ruby).find_type)
    except DuckrowError as error:
        raise dev_error(
            f"The type of the `{to_s(ruby, attribute)}` attribute `{to_s(ruby, text)}` "
            f"could not be parsed: {error}"
        ) from error


def values_text(type_: Type, text: str) -> str:
    """Return the sentence about the values of a type, as the Resource API's own values have it."""
    if isinstance(type_, OptionalType) and type_.type is not None:
        type_ = type_.type
    match type_:
        case StringType():
            return "Values can match `//`."
        case BooleanType():
            both = "`true` (also called `true, true`), `false` (also called `false, false`)"
            return f"Valid values are {both}. "
        case IntegerType():
            return r"Values can match `/^-?\d+$/`."
        case FloatType() | NumericType():
            return f"Values can match `{_NUMBER}`."
    return "Valid values are `absent`, `present`. " if text == "Enum[present, absent]" else ""


def check_ensure(type_: Type) -> None:
    """Raise an error unless the type of `ensure` is the one that the Resource API asks for."""
    plain: Type | None = type_
    if isinstance(type_, OptionalType):
        plain = type_.type
    elif isinstance(type_, VariantType):
        plain = next((each for each in type_.types if isinstance(each, EnumType)), None)
    if isinstance(plain, EnumType) and sorted(plain.values) == _ENSURE:
        return
    raise dev_error(
        "`:ensure` attribute must have a type of: `Enum[present, absent]` or "
        "`Optional[Enum[present, absent]]`"
    )


def mismatch(type_: Type, value: object, subject: str) -> str:
    """Return why a value does not fit a type; empty if it does."""
    if type(value) is not Symbol and accepts(type_, value):
        return ""
    actual = _SYMBOL if type(value) is Symbol else infer_detailed(value)
    return describe_mismatch(subject, type_, actual)


def from_text(type_: Type, value: object, subject: str) -> tuple[object, str]:
    """Return a value of a command line as its type has it, and why it does not fit."""
    match type_:
        case OptionalType():
            if value is None or type_.type is None:
                return value, ""
            return from_text(type_.type, value, subject)
        case VariantType():
            return _from_variant(type_, value, subject)
        case ArrayType() if isinstance(value, list):
            many = [from_text(type_.element, each, subject) for each in value]
            if not any(why for _, why in many):
                value = [each for each, _ in many]
        case BooleanType() if value in ("true", "false"):
            value = value == "true"
        case IntegerType() | FloatType() | NumericType() if isinstance(value, str):
            number = read_number(value)
            value = value if number is None else number
    return value, mismatch(type_, value, subject)


def _from_variant(type_: VariantType, value: object, subject: str) -> tuple[object, str]:
    """Return a value as the only type that takes it; a string is the last choice."""
    texts = [each for each in type_.types if isinstance(each, StringType)][:1]
    many = [from_text(each, value, subject) for each in type_.types if each not in texts]
    fitting = [each for each in many if not each[1]]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        return None, f'{subject} "{value}" is not unabiguously convertable to {type_to_text(type_)}'
    if texts:
        return from_text(texts[0], value, subject)
    return value, mismatch(type_, value, subject)


def checked(type_: Type, value: object, subject: str, *, is_text: bool = False) -> object:
    """Return the value of an attribute; one that does not fit its type raises an error."""
    if type(value) is Symbol and value.name in ("true", "false"):
        value = value.name == "true"
    problem = ""
    if is_text:
        value, problem = from_text(type_, value, subject)
    problem = problem or mismatch(type_, value, subject)
    if problem:
        raise RubyError("Puppet::ResourceError", problem)
    return value
