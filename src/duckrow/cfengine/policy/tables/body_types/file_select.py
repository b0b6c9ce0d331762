"""Attributes of bodies of the kind file_select."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANY_TEXT, ANYTHING, BSD_FLAG, MODE, NATURAL, PATH

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "atime": ("irange", NATURAL),
    "ctime": ("irange", NATURAL),
    "exec_program": ("string", PATH),
    "exec_regex": ("string", ANY_TEXT),
    "file_result": (
        "string",
        (
            "[!*(leaf_name|path_name|file_types|mode|size|owner|group|atime|ctime|mtime|"
            "issymlinkto|exec_regex|exec_program|bsdflags)[|&.]*]*"
        ),
    ),
    "file_types": ("olist", "plain,reg,symlink,dir,socket,fifo,door,char,block"),
    "inherit_from": ("body", None),
    "issymlinkto": ("slist", ANYTHING),
    "leaf_name": ("slist", ANYTHING),
    "meta": ("slist", ANYTHING),
    "mtime": ("irange", NATURAL),
    "path_name": ("slist", PATH),
    "search_bsdflags": ("slist", BSD_FLAG),
    "search_groups": ("slist", ANYTHING),
    "search_mode": ("slist", MODE),
    "search_owners": ("slist", ANYTHING),
    "search_size": ("irange", "0,inf"),
}
