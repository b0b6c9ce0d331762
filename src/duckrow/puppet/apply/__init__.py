"""Apply a catalog to a machine: order resources, ask providers, send refreshes, report.

run.py                apply a catalog as a part of a run: passes, backups
ral_catalog.py        a catalog as resources that providers can work with
ral_from_build.py, ral_from_data.py   that catalog from a compile, and from a JSON file
order.py, walk.py     the relationship graph, the order of the walk, cycles
transaction.py        the walk over all resources; refresh.py, generation.py, schedules.py beside it
resource.py           one resource: read, plan, carry out; audit.py: the metaparameter `audit`
status.py, report.py  what happened; state/report.py: the report of the whole run
stored_state.py       the state of each resource that a run stores for the next run
inspect.py            the current state of resources, for `duckrow resource`
"""
