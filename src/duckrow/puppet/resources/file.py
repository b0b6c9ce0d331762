"""file: a file, directory or symbolic link, with its content, owner and mode."""

from duckrow.puppet.resources.table import ResourceTypeTable


def _split(title: str) -> dict[str, str]:
    """Take the slashes off the end of a path; a root keeps its own."""
    path = title.rstrip("/")
    if not path:
        return {"path": title[:1]}
    is_drive = path[-1] == ":" and len(path) > 1 and path != title
    return {"path": path + "/" if is_drive else path}


TABLE = ResourceTypeTable(
    "file",
    namevars=("path",),
    split_title=_split,
    properties={
        "ensure": "absent file present directory link /./",
        "content": "",
        "checksum_value": "",
        "target": "notlink /./",
        "owner": "",
        "group": "",
        "mode": "",
        "type": "",
        "seluser": "",
        "selrole": "",
        "seltype": "",
        "selrange": "",
        "ctime": "",
        "mtime": "",
    },
    parameters={
        "path": "",
        "backup": "",
        "recurse": "true false remote",
        "recurselimit": "/^[0-9]+$/",
        "max_files": "/^[0-9]+$/ /^-1$/",
        "replace": "true false yes no",
        "force": "true false yes no",
        "ignore": "",
        "links": "follow manage",
        "purge": "true false yes no",
        "sourceselect": "first all",
        "show_diff": "true false yes no",
        "staging_location": "",
        "validate_cmd": "",
        "validate_replacement": "",
        "provider": "",
        "checksum": (
            "sha256 sha256lite md5 md5lite sha1 sha1lite sha512 sha384 sha224 mtime ctime none"
        ),
        "source": "",
        "source_permissions": "use use_when_creating ignore",
        "selinux_ignore_defaults": "true false",
    },
)
