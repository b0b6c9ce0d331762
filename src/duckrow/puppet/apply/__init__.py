"""Walks a catalog, asks providers, sends refreshes, reports.

wanted.py       a finished catalog, or a catalog from a file, as resources that can be applied
order.py        which comes before which: containment, relationships, automatic ones
walk.py         the order in which they are visited; cycles
harness.py      one resource: read, plan, change, and what is said about it
refresh.py      events on their way to those who refresh because of them
transaction.py  all resources of a run
schedules.py    when a resource may be looked after
status.py       what became of a resource, and its events
report.py       what became of a run, as data
run.py          one run from lock to report
"""
