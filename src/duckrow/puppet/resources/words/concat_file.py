"""Words about the resource type concat_file."""

SUMMARY = "A file that is put together from fragments."

ATTRIBUTES = {
    "ensure": "Whether the file is there.",
    "tag": "Fragments with this tag belong to it.",
    "path": "The full path.",
    "owner": "Whose file it is.",
    "group": "The group of the file.",
    "mode": "The permissions.",
    "order": "Whether fragments are ordered as numbers or as text.",
    "backup": "Where the old content is kept.",
    "replace": "Whether a file that is there already is changed.",
    "validate_cmd": "A command that judges new content.",
    "ensure_newline": "Whether each fragment ends with a new line.",
    "format": "What fragments are: plain text, YAML or JSON, which are merged.",
    "force": "Whether later fragments win where merged values differ.",
    "selinux_ignore_defaults": "Whether to leave the SELinux context alone.",
    "selrange": "The range of the SELinux context.",
    "selrole": "The role of the SELinux context.",
    "seltype": "The type of the SELinux context.",
    "seluser": "The user of the SELinux context.",
    "show_diff": "Whether the log may show how the content changes.",
}
