"""package: software that a package manager installs, holds or removes."""

from duckrow.puppet.resources.table import ResourceTypeTable


def _split(title: str) -> dict[str, str]:
    """Take a title for the name alone: provider and command only count where they are given."""
    return {"name": title}


TABLE = ResourceTypeTable(
    "package",
    namevars=("name", "provider", "command"),
    split_title=_split,
    properties={
        "ensure": "present absent purged disabled latest /./",
        "package_settings": "",
        "flavor": "",
        "mark": "hold none",
    },
    parameters={
        "name": "",
        "provider": "",
        "command": "",
        "source": "",
        "instance": "",
        "status": "",
        "adminfile": "",
        "responsefile": "",
        "configfiles": "keep replace",
        "category": "",
        "platform": "",
        "root": "",
        "vendor": "",
        "description": "",
        "allowcdrom": "true false",
        "enable_only": "true false yes no",
        "install_only": "true false yes no",
        "install_options": "",
        "uninstall_options": "",
        "allow_virtual": "true false yes no",
        "reinstall_on_refresh": "true false",
    },
    features={
        "package_settings": "package_settings",
        "flavor": "supports_flavors",
        "mark": "holdable",
        "command": "targetable",
        "install_only": "install_only",
        "install_options": "install_options",
        "uninstall_options": "uninstall_options",
        "allow_virtual": "virtual_packages",
    },
)
