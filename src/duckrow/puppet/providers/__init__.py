"""One tool per file under its resource type; base.py defines a provider.

base.py             Provider, Change, and the desired state of a resource (Desired)
index.py            from a resource to its provider
TYPE/NAME.py        one provider
"""
