"""Words about the resource type mount."""

SUMMARY = "Looks after a file system in fstab, and whether it is mounted."

ATTRIBUTES = {
    "ensure": "Whether it is mounted, unmounted, defined in the table in either state, or absent.",
    "device": "What is mounted: a device, a UUID or a share.",
    "blockdevice": "The device that is checked, on Solaris.",
    "fstype": "The kind of file system.",
    "options": "The options with commas between them.",
    "pass": "When it is checked at the start of the system.",
    "atboot": "Whether it is mounted at the start, on systems whose table says so.",
    "dump": "Whether it is dumped.",
    "target": "The table; /etc/fstab if nothing is said.",
    "name": "Where it is mounted.",
    "remounts": "Whether new options can be taken on by remounting.",
}
