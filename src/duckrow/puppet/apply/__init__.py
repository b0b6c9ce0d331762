"""Apply a catalog to a machine: order resources, ask providers, send refreshes, report.

run.py                one run: state, passes, report
ral_catalog.py        a catalog as resources that providers can work with
ral_from_build.py, ral_from_data.py   that catalog from a compile, and from a JSON file
order.py, walk.py     the relationship graph, the order of the walk, cycles
transaction.py        the walk over all resources; refresh.py, generation.py, schedules.py beside it
resource_harness.py   one resource: read, plan, carry out
status.py, report.py  what happened
memory.py             what the next run needs to know about each resource
secrets.py            removes secrets from all output
inspect.py            the current state of resources, for `duckrow resource`
"""
