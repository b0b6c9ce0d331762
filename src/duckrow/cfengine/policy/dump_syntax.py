"""Describe the words of the language as JSON, for editors and other tools (`promises -s json`)."""

from __future__ import annotations

from duckrow.cfengine.policy.tables import body_kinds, lookup
from duckrow.cfengine.policy.tables.functions import SIGNATURES
from duckrow.cfengine.values.json_text import pretty

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.policy.tables.lookup import Attributes

# The chapter of each function; most are about data.
_CATEGORIES = {
    "communication": """
        host2ip hostrange hostsseen hostswithclass hubknowledge ip2host iprange
        isipinsubnet ldaparray ldaplist ldapvalue network_connections peerleader
        peerleaders peers readtcp regldap remoteclassesmatching remotescalar
        selectservers url_get
        """,
    "files": """
        accessedbefore changedbefore dirname diskfree file_hash fileexists filesexist
        filesize filestat findfiles findfiles_up isdir isexecutable islink isnewerthan
        isplain laterthan lsdir search_up translatepath
        """,
    "internal": """
        callstack_callers callstack_promisers
        """,
    "io": """
        classfiltercsv countlinesmatching data_readstringarray data_readstringarrayidx
        parseintarray parsejson parserealarray parsestringarray parsestringarrayidx
        parseyaml read_module_protocol readcsv readdata readenvfile readfile
        readintarray readintlist readjson readrealarray readreallist readstringarray
        readstringarrayidx readstringlist readyaml regline
        """,
    "system": """
        data_sysctlvalues findprocesses getenv getuid getuserinfo getusers groupexists
        hostinnetgroup now packagesmatching packageupdatesmatching processexists
        registryvalue sysctlvalue userexists
        """,
    "utils": """
        bundlestate cf_version_after cf_version_at cf_version_before cf_version_between
        cf_version_maximum cf_version_minimum classesmatching classmatch
        countclassesmatching datastate execresult execresult_as_data getclassmetatags
        getvariablemetatags isvariable returnszero splayclass usemodule
        """,
}
_DEPRECATED = ("splitstring",)
_DESCRIPTIONS = {
    "context": "Class expression",
    "data": "Data container",
    "int": "Whole number",
    "irange": "Range of whole numbers",
    "option": "One of the values of the range",
    "real": "Real number",
    "rrange": "Range of real numbers",
    "slist": "List of texts",
    "string": "Text",
}


def describe() -> str:
    """Return the whole description."""
    return pretty(
        {
            "bodyTypes": {kind: _body(kind) for kind in body_kinds()},
            "bundleTypes": {
                kind: {"promiseTypes": [*own, *lookup.COMMON_TYPES], "status": lookup.NORMAL}
                for kind, own in lookup.OWN_TYPES.items()
            },
            "functions": _functions(),
            "promiseTypes": {
                type_: _promise_type(kind, type_)
                for kind, own in (*lookup.OWN_TYPES.items(), ("*", lookup.COMMON_TYPES))
                for type_ in own
            },
        }
    )


def _attributes(table: Attributes, visibility: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, attribute in table.items():
        type_, range_ = attribute[:2]
        if lookup.status(attribute) == lookup.REMOVED:
            continue
        found[name] = {
            "attribute": name,
            "status": lookup.status(attribute),
            "type": type_,
            "visibility": visibility,
        }
        if range_ is not None:
            found[name]["range"] = range_
    return found


def _body(kind: str) -> Any:
    later = lookup.LATER.get(kind, ())
    table = lookup.attributes_of_body(kind) or {}
    table = {name: each for name, each in table.items() if name not in later}
    return {"attributes": _attributes(table, "body"), "status": lookup.NORMAL}


def _promise_type(kind: str, type_: str) -> Any:
    attributes = {
        **_attributes(lookup.attributes_of_type(type_), "promiseType"),
        **_attributes(lookup.IN_BUNDLES.get(kind, {}), "bundle"),
        **_attributes(lookup.EVERYWHERE, "global"),
    }
    return {"attributes": attributes, "status": lookup.NORMAL}


def _functions() -> dict[str, Any]:
    categories = {
        name: category for category, names in _CATEGORIES.items() for name in names.split()
    }
    return {
        name: {
            "cached": each.is_cached,
            "category": categories.get(name, "data"),
            "collecting": each.is_collecting,
            "parameters": [
                {"description": _DESCRIPTIONS.get(type_, "Value"), "range": range_, "type": type_}
                for type_, range_ in each.parameters
            ],
            "returnType": each.returns,
            "status": lookup.DEPRECATED if name in _DEPRECATED else lookup.NORMAL,
            "variadic": each.is_variadic,
        }
        for name, each in SIGNATURES.items()
    }
