"""One tool per file under its resource type; see base.py for what a provider is.

base.py             Provider, Change, and what a resource is to be (Desired)
index.py            from a resource to its provider
TYPE/NAME.py        one provider
"""
