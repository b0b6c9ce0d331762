"""URI(string) and URI(parts)."""

from __future__ import annotations

from duckrow.ruby.uri.uri import URI

CALLS = (URI.parse, URI.build)
