"""eyaml_lookup_key(key, options, context): look a key up in an encrypted YAML file."""

from __future__ import annotations

from duckrow.puppet.functions.data.data_files import NEEDS_PATH, yaml_hash
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import Form, Function
from duckrow.ruby.values.keys import from_key, to_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.hiera.context import Context
    from duckrow.puppet.runtime.scope import Scope


def _eyaml_lookup_key(scope: Scope, key: str, options: dict[str, Any], context: Context) -> object:
    if context.cache_has_key(key):
        return context.cached_value(key)
    if "path" not in options:
        raise EvaluationError(f"'eyaml_lookup_key': {NEEDS_PATH.format('lookup_key')}")
    data = yaml_hash(scope, options["path"], context)
    if key not in data:
        context.not_found()
    return context.cache(key, _decrypted(data[key], key, options, context))


def _decrypted(value: object, key: str, options: dict[str, object], context: Context) -> object:
    if isinstance(value, str):
        if "ENC[" in value:
            from duckrow.puppet.hiera.eyaml import decrypt

            value = decrypt(value, key, options, context)
        return context.interpolate(value)
    if isinstance(value, dict):
        return {
            to_key(context.interpolate(from_key(name))): _decrypted(item, key, options, context)
            for name, item in value.items()
        }
    if isinstance(value, list):
        return [_decrypted(item, key, options, context) for item in value]
    return value


EYAML_LOOKUP_KEY = Function(
    "eyaml_lookup_key",
    Form(
        "String[1] key",
        "Hash[String[1],Any] options",
        "Puppet::LookupContext context",
        run=_eyaml_lookup_key,
    ),
)
