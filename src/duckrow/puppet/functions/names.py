"""Which built-in functions there are, and where each one lives.

The list is explicit: what is not in it is no built-in function. A function is imported when it is
first asked for, so a program pays for the functions that it calls.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.function import Function, LegacyFunction

_VALUES = """
    abs annotate assert_type call camelcase capitalize ceiling chomp chop compare convert_to dig
    downcase empty flatten floor get getvar index join keys length lstrip match max min new regsubst
    round rstrip scanf size sort split strftime strip type unique unwrap upcase values versioncmp
"""
_ITERATION = """
    all any break each filter group_by lest map next partition reduce return reverse_each slice step
    then tree_each with
"""
_CATALOG = "contain create_resources defined include realize require tag tagged"
_MESSAGES = "alert crit debug emerg err fail info notice warning"
_FILES = "binary_file file find_file find_template generate module_directory"
_TEXT = (
    "digest epp fqdn_rand inline_epp inline_template md5 sha1 sha256 shellquote sprintf template"
)
_DATA = """
    eyaml_lookup_key hiera hiera_array hiera_hash hiera_include hocon_data json_data lookup
    yaml_data
"""

# Names that Python keeps for itself end in an underscore as names of files.
_KEPT = {"break", "import", "return", "with"}

NAMES: dict[str, str] = {
    name: f"duckrow.puppet.functions.{name}{'_' if name in _KEPT else ''}"
    for group in (_VALUES, _ITERATION, _CATALOG, _MESSAGES, _FILES, _TEXT, _DATA, "import")
    for name in group.split()
}


def find(name: str) -> Function | LegacyFunction | None:
    """Give a built-in function by its name, or None."""
    module = NAMES.get(name)
    if module is None:
        return None
    found: Function | LegacyFunction = __import__(module, fromlist=("FUNCTION",)).FUNCTION
    return found
