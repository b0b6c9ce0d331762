"""Directed graphs: order, cycles and drawing. Knows no resources and no promises."""
