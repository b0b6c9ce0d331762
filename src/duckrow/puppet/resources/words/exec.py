"""Words about the resource type exec."""

SUMMARY = "Runs a command, unless a check says that its work is done."

ATTRIBUTES = {
    "returns": "The exit codes that mean success.",
    "command": "The command, with its full path or with path set.",
    "path": "Where commands are looked for.",
    "user": "Who runs the command.",
    "group": "The group that it runs with.",
    "cwd": "The directory that it runs in.",
    "logoutput": "Whether what it prints is logged: always, never, or when it fails.",
    "refresh": "What is run in its place when it is refreshed.",
    "environment": "Settings such as NAME=value for the command.",
    "umask": "The umask of the command, in octal digits.",
    "timeout": (
        "Seconds after which the command, and all that it started, is stopped; 0 for never."
    ),
    "tries": "How often it is tried.",
    "try_sleep": "Seconds between two tries.",
    "refreshonly": "Whether it runs only when something that it depends on has changed.",
    "creates": "A file; if it is there the command is not run.",
    "unless": "A command; if it succeeds the command is not run.",
    "onlyif": "A command that must succeed for the command to be run.",
}
