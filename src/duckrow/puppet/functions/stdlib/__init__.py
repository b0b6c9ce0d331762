"""Functions of the module stdlib (8.5.0), one per file, so that they need no Ruby.

They exist where a module named stdlib does and has a Ruby file of the name: the loaders then take
what is here instead. A file gives its function as FUNCTION. A name that stdlib has in both
families is the newer one for manifests; what Ruby code reaches as `function_NAME` is then LEGACY.

Names that the language has by itself since (abs, empty, join ...) only ever meet Ruby code, since
manifests find the built-in function first.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.function import Function, LegacyFunction

MODULE = "stdlib"

# lib/puppet/functions
_NEWER = """
    batch_escape deprecation ensure_packages fact is_a is_absolute_path is_array is_bool
    is_float is_ip_address is_ipv4_address is_ipv6_address is_numeric is_string length merge
    os_version_gte parsehocon parsepson powershell_escape seeded_rand_string shell_escape
    sprintf_hash to_json to_json_pretty to_python to_ruby to_toml to_yaml type_of
    validate_absolute_path validate_array validate_bool validate_hash validate_integer
    validate_ip_address validate_ipv4_address validate_ipv6_address validate_legacy
    validate_numeric validate_re validate_slength validate_string stdlib::end_with
    stdlib::extname stdlib::ip_in_range stdlib::start_with stdlib::str2resource
    stdlib::xml_encode
"""
# lib/puppet/parser/functions
_OLDER = """
    abs any2array any2bool assert_private base64 basename bool2num bool2str camelcase
    capitalize ceiling chomp chop clamp concat convert_base count deep_merge
    defined_with_params delete delete_at delete_regex delete_undef_values delete_values
    deprecation difference dig dig44 dirname dos2unix downcase empty enclose_ipv6
    ensure_packages ensure_resource ensure_resources flatten floor fqdn_rand_string fqdn_rotate
    fqdn_uuid get_module_path getparam getvar glob grep has_interface_with has_ip_address
    has_ip_network has_key hash intersection is_absolute_path is_array is_bool is_domain_name
    is_email_address is_float is_function_available is_hash is_integer is_ip_address
    is_ipv4_address is_ipv6_address is_mac_address is_numeric is_string join
    join_keys_to_values keys load_module_metadata loadjson loadyaml lstrip max member merge min
    num2bool parsejson parseyaml pick pick_default prefix private pry pw_hash range
    regexpescape reject reverse round rstrip seeded_rand shell_join shell_split shuffle size
    sort squeeze str2bool str2saltedpbkdf2 str2saltedsha512 strip suffix swapcase time to_bytes
    try_get_value type type3x union unique unix2dos upcase uriescape validate_absolute_path
    validate_array validate_augeas validate_bool validate_cmd validate_domain_name
    validate_email_address validate_hash validate_integer validate_ip_address
    validate_ipv4_address validate_ipv6_address validate_numeric validate_re validate_slength
    validate_string validate_x509_rsa_key_pair values values_at zip
"""

_ROOM = "duckrow.puppet.functions.stdlib"


def _file_of(name: str) -> str:
    """Name the file of a function; stdlib::extname is in extname."""
    return f"{_ROOM}.{name.removeprefix('stdlib::')}"


NEWER = frozenset(_NEWER.split())
OLDER = frozenset(_OLDER.split())
NAMES: dict[str, str] = {name: _file_of(name) for name in sorted(NEWER | OLDER)}


def find(
    name: str, version: tuple[int, ...] = (), *, is_older: bool = False
) -> Function | LegacyFunction | None:
    """Give a function of a family by its name, or None.

    `version` is the release of the module; one that has the function otherwise is told None.
    """
    if name not in (OLDER if is_older else NEWER):
        return None
    from duckrow.puppet.functions.stdlib.versions import is_as_here

    if not is_as_here(name, version, is_older=is_older):
        return None
    given = __import__(NAMES[name], fromlist=("FUNCTION",))
    found: Function | LegacyFunction = given.FUNCTION
    return getattr(given, "LEGACY", found) if is_older else found
