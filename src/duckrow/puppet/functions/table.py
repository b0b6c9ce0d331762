"""The built-in functions: each name with the module and the attribute that hold it.

The table is the only list: a name that is not in it is no built-in function. A module is imported
when one of its functions is first called, so a program pays for the functions that it calls.
"""

from __future__ import annotations

from duckrow.source.bounded_cache import Results

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.function import Function, LegacyFunction

# Modules are relative to this package.
FUNCTIONS: dict[str, tuple[str, str]] = {
    "abs": ("numbers.rounding", "ABS"),
    "alert": ("logging", "ALERT"),
    "all": ("iteration.all_any", "ALL"),
    "annotate": ("types.annotate", "ANNOTATE"),
    "any": ("iteration.all_any", "ANY"),
    "assert_type": ("types.assert_type", "ASSERT_TYPE"),
    "binary_file": ("files.file", "BINARY_FILE"),
    "break": ("control.jumps", "BREAK"),
    "call": ("control.call", "CALL"),
    "camelcase": ("text.case_and_strip", "CAMELCASE"),
    "capitalize": ("text.case_and_strip", "CAPITALIZE"),
    "ceiling": ("numbers.rounding", "CEILING"),
    "chomp": ("text.case_and_strip", "CHOMP"),
    "chop": ("text.case_and_strip", "CHOP"),
    "compare": ("numbers.compare", "COMPARE"),
    "contain": ("catalog.classes", "CONTAIN"),
    "convert_to": ("types.new", "CONVERT_TO"),
    "create_resources": ("catalog.create_resources", "CREATE_RESOURCES"),
    "crit": ("logging", "CRIT"),
    "debug": ("logging", "DEBUG"),
    "defined": ("catalog.defined", "DEFINED"),
    "dig": ("collections.dig", "DIG"),
    "digest": ("digests", "DIGEST"),
    "downcase": ("text.case_and_strip", "DOWNCASE"),
    "each": ("iteration.each", "EACH"),
    "emerg": ("logging", "EMERG"),
    "empty": ("collections.empty", "EMPTY"),
    "epp": ("files.epp", "EPP"),
    "err": ("logging", "ERR"),
    "eyaml_lookup_key": ("data.eyaml_lookup_key", "EYAML_LOOKUP_KEY"),
    "fail": ("control.fail", "FAIL"),
    "file": ("files.file", "FILE"),
    "filter": ("iteration.filter", "FILTER"),
    "find_file": ("files.find_file", "FIND_FILE"),
    "find_template": ("files.find_file", "FIND_TEMPLATE"),
    "flatten": ("collections.flatten", "FLATTEN"),
    "floor": ("numbers.rounding", "FLOOR"),
    "fqdn_rand": ("numbers.fqdn_rand", "FQDN_RAND"),
    "generate": ("files.generate", "GENERATE"),
    "get": ("collections.get", "GET"),
    "getvar": ("collections.getvar", "GETVAR"),
    "group_by": ("iteration.group_by", "GROUP_BY"),
    "hiera": ("data.hiera", "HIERA"),
    "hiera_array": ("data.hiera", "HIERA_ARRAY"),
    "hiera_hash": ("data.hiera", "HIERA_HASH"),
    "hiera_include": ("data.hiera", "HIERA_INCLUDE"),
    "hocon_data": ("data.data_files", "HOCON_DATA"),
    "import": ("control.import_", "IMPORT"),
    "include": ("catalog.classes", "INCLUDE"),
    "index": ("iteration.index", "INDEX"),
    "info": ("logging", "INFO"),
    "inline_epp": ("files.epp", "INLINE_EPP"),
    "inline_template": ("files.erb", "INLINE_TEMPLATE"),
    "join": ("text.join", "JOIN"),
    "json_data": ("data.data_files", "JSON_DATA"),
    "keys": ("collections.keys_values", "KEYS"),
    "length": ("collections.length_size", "LENGTH"),
    "lest": ("control.then_lest_with", "LEST"),
    "lookup": ("data.lookup", "LOOKUP"),
    "lstrip": ("text.case_and_strip", "LSTRIP"),
    "map": ("iteration.map", "MAP"),
    "match": ("text.match", "MATCH"),
    "max": ("numbers.min_max", "MAX"),
    "md5": ("digests", "MD5"),
    "min": ("numbers.min_max", "MIN"),
    "module_directory": ("files.find_file", "MODULE_DIRECTORY"),
    "new": ("types.new", "NEW"),
    "next": ("control.jumps", "NEXT"),
    "notice": ("logging", "NOTICE"),
    "partition": ("iteration.partition", "PARTITION"),
    "puppetdb_query": ("data.puppetdb_query", "PUPPETDB_QUERY"),
    "realize": ("catalog.realize", "REALIZE"),
    "reduce": ("iteration.reduce", "REDUCE"),
    "regsubst": ("text.regsubst", "REGSUBST"),
    "require": ("catalog.classes", "REQUIRE"),
    "return": ("control.jumps", "RETURN"),
    "reverse_each": ("iteration.reverse_each_step", "REVERSE_EACH"),
    "round": ("numbers.rounding", "ROUND"),
    "rstrip": ("text.case_and_strip", "RSTRIP"),
    "scanf": ("text.scanf", "SCANF"),
    "sha1": ("digests", "SHA1"),
    "sha256": ("digests", "SHA256"),
    "shellquote": ("text.shellquote", "SHELLQUOTE"),
    "size": ("collections.length_size", "SIZE"),
    "slice": ("iteration.slice", "SLICE"),
    "sort": ("collections.sort", "SORT"),
    "split": ("text.split", "SPLIT"),
    "sprintf": ("text.sprintf", "SPRINTF"),
    "step": ("iteration.reverse_each_step", "STEP"),
    "strftime": ("text.strftime", "STRFTIME"),
    "strip": ("text.case_and_strip", "STRIP"),
    "tag": ("catalog.tags", "TAG"),
    "tagged": ("catalog.tags", "TAGGED"),
    "template": ("files.erb", "TEMPLATE"),
    "then": ("control.then_lest_with", "THEN"),
    "tree_each": ("iteration.tree_each", "TREE_EACH"),
    "type": ("types.type", "TYPE"),
    "unique": ("collections.unique", "UNIQUE"),
    "unwrap": ("types.unwrap", "UNWRAP"),
    "upcase": ("text.case_and_strip", "UPCASE"),
    "values": ("collections.keys_values", "VALUES"),
    "versioncmp": ("numbers.versioncmp", "VERSIONCMP"),
    "warning": ("logging", "WARNING"),
    "with": ("control.then_lest_with", "WITH"),
    "yaml_data": ("data.data_files", "YAML_DATA"),
}


# Functions that the reference does not have: a function of a module with such a name wins.
OURS: dict[str, tuple[str, str]] = {
    "evaluated": ("catalog.evaluated", "EVALUATED"),
    "if_present": ("catalog.present", "IF_PRESENT"),
    "include_if_present": ("catalog.present", "INCLUDE_IF_PRESENT"),
}


def find(name: str) -> Function | LegacyFunction | None:
    """Return a built-in function by its name, or None."""
    entry = FUNCTIONS.get(name)
    return None if entry is None else load(entry)


def find_ours(name: str) -> Function | LegacyFunction | None:
    """Return a function that the reference does not have, or None."""
    entry = OURS.get(name)
    return None if entry is None else load(entry)


def load(entry: tuple[str, str]) -> Function | LegacyFunction:
    """Return the function that an entry of a table names."""
    found: Function | LegacyFunction = _IMPORTED[entry]
    return found


def _imported(entry: tuple[str, str]) -> object:
    module, attribute = entry
    return getattr(
        __import__(f"duckrow.puppet.functions.{module}", fromlist=(attribute,)), attribute
    )


_IMPORTED = Results(_imported, 4096)
