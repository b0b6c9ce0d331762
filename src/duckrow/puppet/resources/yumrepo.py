"""yumrepo: a package source of yum or dnf."""

from duckrow.puppet.resources.table import ResourceTypeTable

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
