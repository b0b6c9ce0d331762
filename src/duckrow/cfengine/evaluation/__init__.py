"""Evaluation of a policy: the context of a run, and one chapter each for what it works with.

`variables/` and `classes/` hold the values, `promises/` and `bundles/` the normal order,
`messages/` the log. `context.py` ties them together for one run.
"""
