"""What is measured, in the order of env_data."""

from __future__ import annotations

# How many values there are at most; promises take the names after the built-in ones.
MOST = 100
SPARE = "spare"

# The services whose sockets are counted: port, name of the files, name of the values.
SERVICES = (
    (137, "netbiosns", "netbiosns"),
    (138, "netbiosdgm", "netbiosdgm"),
    (139, "netbiosssn", "netbiosssn"),
    (445, "microsoft_ds", "microsoft_ds"),
    (5308, "cfengine", "cfengine"),
    (2049, "nfsd", "nfsd"),
    (25, "smtp", "smtp"),
    (80, "www", "www"),
    (8080, "www-alt", "www_alt"),
    (21, "ftp", "ftp"),
    (22, "ssh", "ssh"),
    (443, "wwws", "wwws"),
    (143, "imap", "imap"),
    (993, "imaps", "imaps"),
    (389, "ldap", "ldap"),
    (636, "ldaps", "ldaps"),
    (27017, "mongo", "mongo"),
    (3306, "mysql", "mysql"),
    (5432, "postgresql", "postgres"),
    (631, "ipp", "ipp"),
)
# Kinds of packets that tcpdump would count; their values stay 0.
_PACKETS = ("icmp", "udp", "dns", "tcpsyn", "tcpack", "tcpfin", "tcpmisc")


def _both(*names: str) -> list[str]:
    return [f"{name}_{way}" for name in names for way in ("in", "out")]


BUILT_IN = (
    "users", "rootprocs", "otherprocs", "diskfree", "loadavg",
    *_both("netbiosns", "netbiosdgm", "netbiosssn", "imap", "cfengine", "nfsd", "smtp", "www",
           "ftp", "ssh", "wwws", *_PACKETS),
    "webaccess", "weberrors", "syslog", "messages", "temp0", "temp1", "temp2", "temp3",
    "cpu", "cpu0", "cpu1", "cpu2", "cpu3",
    *_both("microsoft_ds", "www_alt", "imaps", "ldap", "ldaps", "mongo", "mysql", "postgres",
           "ipp"),
    "io_reads", "io_writes", "io_readdata", "io_writtendata",
    "mem_total", "mem_free", "mem_cached", "mem_swap", "mem_freeswap",
)  # fmt: skip


class Slots:
    """The names of all values; a promise takes the next free one for its handle."""

    __slots__ = ("names",)

    def __init__(self) -> None:
        self.names = list(BUILT_IN)

    def take(self, handle: str) -> bool:
        """Give a promise a slot; return False if none is free."""
        if handle in self.names:
            return handle not in BUILT_IN
        if len(self.names) >= MOST:
            return False
        self.names.append(handle)
        return True
