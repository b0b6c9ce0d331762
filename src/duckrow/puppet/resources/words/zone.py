"""Words about the resource type zone."""

SUMMARY = "Looks after a zone of Solaris."

ATTRIBUTES = {
    "ensure": "How far it is: absent, configured, installed or running.",
    "ip": "Its addresses, each with its interface.",
    "iptype": "Whether its network is its own or shared.",
    "autoboot": "Whether it starts with the system.",
    "path": "The directory that it lives in.",
    "pool": "Its resource pool.",
    "shares": "Its share of the processors.",
    "dataset": "ZFS file systems that it is given.",
    "inherit": "Directories that it shares with the system.",
    "name": "The name of the zone.",
    "id": "Its number; cannot be set.",
    "clone": "The zone that it is made from.",
    "sysidcfg": "What the file of its first settings holds.",
    "create_args": "More words for zonecfg create.",
    "install_args": "More words for zoneadm install.",
    "realhostname": "Its host name.",
}
