"""archive: a file that is fetched and, if wanted, extracted."""

from __future__ import annotations

import re

from duckrow.puppet.resources.behaviour import Behaviour, word_of
from duckrow.puppet.resources.table import ResourceTypeTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.resources.behaviour import Related
    from duckrow.puppet.resources.desired import Desired

KINDS = "none md5 sha1 sha2 sha256 sha384 sha512"
_SOURCE = re.compile(r"\b(?:puppet|https?|ftp|file|s3):\S")
_URL = re.compile(r"\b(?:https?|file|ftp):\S")

TABLE = ResourceTypeTable(
    "archive",
    namevars=("path",),
    properties={
        "ensure": "present absent",
        "creates": "",
    },
    parameters={
        "path": "",
        "filename": "",
        "extract": "true false",
        "extract_path": "",
        "target": "",
        "extract_command": "",
        "temp_dir": "",
        "extract_flags": "",
        "cleanup": "true false",
        "source": "",
        "url": "",
        "cookie": "",
        "checksum": r"/\b[0-9a-f]{5,128}\b/ true false undef",
        "digest_string": r"/\b[0-9a-f]{5,128}\b/",
        "checksum_url": "",
        "digest_url": "",
        "checksum_type": KINDS,
        "digest_type": KINDS,
        "checksum_verify": "true false",
        "username": "",
        "password": "",
        "user": "",
        "group": "",
        "proxy_type": "none ftp http https",
        "proxy_server": "",
        "allow_insecure": "true false yes no",
        "download_options": "",
        "provider": "",
    },
    summary="Fetches a file and unpacks it.",
    attribute_help={
        "ensure": "Whether the file, or what comes of it, is there.",
        "creates": "A file that shows that the archive was unpacked.",
        "path": "Where the file goes.",
        "filename": "The name of the file, taken from path.",
        "extract": "Whether it is unpacked.",
        "extract_path": "The directory that it is unpacked in.",
        "target": "Another word for extract_path.",
        "extract_command": "The command that unpacks it; %s stands for the file.",
        "temp_dir": "A directory for the file on its way.",
        "extract_flags": "Words for the command that unpacks.",
        "cleanup": "Whether the file is removed once it is unpacked.",
        "source": "Where it comes from: a path or an address.",
        "url": "Another word for source.",
        "cookie": "The cookie that the server is given.",
        "checksum": "The checksum that the file must have.",
        "digest_string": "Another word for checksum.",
        "checksum_url": "The address of a file with the checksum.",
        "digest_url": "Another word for checksum_url.",
        "checksum_type": "The kind of checksum.",
        "digest_type": "Another word for checksum_type.",
        "checksum_verify": "Whether the checksum is looked at.",
        "username": "The name that the server is given.",
        "password": "The password that the server is given.",
        "user": "Who unpacks it.",
        "group": "The group that unpacks it.",
        "proxy_type": "The kind of proxy.",
        "proxy_server": "The address of the proxy.",
        "allow_insecure": "Whether certificates may be wrong.",
        "download_options": "More words for the tool that fetches.",
    },
)


class ArchiveType(Behaviour):
    """The source of an archive, its checks, and its destination."""

    __slots__ = ()
    providers = ("curl", "ruby", "wget")
    defaults = {
        "ensure": "present",
        "extract": "false",
        "cleanup": "true",
        "checksum_type": "none",
        "checksum_verify": "true",
    }

    def munge_path(self, desired: Desired, value: object) -> str:
        return _absolute("archive path must be absolute: ", value)

    def munge_extract_path(self, desired: Desired, value: object) -> str:
        return _absolute("archive extract_path must be absolute: ", value)

    def munge_creates(self, desired: Desired, value: object) -> str:
        if type(value) is not str:
            raise ValueError(f"archive creates must be a path: {value}")
        return value

    def munge_temp_dir(self, desired: Desired, value: object) -> str:
        return _absolute("Invalid temp_dir ", value)

    def munge_source(self, desired: Desired, value: object) -> str:
        text = str(value)
        if not text.startswith("/") and _SOURCE.search(text) is None:
            raise ValueError(f"invalid source url: {text}")
        return text

    # These have two names: the second is that of another module, and wins over the first.

    def munge_target(self, desired: Desired, value: object) -> str:
        desired.values["extract_path"] = found = self.munge_extract_path(desired, value)
        return found

    def munge_url(self, desired: Desired, value: object) -> str:
        if _URL.search(str(value)) is None:
            raise ValueError(f"invalid source url: {value}")
        desired.values["source"] = str(value)
        return str(value)

    def munge_digest_string(self, desired: Desired, value: object) -> object:
        text = self._listed("digest_string", value)
        if text:
            desired.values["checksum"] = text
        return text

    def munge_digest_url(self, desired: Desired, value: object) -> str:
        desired.values["checksum_url"] = str(value)
        return str(value)

    def munge_digest_type(self, desired: Desired, value: object) -> object:
        desired.values["checksum_type"] = found = self._listed("digest_type", value)
        return found

    def default_checksum_type(self, desired: Desired) -> str:
        return str(desired["digest_type"] or "none")

    def munge_checksum(self, desired: Desired, value: object) -> object:
        if value in ("", "undef"):
            return "false"
        found = self._listed("checksum", value)
        if found in ("true", "false"):
            desired.values["checksum_verify"] = found
        return found

    def default_checksum_verify(self, desired: Desired) -> str:
        return str(desired["checksum_verify"] or "true")

    def munge_download_options(self, desired: Desired, value: Any) -> list[str]:
        if type(value) not in (str, list):
            raise ValueError(f"download_options should be String or Array: {value}")
        return [value] if type(value) is str else [word_of(each) for each in value]

    def validate(self, desired: Desired) -> None:
        desired.values["filename"] = desired.name.rpartition("/")[2]

    def autorequire(self, desired: Desired) -> Related:
        files = [desired.name.rpartition("/")[0] or "/"]
        if desired["extract_path"] is not None:
            files.append(desired["extract_path"])
        # As in the module: the file that the S3 client reads when root runs it.
        yield "file", [*files, *(f"/{_S3_USER}/.aws/{name}" for name in ("config", "credentials"))]
        yield "exec", ["install_aws_cli"]


_S3_USER = "root"


def _absolute(message: str, value: object) -> str:
    if type(value) is not str or not value.startswith("/"):
        raise ValueError(f"{message}{value}")
    return value


BEHAVIOUR = ArchiveType(TABLE)
