"""Find a resource type by name.

A type is imported on first use: a manifest with files and services loads those two.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.resources.table import ResourceTypeTable

# Each name with the module that brings the type to the reference. Types with no module are part of
# the reference itself and always known; the others have left it over time, and are known there
# where their module is installed.
MODULES: dict[str, str] = {
    "augeas": "augeas_core",
    "component": "",
    "cron": "cron_core",
    "exec": "",
    "file": "",
    "filebucket": "",
    "group": "",
    "host": "host_core",
    "mailalias": "mailalias_core",
    "mount": "mount_core",
    "notify": "",
    "package": "",
    "resources": "",
    "schedule": "",
    "selboolean": "selinux_core",
    "selmodule": "selinux_core",
    "service": "",
    "ssh_authorized_key": "sshkeys_core",
    "sshkey": "sshkeys_core",
    "stage": "",
    "tidy": "",
    "user": "",
    "whit": "",
    "yumrepo": "yumrepo_core",
    "zfs": "zfs_core",
    "zone": "zone_core",
    "zpool": "zfs_core",
}

# Types that modules have always brought. An installed module defines their attributes; these are
# the attributes without it.
OF_MODULES: dict[str, str] = {
    "anchor": "stdlib",
    "archive": "archive",
    "concat_file": "concat",
    "concat_fragment": "concat",
    "file_line": "stdlib",
    "ini_setting": "inifile",
    "ini_subsetting": "inifile",
    "vcsrepo": "vcsrepo",
}

# Types that share a file, which holds them as TABLES. Every other type has a file of its name,
# which holds it as TABLE.
FAMILIES = {
    "component": "containers",
    "stage": "containers",
    "whit": "containers",
    "zfs": "solaris",
    "zone": "solaris",
    "zpool": "solaris",
}


def find(name: str) -> ResourceTypeTable | None:
    """Return a resource type by its name in lower case, or None."""
    return _load(name) if name in MODULES else None


def find_of_module(name: str) -> ResourceTypeTable | None:
    """Return a resource type that modules bring, for where the module is not installed."""
    return _load(name) if name in OF_MODULES else None


def _load(name: str) -> ResourceTypeTable:
    # After the first import this is a look-up in sys.modules.
    family = FAMILIES.get(name)
    if family is not None:
        tables: dict[str, ResourceTypeTable]
        tables = __import__(f"duckrow.puppet.resources.{family}", fromlist=["TABLES"]).TABLES
        return tables[name]
    module = __import__(f"duckrow.puppet.resources.{name}", fromlist=["TABLE"])
    table: ResourceTypeTable = module.TABLE
    return table
