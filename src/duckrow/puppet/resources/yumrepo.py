"""yumrepo: a package source of yum or dnf."""

from __future__ import annotations

from duckrow.puppet.resources.behaviour import listed_value
from duckrow.puppet.resources.ensurable import Ensurable
from duckrow.puppet.resources.table import ResourceTypeTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.resources.desired import Desired

_TEXT = "absent /.*/"
_FLAG = "absent /^(true|false|0|1|no|yes)$/"
_NUMBER = r"absent /^\d+$/"

TABLE = ResourceTypeTable(
    "yumrepo",
    properties={
        "ensure": "present absent",
        "descr": _TEXT,
        "mirrorlist": _TEXT,
        "baseurl": _TEXT,
        "enabled": _FLAG,
        "gpgcheck": _FLAG,
        "payload_gpgcheck": _FLAG,
        "repo_gpgcheck": _FLAG,
        "gpgkey": _TEXT,
        "mirrorlist_expire": "absent /^[0-9]+$/",
        "include": _TEXT,
        "exclude": _TEXT,
        "gpgcakey": _TEXT,
        "includepkgs": _TEXT,
        "enablegroups": _FLAG,
        "module_hotfixes": _FLAG,
        "failovermethod": "absent /^roundrobin|priority$/",
        "keepalive": _FLAG,
        "retries": "absent /^[0-9]+$/",
        "http_caching": "absent /^(packages|all|none)$/",
        "timeout": r"absent /^\d+$/",
        "metadata_expire": "absent /^([0-9]+[dhm]?|never)$/",
        "protect": _FLAG,
        "priority": r"absent /^-?\d+$/",
        "minrate": r"absent /^\d+$/",
        "throttle": r"absent /^\d+[kMG%]?$/",
        "bandwidth": r"absent /^\d+[kMG]?$/",
        "cost": r"absent /^\d+$/",
        "proxy": _TEXT,
        "proxy_username": _TEXT,
        "proxy_password": _TEXT,
        "s3_enabled": _FLAG,
        "sslcacert": _TEXT,
        "sslverify": _FLAG,
        "sslclientcert": _TEXT,
        "sslclientkey": _TEXT,
        "metalink": _TEXT,
        "skip_if_unavailable": _FLAG,
        "assumeyes": _FLAG,
        "deltarpm_percentage": r"absent /^\d+$/",
        "deltarpm_metadata_percentage": r"absent /^\d+$/",
        "username": _TEXT,
        "password": _TEXT,
    },
    parameters={
        "name": "",
        "target": "",
        "provider": "",
    },
)

# Settings that name places, some of them several.
_PLACES = ("mirrorlist", "include", "gpgcakey", "metalink", "proxy")
_LISTS_OF_PLACES = ("baseurl", "gpgkey")
_SCHEMES = ("file", "http", "https", "ftp")


class YumrepoType(Ensurable):
    """Values are texts as the file has them; a truth begins with a capital letter there."""

    __slots__ = ()
    providers = ("inifile",)
    defaults = {"target": "absent"}

    def fill(self, desired: Desired) -> None:
        desired.sensitive = (*desired.sensitive, "password", "proxy_password")
        super().fill(desired)

    def munge(self, desired: Desired, name: str, value: Any) -> Any:
        kind = self.table.properties.get(name)
        if kind is None or name == "ensure":
            return super().munge(desired, name, value)
        if value != "absent":
            _refuse_bad_places(name, value)
        value = listed_value(kind, value)
        if value == "absent":
            return value
        text = str(value)
        return text.capitalize() if kind == _FLAG else text


def _refuse_bad_places(name: str, value: Any) -> None:
    if name in _LISTS_OF_PLACES:
        places = str(value).split()
    elif name in _PLACES and not (name == "proxy" and value in ("_none_", "")):
        places = [str(value)]
    else:
        return
    for place in places:
        if place.partition(":")[0] not in _SCHEMES or ":" not in place:
            raise ValueError(f"Validate method failed for class {name}: Must be a valid URL")


BEHAVIOUR = YumrepoType(TABLE)
