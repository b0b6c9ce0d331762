"""Words about the resource type package."""

SUMMARY = "Installs, updates and removes packages."

ATTRIBUTES = {
    "ensure": "present, absent, purged, latest, held, or a version.",
    "package_settings": "Settings that the package is built or installed with.",
    "flavor": "The flavour or stream of the package.",
    "mark": "Whether the package is kept at its version.",
    "name": "The name of the package, if it is not the title.",
    "command": "The program that installs packages, for pip and gem.",
    "source": "The file that is installed, for tools that do not fetch packages themselves.",
    "instance": "What the package is called when it is installed; for information.",
    "status": "What the tool says about it; for information.",
    "adminfile": "The file with settings for Solaris packages.",
    "responsefile": "A file with answers to what the package asks.",
    "configfiles": "Whether configuration files are kept or replaced.",
    "category": "A note of the package; for information.",
    "platform": "A note of the package; for information.",
    "root": "A note of the package; for information.",
    "vendor": "A note of the package; for information.",
    "description": "A note of the package; for information.",
    "allowcdrom": "Whether apt may install from a disc.",
    "enable_only": "Whether a module stream is only enabled.",
    "install_only": "Whether it is only ever installed beside other versions, never updated.",
    "install_options": "More words for the tool when it installs.",
    "uninstall_options": "More words for the tool when it removes.",
    "allow_virtual": "Whether a name may be one that other packages provide.",
    "reinstall_on_refresh": "Whether a refresh installs the package again.",
}
