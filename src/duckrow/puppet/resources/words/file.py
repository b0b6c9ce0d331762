"""Words about the resource type file."""

SUMMARY = "Looks after a file, directory or link: what it is, what it holds and whose it is."

ATTRIBUTES = {
    "ensure": (
        "What is to be there: file, directory, link, present, absent, or the target of a link."
    ),
    "content": "What the file holds, as text or bytes.",
    "checksum_value": "The checksum that the content of a source is to have.",
    "target": "Where a link points.",
    "owner": "Whose file it is, by name or number.",
    "group": "The group of the file, by name or number.",
    "mode": "The permissions, in octal digits or as in u+x,g=r.",
    "type": "What the path is now; cannot be set.",
    "seluser": "The user of the SELinux context.",
    "selrole": "The role of the SELinux context.",
    "seltype": "The type of the SELinux context.",
    "selrange": "The range of the SELinux context.",
    "ctime": "When the file's properties last changed; cannot be set.",
    "mtime": "When the file's content last changed; cannot be set.",
    "path": "The full path.",
    "backup": "Where the old content is kept: a bucket, a suffix for a copy beside it, or false.",
    "recurse": "Whether all that is below a directory is looked after: true, false or remote.",
    "recurselimit": "How many levels deep.",
    "max_files": (
        "How many files below a directory are looked after before there is a warning or error."
    ),
    "replace": "Whether a file that is there already gets the wanted content.",
    "force": "Whether a directory may be removed to make room, or be absent at all.",
    "ignore": "Patterns of names that are left alone.",
    "links": "Whether links are followed or looked after themselves.",
    "purge": "Whether files below a directory that nobody declares are removed.",
    "sourceselect": "Whether the first of several sources counts or all of them together.",
    "show_diff": "Whether the log may show how the content changes.",
    "staging_location": "A directory in which new content is prepared.",
    "validate_cmd": (
        "A command that judges new content before it is put in place; % stands for its file."
    ),
    "validate_replacement": "What stands for the file in validate_cmd.",
    "checksum": "How contents are compared: sha256, md5, mtime and others.",
    "source": (
        "Where the content comes from: a path, or puppet:///modules/NAME/FILE; the first "
        "that is there."
    ),
    "source_permissions": "Whether owner, group and mode come from the source too.",
    "selinux_ignore_defaults": (
        "Whether to leave the SELinux context alone where nothing is said about it."
    ),
}
