"""A form whose body has several parts, of which one is a file; the file arrives in pieces.

    form = FormFile(boundary_of(content_type), "archive", file.write)
    form.write(piece)
    form.finish()

RFC 7578. Only the part with the wanted name counts; all other parts are ignored.
"""

from __future__ import annotations

from email.message import Message

from duckrow.server.http.exchange import Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_LONGEST_HEADER = 16 * 1024
_LONGEST_BOUNDARY = 200
_LINE = b"\r\n"


def boundary_of(content_type: str) -> bytes:
    """Return what separates the parts of a body. Raises Refusal."""
    message = Message()
    message["content-type"] = content_type
    boundary = message.get_param("boundary")
    is_form = message.get_content_type() == "multipart/form-data"
    if not is_form or not isinstance(boundary, str) or not 0 < len(boundary) <= _LONGEST_BOUNDARY:
        what = "multipart/form-data with a boundary"
        raise Refusal(415, f"the body is not {what}: {content_type[:200]}", None)
    return boundary.encode("utf-8", "replace")


class FormFile:
    """The part of a form that is a file. `found` says whether it has come."""

    __slots__ = ("_is_over", "_is_wanted", "_mark", "_name", "_step", "_take", "_text", "found")

    def __init__(self, boundary: bytes, name: str, take: Callable[[bytes], None]) -> None:
        self._mark = _LINE + b"--" + boundary
        self._name = name
        self._take = take
        self._text = bytearray(_LINE)  # the first boundary may be at the beginning
        self._step: Callable[[], bool] = self._read_content
        self._is_wanted = False
        self._is_over = False
        self.found = False

    def write(self, piece: bytes) -> None:
        """Take the next piece of the body. Raises Refusal."""
        if not self._is_over:
            self._text += piece
            while self._step():
                pass

    def finish(self) -> None:
        """Check that the whole form has come. Raises Refusal."""
        if not self._is_over:
            raise _bad("it ends before its last boundary")
        if not self.found:
            raise _bad(f"it has no part with the name {self._name}")

    def _read_content(self) -> bool:
        """Hand the content of a part over, as far as no boundary can begin in it."""
        end = self._text.find(self._mark)
        is_more = end >= 0
        if not is_more:
            end = max(0, len(self._text) - len(self._mark))
        if self._is_wanted and end:
            self._take(bytes(self._text[:end]))
        del self._text[:end]
        if is_more:
            del self._text[: len(self._mark)]
            self._is_wanted = False
            self._step = self._read_boundary
        return is_more

    def _read_boundary(self) -> bool:
        """Read what follows a boundary: another part, or the end."""
        if len(self._text) < 2:
            return False
        if self._text.startswith(b"--"):
            self._is_over = True
            return False
        end = self._text.find(_LINE)
        if end < 0:
            return self._wait()
        if self._text[:end].strip():
            raise _bad("something follows a boundary")
        del self._text[:end]
        self._step = self._read_headers
        return True

    def _read_headers(self) -> bool:
        end = self._text.find(_LINE + _LINE)
        if end < 0:
            return self._wait()
        headers = bytes(self._text[: end + 2]).decode("utf-8", "replace")
        del self._text[: end + 4]
        self._is_wanted = not self.found and _name_in(headers) == self._name
        self.found = self.found or self._is_wanted
        self._step = self._read_content
        return True

    def _wait(self) -> bool:
        if len(self._text) > _LONGEST_HEADER:
            raise _bad(f"the header of a part has more than {_LONGEST_HEADER} bytes")
        return False


def _name_in(headers: str) -> str:
    """Return the name of a part."""
    for line in headers.split("\r\n"):
        key, _, value = line.partition(":")
        if key.strip().lower() == "content-disposition":
            message = Message()
            message["content-disposition"] = value.strip()
            name = message.get_param("name", header="content-disposition")
            return name if isinstance(name, str) else ""
    return ""


def _bad(why: str) -> Refusal:
    return Refusal(400, f"the body is no form: {why}", None)
