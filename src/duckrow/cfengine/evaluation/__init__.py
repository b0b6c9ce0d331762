"""Evaluation of a policy: the context of a run, and a chapter for each of its parts.

`variables/` and `classes/` hold the values, `promises/` and `bundles/` implement the normal order,
`messages/` writes the log. `context.py` connects them for one run.
"""
