"""Names of the extensions that Puppet's certificates have, and a site's own names for more."""

from __future__ import annotations

import re

from duckrow.data.errors import DataError
from duckrow.data.yaml import load
from duckrow.machine.paths import read_bytes
from duckrow.source.errors import InputError, reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_PUPPET = "1.3.6.1.4.1.34380.1"
REGISTERED = f"{_PUPPET}.1"  # pp_role and its like
PRIVATE = f"{_PUPPET}.2"  # for a site's own use
AUTHORIZATION = f"{_PUPPET}.3"  # pp_auth_role and its like
CLI_AUTH = f"{AUTHORIZATION}.39"  # allows its holder to administer the authority
AUTO_RENEW = f"{AUTHORIZATION}.2"  # an attribute of a request: the agent can renew
NETSCAPE_COMMENT = "2.16.840.1.113730.1.13"
SUBJECT_ALT_NAME = "2.5.29.17"

_REGISTERED = (
    "pp_uuid pp_instance_id pp_image_name pp_preshared_key pp_cost_center pp_product pp_project "
    "pp_application pp_service pp_employee pp_created_by pp_environment pp_role "
    "pp_software_version pp_department pp_cluster pp_provisioner pp_region pp_datacenter pp_zone "
    "pp_network pp_securitypolicy pp_cloudplatform pp_apptier pp_hostname pp_owner"
).split()
OID_OF: Mapping[str, str] = {
    **{name: f"{REGISTERED}.{number}" for number, name in enumerate(_REGISTERED, 1)},
    "pp_authorization": f"{AUTHORIZATION}.1",
    "pp_auth_role": f"{AUTHORIZATION}.13",
    "pp_cli_auth": CLI_AUTH,
}
# Attributes of a request that have a name, and those that hold its extensions.
_ATTRIBUTES = {
    "challengePassword": "1.2.840.113549.1.9.7",
    "unstructuredName": "1.2.840.113549.1.9.2",
    "extReq": "1.2.840.113549.1.9.14",
    "msExtReq": "1.3.6.1.4.1.311.2.1.14",
}
_RESERVED = frozenset((_ATTRIBUTES["extReq"], _ATTRIBUTES["msExtReq"]))
_OID = re.compile(r"[012](\.[0-9]+)+")
NAME_OF: Mapping[str, str] = {oid: name for name, oid in OID_OF.items()}


def is_below(oid: str, arc: str) -> bool:
    """Return whether an object identifier is below an arc."""
    return oid.startswith(f"{arc}.")


def names_with(mapping_file: str) -> Mapping[str, str]:
    """Return the names by object identifier, with those of custom_trusted_oid_mapping.yaml."""
    mapping = _hash_in(mapping_file, "oid_mapping")
    own = {
        str(oid): names["shortname"]
        for oid, names in mapping.items()
        if isinstance(names, dict) and isinstance(names.get("shortname"), str)
    }
    return {**own, **NAME_OF}


def extension_requests(attributes_file: str) -> dict[str, str]:
    """Return the strings by object identifier that csr_attributes.yaml asks for."""
    found: dict[str, str] = {}
    for name, value in _hash_in(attributes_file, "extension_requests").items():
        oid = OID_OF.get(str(name), str(name))
        if oid in (SUBJECT_ALT_NAME, "subjectAltName"):
            raise InputError(
                f"Cannot specify CSR extension request {name}: conflicts with internally used"
                " extension request",
                why=f"{attributes_file} has it",
                hint="give --subject-alt-names",
            )
        if not _OID.fullmatch(oid):
            raise InputError(
                f"Cannot create CSR with extension request {name}: there is no such name",
                why=f"{attributes_file} has it",
                hint="give the object identifier, or a name such as pp_role",
            )
        found[oid] = str(value)
    return found


def custom_attributes(attributes_file: str) -> dict[str, str]:
    """Return the strings by object identifier that csr_attributes.yaml adds to a request alone."""
    found: dict[str, str] = {}
    for name, value in _hash_in(attributes_file, "custom_attributes").items():
        oid = {**OID_OF, **_ATTRIBUTES}.get(str(name), str(name))
        if oid in _RESERVED:
            raise InputError(
                f"Cannot specify CSR attribute {name}: conflicts with internally used CSR"
                " attribute",
                why=f"{attributes_file} has it",
            )
        if not _OID.fullmatch(oid):
            raise InputError(
                f"Cannot create CSR with attribute {name}: there is no such name",
                why=f"{attributes_file} has it",
                hint="give the object identifier, or a name such as challengePassword",
            )
        found[oid] = str(value)
    return found


def _hash_in(file: str, key: str) -> dict[object, object]:
    """Return a hash in a YAML file; empty if the file or the hash is missing."""
    try:
        data = load(read_bytes(file), file)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise InputError(f"cannot read {file}: {reason(error)}") from None
    except DataError as error:
        raise InputError(f"cannot read {file}: {error}") from None
    found = data.get(key, {}) if isinstance(data, dict) else None
    if not isinstance(found, dict):
        raise InputError(f"cannot use {file}: it needs a hash with the hash {key} in it")
    return found
