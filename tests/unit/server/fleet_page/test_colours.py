"""Words can be read: each colour differs enough from the one behind it, in light and in dark."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from duckrow.server.fleet_page import __file__ as room

STYLE = (Path(room).parent / "static/fleet.css").read_text()
STATES = ("failed", "changed", "drifting", "good", "silent", "noop", "other")
PAIRS = [(name, f"{name}-soft") for name in STATES] + [
    (front, back)
    for front in ("ink", "soft", "link", "failed", "drifting")
    for back in ("page", "card", "hover")
]
LEAST = 4.5  # the ratio that the guidelines of the W3C ask for small text


def colours() -> dict[str, dict[str, str]]:
    blocks = re.findall(r":root \{(.*?)\}", STYLE, re.DOTALL)
    found = [dict(re.findall(r"--([\w-]+): (#\w+)", block)) for block in blocks]
    return dict(zip(("light", "dark"), found, strict=True))


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(each * 2 for each in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_words_can_be_read(mode: str) -> None:
    found = colours()[mode]
    ratios = {}
    for front, back in PAIRS:
        dark, light = sorted(luminance(found[name]) for name in (front, back))
        ratios[front, back] = (light + 0.05) / (dark + 0.05)
    assert {pair: ratio for pair, ratio in ratios.items() if ratio < LEAST} == {}
