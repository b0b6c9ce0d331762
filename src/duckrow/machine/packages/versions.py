"""Compares versions: Debian's rule, rpm's rule, and a plain rule for the rest.

Each function returns a number below, equal to or above zero.
"""

from __future__ import annotations


def compare_debian(one: str, other: str) -> int:
    """Compare epoch, upstream version and revision; `~` sorts before everything, even the end."""
    first, second = _debian_parts(one), _debian_parts(other)
    if first[0] != second[0]:
        return -1 if first[0] < second[0] else 1
    return _debian_text(first[1], second[1]) or _debian_text(first[2], second[2])


def _debian_parts(version: str) -> tuple[int, str, str]:
    epoch, colon, rest = version.partition(":")
    if not colon or not epoch.isdigit():
        epoch, rest = "0", version
    upstream, dash, revision = rest.rpartition("-")
    return (int(epoch), upstream, revision) if dash else (int(epoch), rest, "")


def _debian_text(one: str, other: str) -> int:
    """Compare alternately a part without digits and a number."""
    i = j = 0
    while i < len(one) or j < len(other):
        while (i < len(one) and not one[i].isdigit()) or (
            j < len(other) and not other[j].isdigit()
        ):
            first = _debian_weight(one[i]) if i < len(one) else 0
            second = _debian_weight(other[j]) if j < len(other) else 0
            if first != second:
                return -1 if first < second else 1
            i, j = i + 1, j + 1
        left, i = _number(one, i)
        right, j = _number(other, j)
        if left != right:
            return -1 if left < right else 1
    return 0


def _debian_weight(letter: str) -> int:
    if letter == "~":
        return -1
    if letter.isdigit():
        return 0
    return ord(letter) if letter.isalpha() else ord(letter) + 256


def compare_rpm(one: str, other: str) -> int:
    """Compare [epoch:]version[-release]; a release is compared only when both have one."""
    first, second = _rpm_parts(one), _rpm_parts(other)
    if first[0] != second[0]:
        return -1 if first[0] < second[0] else 1
    order = _rpm_text(first[1], second[1])
    if order or not first[2] or not second[2]:
        return order
    return _rpm_text(first[2], second[2])


def _rpm_parts(version: str) -> tuple[int, str, str]:
    epoch, colon, rest = version.partition(":")
    if not colon or not epoch.isdigit():
        epoch, rest = "0", version
    main, _, release = rest.partition("-")
    return int(epoch), main, release


def _rpm_text(one: str, other: str) -> int:
    """Compare segment by segment: numbers beat letters, `~` is older than the end, `^` newer."""
    i = j = 0
    while i < len(one) or j < len(other):
        i, j = _skip(one, i), _skip(other, j)
        left, right = one[i : i + 1], other[j : j + 1]
        if "~" in (left, right):
            if left != right:
                return 1 if right == "~" else -1
            i, j = i + 1, j + 1
        elif "^" in (left, right):
            if left != right:
                if not left or not right:
                    return -1 if not left else 1
                return 1 if right == "^" else -1
            i, j = i + 1, j + 1
        elif not left or not right:
            break
        elif left.isdigit() != right.isdigit():
            return 1 if left.isdigit() else -1
        elif left.isdigit():
            number, i = _number(one, i)
            other_number, j = _number(other, j)
            if number != other_number:
                return -1 if number < other_number else 1
        else:
            word, i = _word(one, i)
            other_word, j = _word(other, j)
            if word != other_word:
                return -1 if word < other_word else 1
    return (i < len(one)) - (j < len(other))


def _skip(text: str, at: int) -> int:
    while (
        at < len(text) and not (text[at].isascii() and text[at].isalnum()) and text[at] not in "~^"
    ):
        at += 1
    return at


def _word(text: str, at: int) -> tuple[str, int]:
    end = at
    while end < len(text) and text[end].isascii() and text[end].isalpha():
        end += 1
    return text[at:end], end


def compare_plain(one: str, other: str) -> int:
    """Compare numbers as numbers and words as words; a word after a number is a pre-release."""
    first, second = _pieces(one), _pieces(other)
    for left, right in zip(first, second, strict=False):
        if left == right:
            continue
        if isinstance(left, int) and isinstance(right, int):
            return -1 if left < right else 1
        if isinstance(left, str) and isinstance(right, str):
            return -1 if left < right else 1
        return 1 if isinstance(left, int) else -1
    longer, sign = (
        (first[len(second) :], 1) if len(first) > len(second) else (second[len(first) :], -1)
    )
    for piece in longer:
        if isinstance(piece, str):
            return -sign
        if piece != 0:
            return sign
    return 0


def compare_python(one: str, other: str) -> int:
    """Compare as Python packages do: epoch, release, then dev, pre, final and post releases."""
    first, second = _python_key(one), _python_key(other)
    return (first > second) - (first < second)


def _python_key(version: str) -> tuple[int, list[int], list[tuple[int, int]]]:
    text = version.strip().lower().removeprefix("v").partition("+")[0]
    epoch, mark, rest = text.partition("!")
    if not mark:
        epoch, rest = "0", text
    pieces = _pieces(rest)
    release: list[int] = []
    for piece in pieces:
        if not isinstance(piece, int):
            break
        release.append(piece)
    words: list[tuple[int, int]] = []
    at = len(release)
    while at < len(pieces):
        piece = pieces[at]
        number = pieces[at + 1] if at + 1 < len(pieces) else 0
        words.append((_PYTHON_WORDS.get(str(piece), 0), number if isinstance(number, int) else 0))
        at += 2
    while release and release[-1] == 0:
        release.pop()
    return int(epoch or 0), release, [*words, (0, 0)]


# The ranks of words that sort before and after a plain release.
_PYTHON_WORDS = {"dev": -4, "a": -3, "alpha": -3, "b": -2, "beta": -2, "post": 1, "rev": 1, "r": 1}
_PYTHON_WORDS |= dict.fromkeys(("c", "rc", "pre", "preview"), -1)


def _pieces(version: str) -> list[int | str]:
    pieces: list[int | str] = []
    at = 0
    while at < len(version):
        if version[at].isdigit():
            number, at = _number(version, at)
            pieces.append(number)
        elif version[at].isalpha():
            end = at
            while end < len(version) and version[end].isalpha():
                end += 1
            pieces.append(version[at:end])
            at = end
        else:
            at += 1
    return pieces


def _number(text: str, at: int) -> tuple[int, int]:
    end = at
    while end < len(text) and text[end].isascii() and text[end].isdigit():
        end += 1
    if end == at and at < len(text) and text[at].isdigit():
        end += 1  # digits of other scripts do not count
        return 0, end
    return int(text[at:end] or 0), end
