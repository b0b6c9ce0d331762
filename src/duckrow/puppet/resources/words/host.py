"""Words about the resource type host."""

SUMMARY = "Looks after a name and its address in the hosts file."

ATTRIBUTES = {
    "ensure": "Whether there is a line for the name.",
    "ip": "The address, IPv4 or IPv6.",
    "host_aliases": "Other names for it.",
    "comment": "What stands behind a # at the end of the line.",
    "target": "The file; /etc/hosts if nothing is said.",
    "name": "The name of the host.",
}
