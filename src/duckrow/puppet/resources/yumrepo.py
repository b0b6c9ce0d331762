"""yumrepo: a package source of yum or dnf."""

from __future__ import annotations

from duckrow.puppet.resources.behaviour import listed_value
from duckrow.puppet.resources.ensurable import Ensurable
from duckrow.puppet.resources.table import ResourceTypeTable

TYPE_CHECKING = False
if TYPE_CHECKING:
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
    summary="Looks after a package source of yum or dnf.",
    attribute_help={
        "ensure": "Whether there is a section for it.",
        "descr": "What it is called by people.",
        "mirrorlist": "The address of a list of mirrors.",
        "baseurl": "Its address, or several with spaces between them.",
        "enabled": "Whether it is used.",
        "gpgcheck": "Whether signatures of packages are checked.",
        "payload_gpgcheck": "Whether signatures of what packages hold are checked.",
        "repo_gpgcheck": "Whether the signature of the list of packages is checked.",
        "gpgkey": "The addresses of the keys.",
        "mirrorlist_expire": "Seconds for which a list of mirrors is good.",
        "include": "A further file of settings.",
        "exclude": "Packages that are not taken from here.",
        "gpgcakey": "The address of the key that signs the keys.",
        "includepkgs": "The only packages that are taken from here.",
        "enablegroups": "Whether groups of packages are used.",
        "module_hotfixes": "Whether its packages are taken whatever modules say.",
        "failovermethod": "How the next of several addresses is chosen: roundrobin or priority.",
        "keepalive": "Whether connections are used again.",
        "retries": "How often a file is tried; 0 for without end.",
        "http_caching": "What caches on the way may keep: packages, all or none.",
        "timeout": "Seconds to wait for an answer.",
        "metadata_expire": "How long the list of packages is good.",
        "protect": "Whether its packages are protected from those of other sources.",
        "priority": "Its rank; smaller numbers win.",
        "minrate": "The slowest speed that is put up with, in bytes per second.",
        "throttle": "The highest speed that is used.",
        "bandwidth": "The speed that there is, for a throttle in per cent.",
        "cost": "How dear it is beside other sources.",
        "proxy": "The address of a proxy, or _none_.",
        "proxy_username": "The name that the proxy is given.",
        "proxy_password": "The password that the proxy is given.",
        "s3_enabled": "Whether it is reached by the S3 plugin.",
        "sslcacert": "The certificates of authorities.",
        "sslverify": "Whether certificates are checked.",
        "sslclientcert": "The certificate that we show.",
        "sslclientkey": "The key of that certificate.",
        "metalink": "The address of a metalink file.",
        "skip_if_unavailable": "Whether to go on without it if it does not answer.",
        "assumeyes": "Whether questions are answered with yes.",
        "deltarpm_percentage": "Up to which part of a package's size differences are fetched.",
        "deltarpm_metadata_percentage": "The same for the list of differences.",
        "username": "The name that the source is given.",
        "password": "The password that the source is given.",
        "name": "The name of the section.",
        "target": "The file that the section is in.",
    },
)

# Settings that hold a URL, and those that may hold several.
_URLS = ("mirrorlist", "include", "gpgcakey", "metalink", "proxy")
_LISTS_OF_URLS = ("baseurl", "gpgkey")
_SCHEMES = ("file", "http", "https", "ftp")


class YumrepoType(Ensurable):
    """Values are texts as the file has them; a truth begins with a capital letter there."""

    __slots__ = ()
    providers = ("inifile",)
    defaults = {"target": "absent"}

    def fill(self, desired: Desired) -> None:
        desired.sensitive = (*desired.sensitive, "password", "proxy_password")
        super().fill(desired)

    def munge(self, desired: Desired, name: str, value: object) -> object:
        kind = self.table.properties.get(name)
        if kind is None or name == "ensure":
            return super().munge(desired, name, value)
        if value != "absent":
            _check_urls(name, value)
        value = listed_value(kind, value)
        if value == "absent":
            return value
        text = str(value)
        if "\0" in text or "\n[" in text:
            raise ValueError(f"{name} must not contain a null byte or a line with a section")
        return text.capitalize() if kind == _FLAG else text


def _check_urls(name: str, value: object) -> None:
    if name in _LISTS_OF_URLS:
        urls = str(value).split()
    elif name in _URLS and not (name == "proxy" and value in ("_none_", "")):
        urls = [str(value)]
    else:
        return
    for url in urls:
        if url.partition(":")[0] not in _SCHEMES or ":" not in url:
            raise ValueError(f"Validate method failed for class {name}: Must be a valid URL")


BEHAVIOUR = YumrepoType(TABLE)
