"""Bundles: calls with arguments, frames, and the passes of the normal order."""
