"""Words about the resource type tidy."""

SUMMARY = "Removes files that are old, large or not wanted."

ATTRIBUTES = {
    "path": "The file or directory.",
    "recurse": "Whether, or how many levels deep, to look below a directory.",
    "max_files": "How many files there may be before there is a warning or error.",
    "matches": "Patterns of names; only those are removed.",
    "backup": "Where the content is kept before.",
    "age": "How old a file must be, such as 2w or 3d.",
    "size": "How large a file must be, such as 10m.",
    "type": "Which time counts: atime, mtime or ctime.",
    "rmdirs": "Whether empty directories are removed too.",
}
