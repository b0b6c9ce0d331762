"""Walks a catalog, asks providers, sends refreshes, reports.

wanted.py       a catalog as resources that can be applied
wanted_build.py, wanted_data.py   how it comes of a compile, and of a file
relations.py    relationships as attributes write them down
order.py        which comes before which: containment, relationships, automatic ones
walk.py         the order in which they are visited; cycles
harness.py      one resource: read, plan, change, and what is said about it
refresh.py      events on their way to those who refresh because of them
transaction.py  all resources of a run
schedules.py    when a resource may be looked after
status.py       what became of a resource, and its events
secrets.py      texts without the secrets of a catalog
memory.py       what a run remembers of resources for the next
report.py       what became of a run, as data
run.py          one run from lock to report
"""
