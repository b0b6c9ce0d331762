"""file: a file, directory or symbolic link, with its content, owner and mode."""

from __future__ import annotations

from duckrow.puppet.resources.behaviour import (
    Behaviour,
    account_id,
    listed_value,
    only_text,
    word_of,
)
from duckrow.puppet.resources.table import ResourceTypeTable
from duckrow.source.short_digest import SHORT, short_sha256

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.resources.behaviour import Related
    from duckrow.puppet.resources.desired import Desired

ENSURES = ("absent", "file", "present", "directory", "link")
SCHEMES = ("file", "puppet", "http", "https")


def _split(title: str) -> dict[str, str]:
    """Take the slashes off the end of a path; a root keeps its own."""
    if title[-1:] != "/":
        return {"path": title}
    path = title.rstrip("/")
    if not path:
        return {"path": title[:1]}
    is_drive = path[-1] == ":" and len(path) > 1
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
    summary="Looks after a file, directory or link: what it is, what it holds and whose it is.",
    attribute_help={
        "ensure": (
            "What is to be there: file, directory, link, present, absent, or the target of a link."
        ),
        "content": "What the file holds, as text or bytes.",
        "checksum_value": "The checksum that the content of a source is to have.",
        "target": "Where a link points.",
        "owner": "Whose file it is, by name or number.",
        "group": "The group of the file, by name or number.",
        "mode": "The permissions, in octal digits or as in u+x,g=r.",
        "type": "What the path is now; cannot be set.",
        "seluser": "The user of the SELinux context.",
        "selrole": "The role of the SELinux context.",
        "seltype": "The type of the SELinux context.",
        "selrange": "The range of the SELinux context.",
        "ctime": "When the file's properties last changed; cannot be set.",
        "mtime": "When the file's content last changed; cannot be set.",
        "path": "The full path.",
        "backup": (
            "Where the old content is kept: a bucket, a suffix for a copy beside it, or false."
        ),
        "recurse": "Whether all that is below a directory is looked after: true, false or remote.",
        "recurselimit": "How many levels deep.",
        "max_files": (
            "How many files below a directory are looked after before there is a warning or error."
        ),
        "replace": "Whether a file that is there already gets the wanted content.",
        "force": "Whether a directory may be removed to make room, or be absent at all.",
        "ignore": "Patterns of names that are left alone.",
        "links": "Whether links are followed or looked after themselves.",
        "purge": "Whether files below a directory that nobody declares are removed.",
        "sourceselect": "Whether the first of several sources counts or all of them together.",
        "show_diff": "Whether the log may show how the content changes.",
        "staging_location": "A directory in which new content is prepared.",
        "validate_cmd": (
            "A command that checks new content before the file is replaced; % is the path of it."
        ),
        "validate_replacement": "The text in validate_cmd that the path replaces, by default %.",
        "checksum": "How contents are compared: sha256, md5, mtime and others.",
        "source": (
            "Where the content comes from: a path, or puppet:///modules/NAME/FILE; the first "
            "that is there."
        ),
        "source_permissions": "Whether owner, group and mode come from the source too.",
        "selinux_ignore_defaults": (
            "Whether to leave the SELinux context alone where nothing is said about it."
        ),
    },
)


class FileType(Behaviour):
    """A path, and the file, directory or link that belongs there."""

    __slots__ = ()
    providers = ("posix",)
    aliases = {"ensure": {"false": "absent"}}
    defaults = {
        "backup": False,
        "links": "manage",
        "checksum": "sha256",
        "sourceselect": "first",
        "source_permissions": "ignore",
        "replace": True,
        "show_diff": True,
        "validate_replacement": "%",
    }

    def munge_path(self, desired: Desired, value: object) -> str:
        if type(value) is not str or not value.startswith("/"):
            raise ValueError(f"File paths must be fully qualified, not '{value}'")
        if "//" not in value and "/." not in value and value[-1] != "/":
            return value  # nearly always
        parts: list[str] = []
        for part in value.split("/"):
            if part == "..":
                del parts[-1:]
            elif part not in ("", "."):
                parts.append(part)
        return "/" + "/".join(parts)

    def munge_ensure(self, desired: Desired, value: object) -> str:
        found = listed_value(self.table.properties["ensure"], value, self.aliases["ensure"])
        if found in ENSURES:
            return str(found)
        # Any other text is where a link leads.
        desired.values["target"] = found
        return "link"

    def munge_owner(self, desired: Desired, value: object) -> int | str:
        return account_id("owner", value)

    def munge_group(self, desired: Desired, value: object) -> int | str:
        return account_id("group", value)

    def munge_mode(self, desired: Desired, value: object) -> str:
        from duckrow.puppet.resources.file_mode import is_mode, normalized

        if type(value) is not str:
            kind = type(value).__name__
            name = {"int": "Integer", "float": "Float", "list": "Array", "dict": "Hash"}
            raise ValueError(
                f"The file mode specification must be a string, not '{name.get(kind, kind)}'"
            )
        if not is_mode(value):
            from duckrow.ruby.values.inspect import inspect

            raise ValueError(f"The file mode specification is invalid: {inspect(value)}")
        return normalized(value)

    def set(self, desired: Desired, name: str, value: object) -> None:
        if name == "content" and type(value) is list and value:
            value = value[-1]  # of several contents the last one is written
        super().set(desired, name, value)

    def munge_content(self, desired: Desired, value: object) -> object:
        if getattr(value, "data", None) is None:
            only_text("content", value)
        return value if value == "absent" else content_of(value)

    def munge_source_permissions(self, desired: Desired, value: object) -> str:
        found = listed_value(self.table.parameters["source_permissions"], value)
        if found != "ignore" and desired.catalog is not None and desired.line is not None:
            where = f"file: {desired.file or 'unknown'}, line: {desired.line}"
            desired.catalog.warn_once(
                "The `source_permissions` parameter is deprecated. Explicitly set `owner`, "
                f"`group`, and `mode`.\n   ({where})"
            )
        return str(found)

    def munge_ctime(self, desired: Desired, value: object) -> None:
        raise ValueError("ctime is read-only")

    def munge_mtime(self, desired: Desired, value: object) -> None:
        raise ValueError("mtime is read-only")

    def munge_type(self, desired: Desired, value: object) -> None:
        raise ValueError("type is read-only")

    def munge_backup(self, desired: Desired, value: object) -> str | None:
        if type(value) is list:
            value = value[0] if value else False
        if value in (False, "false"):
            return None
        if value in (True, "true"):
            return ".puppet-bak"
        if type(value) is not str:
            from duckrow.ruby.values.inspect import inspect

            raise ValueError(f"Invalid backup type {inspect(value)}")
        return value

    def munge_source(self, desired: Desired, value: object) -> list[str]:
        found = []
        for each in value if type(value) is list else [value]:
            source = str(each)
            scheme, colon, _ = source.partition(":")
            if source.startswith("/"):
                source = f"file://{source}"
            elif not colon:
                raise ValueError(f"Cannot use relative URLs '{source}'")
            elif not source.startswith(f"{scheme}:/"):
                raise ValueError(f"Cannot use opaque URLs '{source}'")
            elif scheme not in SCHEMES:
                raise ValueError(f"Cannot use URLs of type '{scheme}' as source for fileserving")
            found.append(source.rstrip("/"))
        return found

    def validate(self, desired: Desired) -> None:
        values = desired.values
        creators = [name for name in ("content", "source", "target") if name in values]
        if len(creators) > 1:
            raise ValueError("You cannot specify more than one of content, source, target")
        source, kind = values.get("source"), values.get("checksum")
        if source is None and values.get("recurse") == "remote":
            raise ValueError("You cannot specify a remote recursion without a source")
        if source is not None and kind == "none":
            raise ValueError("You cannot specify source when using checksum 'none'")
        content = values.get("content")
        if content is not None and kind in ("none", "ctime", "mtime"):
            raise ValueError(f"You cannot specify content when using checksum '{kind}'")
        if "recurse" not in values and "recurselimit" in values:
            desired.log(
                "warning",
                "Possible error: recurselimit is set but not recurse, no recursion will happen",
                f"/{desired.ref}",
            )
        checksum = values.get("checksum_value")
        if checksum is not None:
            if not is_checksum(str(checksum), str(kind)):
                raise ValueError(f"Checksum value '{checksum}' is not a valid checksum type {kind}")
            if content is None and source is None:
                desired.log(
                    "warning",
                    "Checksum value is ignored unless content or source are specified",
                    f"/{desired.ref}",
                )
        if type(content) is bytes:
            # `values` are stored and reported, so they hold the checksum and not the content.
            values["content"] = checksum_of(content, str(kind))
        if "ensure" not in values:
            if "target" in values:
                values["ensure"] = "link"
            elif content is not None:
                values["ensure"] = "file"
        if desired.is_sensitive("content") or desired.is_sensitive("source"):
            desired.sensitive = (*desired.sensitive, "content", "ensure")

    finishes = True

    def finish(self, desired: Desired) -> None:
        name, catalog = desired["backup"], desired.catalog
        if name is None or name == "puppet" or name.startswith(".") or catalog is None:
            return
        if catalog.find("filebucket", name) is None:
            message = f"Could not find filebucket {name} specified in backup"
            raise desired.fail(desired.hide(message))

    def autorequire(self, desired: Desired) -> Related:
        catalog = desired.catalog
        parent = desired.name
        while catalog is not None and parent != "/":
            parent = parent.rpartition("/")[0] or "/"
            if catalog.find("file", parent) is not None:
                yield "file", [parent]
                break
        if type(desired["target"]) is str:
            yield "file", [desired["target"]]
        for attribute, type_name in (("owner", "user"), ("group", "group")):
            name = desired[attribute]
            if type(name) is str and not name.isdigit():
                yield type_name, [name]


def content_of(value: object) -> bytes:
    """Return the bytes of the attribute `content` of a manifest."""
    if type(value) is str:
        return value.encode("utf-8", "surrogateescape")
    if type(value) is list:
        return content_of(value[-1]) if value else b""
    data = getattr(value, "data", None)
    return data if type(data) is bytes else word_of(value).encode()


def checksum_of(content: bytes, kind: str) -> str:
    """Return a checksum with its kind: {sha256}…; those that are called lite see the beginning."""
    seen = content[:512] if kind.endswith("lite") else content
    name = kind.removesuffix("lite")
    if name == "sha256" and len(seen) < SHORT:
        digest = short_sha256(seen)
    else:
        import hashlib

        digest = hashlib.new(name, seen, usedforsecurity=False).hexdigest()
    return f"{{{kind}}}{digest}"


def is_checksum(text: str, kind: str) -> bool:
    """Return whether a text could be a checksum of a kind: hexadecimal and as long as that."""
    if kind in ("mtime", "ctime"):
        return any(sign.isdigit() for sign in text)
    length = {"md5": 32, "sha1": 40}.get(kind.removesuffix("lite"))
    if length is None:
        length = (
            int(kind.removesuffix("lite").removeprefix("sha") or 0) // 4 if kind != "none" else 0
        )
    return len(text) == length and all(sign in "0123456789abcdefABCDEF" for sign in text)


BEHAVIOUR = FileType(TABLE)
