"""The catalog: resources, what declares, collects, overrides and relates them, and its data."""
