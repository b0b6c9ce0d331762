"""Words about the resource type selmodule."""

SUMMARY = "Loads and unloads a module of the SELinux policy."

ATTRIBUTES = {
    "ensure": "Whether the module is loaded.",
    "syncversion": "Whether it is loaded again when its file has another version.",
    "name": "The name of the module, without .pp.",
    "selmoduledir": "The directory with the file of the module.",
    "selmodulepath": "The file of the module, if it is elsewhere.",
}
