"""Write the page: one HTML file that needs nothing else.

The data are what `duckrow.puppet.explain` and `duckrow.cfengine.explain` find:

    title, language
    phases   name, steps: text, ref, file, line
    nodes    ref, type, title, container, file, line, values (name, value, reasons), why, status
    edges    source, target, kind, refresh, file, line
    cycles   lists of refs
    races    refs, what: the thing that they touch
    sources  from a file to its text
    answer   what `formats.answer_data` returns, for a page that answers a question

A reason is what `formats.reason_data` returns. All keys but `title` and `nodes` may be missing.

The page loads nothing, and runs no script but its own: its policy names their digests.
"""

from __future__ import annotations

import json
import pkgutil
from base64 import b64encode
from hashlib import sha256
from html import escape

from duckrow.explain.page.reasons import with_reason_table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

LIBRARIES = (
    "vendor/preact.min.umd.js",
    "vendor/preact-hooks.umd.js",
    "vendor/htm.umd.js",
    "vendor/dagre.min.js",
)
# They share one scope; the last one draws the page.
SCRIPTS = (
    "prelude.js",
    "model.js",
    "routes.js",
    "layout.js",
    "graph.js",
    "list.js",
    "views.js",
    "details.js",
    "search.js",
    "app.js",
)

_PAGE = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<div id="page"></div>
<noscript>This page needs JavaScript. It loads nothing from elsewhere.</noscript>
<script type="application/json" id="data">{data}</script>
<script>{libraries}</script>
<script>{script}</script>
</body>
</html>
"""


def page(data: Mapping[str, object]) -> str:
    """Return the page as HTML."""
    style = _static("page.css")
    libraries = "\n".join(_static(name) for name in LIBRARIES)
    script = '"use strict";(() => {\n' + "".join(_static(name) for name in SCRIPTS) + "})();"
    policy = (
        f"default-src 'none'; script-src {_digest(libraries)} {_digest(script)}; "
        f"style-src {_digest(style)}; img-src data:; base-uri 'none'; form-action 'none'"
    )
    return _PAGE.format(
        policy=policy,
        title=escape(str(data["title"])),
        style=style,
        data=_json(with_reason_table(data)),
        libraries=libraries,
        script=script,
    )


def _json(data: Mapping[str, object]) -> str:
    """Write data so that no text in them can end the element that holds them."""
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")


def _static(name: str) -> str:
    """Return the text of a file of this package; source maps, which it names, are not in it."""
    content = pkgutil.get_data(__name__, f"static/{name}")
    assert content is not None
    lines = content.decode().splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith("//# sourceMappingURL="))


def _digest(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
