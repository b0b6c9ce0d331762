"""Command lines of files promises."""

from __future__ import annotations

import pytest

from duckrow.cfengine.promises.files.programs import split_line


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("/bin/a", ["/bin/a"]),
        ("/bin/a  b c", ["/bin/a", "b", "c"]),
        ("/bin/a 'b c' d", ["/bin/a", "b c", "d"]),
        ('/bin/a "b \'c"', ["/bin/a", "b 'c"]),
        ('"/bin/a b" c', ["/bin/a b", "c"]),
        ("  /bin/a ", ["/bin/a"]),
        ("", []),
    ],
)
def test_lines_are_split(line: str, words: list[str]) -> None:
    assert split_line(line) == words
