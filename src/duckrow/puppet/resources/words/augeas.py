"""Words about the resource type augeas."""

SUMMARY = "Changes configuration files through the trees that the Augeas library reads from them."

ATTRIBUTES = {
    "returns": "What a run ends with; there is no reason to set it.",
    "name": "What the changes are called.",
    "context": (
        "The path that comes before every relative path; with incl it is that file's "
        "place in the tree."
    ),
    "onlyif": (
        "A question to the tree, such as 'match PATH size > 0', that must be answered with yes."
    ),
    "changes": "The commands, one per line or item: set, rm, ins, mv, clear and others.",
    "root": "The directory below which files are read.",
    "load_path": "More directories with lenses, as a list or with colons between them.",
    "force": "Whether to run the changes even if no file would change.",
    "type_check": "Whether lenses are checked when they are loaded.",
    "lens": "The lens that reads the file given as incl.",
    "incl": "The only file to load; needs lens.",
    "show_diff": "Whether the log may show how files change.",
}
