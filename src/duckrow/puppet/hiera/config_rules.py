"""Validation of hiera.yaml.

Nearly all configurations are valid, so a quick check comes first. Only an unusual one is checked
against its type, whose error message is the reference's.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from duckrow.puppet.hiera.config import Config

_FUNCTIONS = ("data_hash", "lookup_key", "data_dig", "hiera3_backend")
_TEXTS = (*_FUNCTIONS, "v4_data_hash", "name", "path", "glob", "uri", "datadir")
_LISTS = ("paths", "globs", "uris")
_LOCATIONS = ("path", "paths", "glob", "globs", "uri", "uris", "mapped_paths")
_RESERVED = ("path", "uri")

_OPTIONS = r"Hash[Pattern[/\A[A-Za-z](:?[0-9A-Za-z_-]*[0-9A-Za-z])?\z/],Data]"
_ENTRIES = (
    "Array[Struct[{name=>String[1],"
    f"Optional[options]=>{_OPTIONS},"
    "Optional[data_hash]=>String[1],Optional[lookup_key]=>String[1],"
    "Optional[hiera3_backend]=>String[1],Optional[v4_data_hash]=>String[1],"
    "Optional[data_dig]=>String[1],Optional[path]=>String[1],"
    "Optional[paths]=>Array[String[1],1],Optional[glob]=>String[1],"
    "Optional[globs]=>Array[String[1],1],Optional[uri]=>String[1],"
    "Optional[uris]=>Array[String[1],1],Optional[mapped_paths]=>Array[String[1],3,3],"
    "Optional[datadir]=>String[1]}]]"
)
VERSION_5 = (
    "Struct[{version=>Integer[5,5],Optional[defaults]=>Struct[{"
    "Optional[data_hash]=>String[1],Optional[lookup_key]=>String[1],"
    "Optional[data_dig]=>String[1],Optional[datadir]=>String[1],"
    f"Optional[options]=>{_OPTIONS}}}],"
    f"Optional[hierarchy]=>{_ENTRIES},Optional[plan_hierarchy]=>{_ENTRIES},"
    f"Optional[default_hierarchy]=>{_ENTRIES}}}]"
)


def judge(config: Config, data: dict[str, Any]) -> None:
    """Reject an invalid configuration of version 5."""
    if not _looks_right(data):
        hold_against(config, VERSION_5, data)
    defaults = data["defaults"]
    if sum(key in defaults for key in _FUNCTIONS) > 1:
        raise config.error(
            f"Only one of {_FUNCTION_WORDS} can be defined in defaults",
            "hiera-multiple-data-provider-functions-in-default",
        )
    for key in _reserved(defaults):
        raise config.error(
            f"Option key '{key}' used in defaults is reserved by Puppet",
            "hiera-default-option-reserved-by-puppet",
        )
    for hierarchy in ("hierarchy", "plan_hierarchy"):
        for entry in data.get(hierarchy, ()):
            _judge_entry(config, entry, defaults)
    if "default_hierarchy" in data:
        if config.layer.kind != "Module":
            raise config.error(
                "'default_hierarchy' is only allowed in the module layer",
                "hiera-default-hierarchy-not-in-module",
                config.line_with(r"(?:^|\s+)default_hierarchy:"),
            )
        for entry in data["default_hierarchy"]:
            _judge_entry(config, entry, defaults)


def hold_against(config: Config, type_text: str, data: dict[str, object]) -> None:
    """Check a configuration against a type."""
    from duckrow.puppet.types.check import check
    from duckrow.puppet.types.parse import parse_type

    subject = f"The Lookup Configuration at '{config.path or ''}'"
    check(subject, parse_type(type_text), data)


def _is_text(value: object) -> bool:
    return type(value) is str and value != ""


def _are_texts(value: object) -> bool:
    return type(value) is list and bool(value) and all(map(_is_text, value))


def _looks_right(data: dict[str, object]) -> bool:
    """Return whether a configuration is surely valid; others may be valid too."""
    if not {"version", "defaults", "hierarchy", "default_hierarchy"}.issuperset(data):
        return False
    defaults = data["defaults"]
    if type(defaults) is not dict or data["version"] != 5 or type(data["version"]) is not int:
        return False
    for key, value in defaults.items():
        if key == "options":
            if not _options_look_right(value):
                return False
        elif key not in ("data_hash", "lookup_key", "data_dig", "datadir") or not _is_text(value):
            return False
    for hierarchy in (data["hierarchy"], data.get("default_hierarchy", [])):
        if type(hierarchy) is not list or not all(map(_entry_looks_right, hierarchy)):
            return False
    return True


def _entry_looks_right(entry: object) -> bool:
    if type(entry) is not dict or "name" not in entry:
        return False
    for key, value in entry.items():
        if key in _TEXTS:
            is_right = _is_text(value)
        elif key in _LISTS:
            is_right = _are_texts(value)
        elif key == "options":
            is_right = _options_look_right(value)
        else:
            is_right = key == "mapped_paths" and _are_texts(value) and len(value) == 3
        if not is_right:
            return False
    return True


def _options_look_right(options: object) -> bool:
    return type(options) is dict and all(
        type(key) is str
        and key[:1].isalpha()
        and key.isascii()
        and key.replace("_", "").isalnum()
        and not key.endswith("_")
        and type(value) in (str, int, bool)
        for key, value in options.items()
    )


def _judge_entry(config: Config, entry: dict[str, Any], defaults: dict[str, Any]) -> None:
    name = entry["name"]
    count = sum(key in entry for key in (*_FUNCTIONS, "v4_data_hash"))
    if count == 0 and not any(key in defaults for key in _FUNCTIONS):
        raise config.error(
            f"One of {_FUNCTION_WORDS} must be defined in hierarchy '{name}'",
            "hiera-missing-data-provider-function",
        )
    if count > 1:
        raise config.error(
            f"Only one of {_FUNCTION_WORDS} can be defined in hierarchy '{name}'",
            "hiera-multiple-data-provider-functions",
        )
    if "hiera3_backend" in entry:
        _judge_backend(config, entry["hiera3_backend"])
    if sum(key in entry for key in _LOCATIONS) > 1:
        raise config.error(
            f"Only one of {_words(_LOCATIONS)} can be defined in hierarchy '{name}'",
            "hiera-multiple-location-specs",
        )
    for key in _reserved(entry):
        raise config.error(
            f"Option key '{key}' used in hierarchy '{name}' is reserved by Puppet",
            "hiera-option-reserved-by-puppet",
        )


def _judge_backend(config: Config, backend: str) -> None:
    if config.layer.kind != "Global":
        raise config.error(
            "'hiera3_backend' is only allowed in the global layer",
            "hiera-v3-backend-not-global",
            config.line_with(r"\s+hiera3_backend:"),
        )
    if backend in ("json", "yaml", "hocon"):
        raise config.error(
            f'Use "data_hash: {backend}_data" instead of "hiera3_backend: {backend}"',
            "hiera-v3-backend-replaced-by-data-hash",
            config.line_with(rf"\s+hiera3_backend:\s*['\"]?{backend}(?:[^\w]|$)"),
        )


def _reserved(entry: dict[str, Any]) -> Iterable[str]:
    options = entry.get("options") or {}
    return [key for key in _RESERVED if key in options]


def _words(names: tuple[str, ...]) -> str:
    return f"{', '.join(names[:-1])}, or {names[-1]}"


_FUNCTION_WORDS = _words(_FUNCTIONS)
