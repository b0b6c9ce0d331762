"""Messages about variables that depend on the log level."""

from __future__ import annotations

from .policies import run


def test_the_location_of_an_incomplete_promise_is_logged() -> None:
    said = run('bundle agent main { vars: "x" comment => "Why"; }').said
    # cf-agent 3.21.0 repeats these lines in each pass, as we do.
    assert said[:3] == [
        " warning: Incomplete vars promise: x",
        "    info: Promise belongs to bundle 'main' in file 'policy.cf' near line 1",
        "    info: Comment is 'Why'",
    ]
