"""Words of the answers: lists, counts and times."""

from __future__ import annotations

from duckrow.source.lazy_pattern import LazyPattern

_PASS = LazyPattern(r"(.*pass) (\d)( of bundle .*)")


def listed(words: list[str]) -> str:
    """Join words with commas and `and`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def counted(words: list[str]) -> str:
    """Return each word once, with its number if there are several."""
    counts = {word: words.count(word) for word in dict.fromkeys(words)}
    if len(words) == 1:
        return words[0]
    return listed([f"{count} {word}" for word, count in counts.items()])


def joined_times(times: list[str]) -> str:
    """Join times as one clause: `in passes 1 and 2 of bundle main`."""
    passes: dict[tuple[str, str], list[str]] = {}
    for time in dict.fromkeys(times):
        found = _PASS.fullmatch(time)
        if found is None:
            passes[time, ""] = []
        else:
            passes.setdefault((found[1], found[3]), []).append(found[2])
    clauses = []
    for (before, after), numbers in passes.items():
        plural = "es" if len(numbers) > 1 else ""
        clauses.append(f"{before}{plural} {listed(numbers)}{after}" if numbers else before)
    return listed(clauses)


def sentence(text: str) -> str:
    """Return a text with a full stop."""
    return text if text.endswith((".", "?")) else f"{text}."
