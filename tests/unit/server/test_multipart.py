"""Forms with a file that arrive in pieces of any size."""

from __future__ import annotations

import pytest

from duckrow.server.http.exchange import Refusal
from duckrow.server.http.multipart import FormFile, boundary_of

HEAD = 'Content-Disposition: form-data; name="{}"; filename="a.tgz"\r\nContent-Type: x/y\r\n'


def form(*parts: tuple[str, bytes]) -> bytes:
    text = b"".join(
        b"--pond\r\n" + HEAD.format(name).encode() + b"\r\n" + content + b"\r\n"
        for name, content in parts
    )
    return text + b"--pond--\r\n"


def read(body: bytes, size: int) -> bytes:
    found = bytearray()
    reader = FormFile(b"pond", "archive", found.extend)
    for at in range(0, len(body), size):
        reader.write(body[at : at + size])
    reader.finish()
    return bytes(found)


@pytest.mark.parametrize("size", [1, 2, 5, 17, 100_000])
@pytest.mark.parametrize("content", [b"", b"quack", b"\r\n", b"\r\n--pon", b"--pond", b"x" * 999])
def test_the_part_of_a_name_is_the_file(content: bytes, size: int) -> None:
    assert read(form(("archive", content)), size) == content
    others = form(("note", b"hello"), ("archive", content), ("archive", b"second"), ("z", b""))
    assert read(others, size) == content
    assert read(b"preface\r\n" + form(("archive", content)), size) == content


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"", "ends before its last boundary"),
        (form(("archive", b"x"))[:-6], "ends before its last boundary"),
        (form(("note", b"x")), "has no part with the name archive"),
        (b"--pondering\r\n", "something follows a boundary"),
        (b"--pond\r\n" + b"x" * 20_000, "has more than"),
    ],
)
@pytest.mark.parametrize("size", [1, 100_000])
def test_what_is_no_form_is_rejected(body: bytes, why: str, size: int) -> None:
    with pytest.raises(Refusal, match=why) as caught:
        read(body, size)
    assert caught.value.status == 400


def test_the_boundary() -> None:
    assert boundary_of('multipart/form-data; boundary="a b"') == b"a b"
    assert boundary_of("Multipart/Form-Data;charset=utf-8; Boundary=pond") == b"pond"
    for each in ("", "application/json", "multipart/form-data", "multipart/mixed; boundary=a"):
        with pytest.raises(Refusal) as caught:
            boundary_of(each)
        assert caught.value.status == 415
