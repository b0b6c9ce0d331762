"""The constants of File and IO for opening and locking, as the kernel of Linux has them."""

from __future__ import annotations

OPEN = {
    "RDONLY": 0,
    "WRONLY": 1,
    "RDWR": 2,
    "CREAT": 0o100,
    "EXCL": 0o200,
    "NOCTTY": 0o400,
    "TRUNC": 0o1000,
    "APPEND": 0o2000,
    "NONBLOCK": 0o4000,
    "SYNC": 0o4010000,
    "NOFOLLOW": 0o400000,
    "BINARY": 0,
    "SHARE_DELETE": 0,
}
LOCK = {"LOCK_SH": 1, "LOCK_EX": 2, "LOCK_NB": 4, "LOCK_UN": 8}
