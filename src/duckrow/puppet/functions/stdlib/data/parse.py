"""parsejson, parseyaml, parsepson and parsehocon."""

from __future__ import annotations

from duckrow.data.errors import DataError
from duckrow.data.pson import PsonError
from duckrow.data.pson import load as load_pson
from duckrow.puppet.functions.helpers.ruby_errors import expect_text
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import Form, Function, LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.puppet.runtime.scope import Scope


def parsed(arguments: list[object], read: Callable[[object], object]) -> object:
    """Parse the first argument; the second is the default."""
    if not arguments:
        raise EvaluationError("Wrong number of arguments. 1 or 2 arguments should be provided.")
    return read_or(arguments[0], arguments[1] if len(arguments) > 1 else None, read)


def read_or(source: object, default: object, read: Callable[[object], object]) -> object:
    """Read a source; return the default after an error or for undef and false."""
    try:
        value = read(source)
    except (DataError, EvaluationError) as wrong:
        if default is None or default is False:
            raise EvaluationError(str(wrong)) from None
        return default
    return default if value is None or value is False else value


def _parsejson(_scope: Scope, arguments: list[object]) -> object:
    """Parse JSON."""
    return parsed(arguments, _parsejson_read)


def _parsejson_read(text: object) -> object:
    from duckrow.data.json import load

    return load(expect_text(text).encode("utf-8", "surrogateescape"))


PARSEJSON = LegacyFunction("parsejson", _parsejson)


def _parseyaml(_scope: Scope, arguments: list[object]) -> object:
    """Parse YAML."""
    return parsed(arguments, _parseyaml_read)


def _parseyaml_read(text: object) -> object:
    from duckrow.puppet.functions.stdlib.helpers.yaml_reader import read_yaml

    return read_yaml(expect_text(text).encode("utf-8", "surrogateescape"))


PARSEYAML = LegacyFunction("parseyaml", _parseyaml)
_NO_DEFAULT = object()


def _parsepson(_scope: Scope, text: str, default: object = _NO_DEFAULT) -> object:
    """Parse PSON."""
    try:
        return load_pson(text)
    except PsonError as wrong:
        if default is _NO_DEFAULT:
            raise EvaluationError(str(wrong)) from None
        return default


PARSEPSON = Function("parsepson", Form("String[1] pson_string", "Any default?", run=_parsepson))


def _parsehocon(_scope: Scope, text: str, default: object = _NO_DEFAULT) -> object:
    """Parse HOCON."""
    from duckrow.data.hocon import HoconError
    from duckrow.data.hocon import load as load_hocon

    try:
        return load_hocon(text.encode("utf-8", "surrogateescape"))
    except HoconError as wrong:
        if default is _NO_DEFAULT:
            raise EvaluationError(str(wrong)) from None
        return default


PARSEHOCON = Function("parsehocon", Form("String hocon_string", "Any default?", run=_parsehocon))
