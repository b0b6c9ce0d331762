"""Bundles: calls with arguments, frames, and the passes of normal order."""
