"""Write a zip archive, the same bytes for the same contents."""

from __future__ import annotations

import io
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the first time that an archive can write
_MODE = 0o100644 << 16
_UNIX = 3


def write_archive(contents: Mapping[str, bytes]) -> bytes:
    """Return an archive: its members are sorted and have no times."""
    stream = io.BytesIO()
    with ZipFile(stream, "w") as file:
        for name in sorted(contents):
            member = ZipInfo(name, _LONG_AGO)
            member.compress_type = ZIP_DEFLATED
            member.external_attr = _MODE
            member.create_system = _UNIX
            file.writestr(member, contents[name], compresslevel=9)
    return stream.getvalue()
