"""The runs of `apply` and `agent`: from the arguments to the report.

parts.py              what the arguments name: manifests, catalogs and policies
one_run.py            apply the parts in their order: one lock, one log, one report
apply_puppet.py       a part that is manifests or a catalog
agent_run.py          a run of an agent: the catalog comes from a server
agent_facts.py        the facts that an agent sends
apply_policy.py       a part that is a policy
policy_log.py         the log of a policy
run_settings.py       settings that make a run start commands and write files
log_destinations.py   --logdest
"""
