"""Words about the resource type zpool."""

SUMMARY = "Looks after a pool of ZFS."

ATTRIBUTES = {
    "ensure": "Whether the pool is there.",
    "disk": "The disks of a plain pool.",
    "mirror": "Disks that mirror each other.",
    "raidz": "Disks of a raidz group.",
    "spare": "Disks in reserve.",
    "log": "Disks for the log.",
    "cache": "Disks for the cache.",
    "ashift": "The size of a sector as a power of two.",
    "autoexpand": "Whether it grows with its disks.",
    "failmode": "What happens when it fails.",
    "pool": "The name of the pool.",
    "raid_parity": "How many disks of a raidz group may fail.",
}
