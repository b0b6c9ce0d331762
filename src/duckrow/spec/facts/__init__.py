"""Facts of examples: those of on_supported_os, and what a spec gives.

fact_files.py       fact sets of FacterDB: where they are, and which one is for a system
built_in_facts.py   the facts of some systems, where there is no FacterDB
fact_sets.py        on_supported_os: fact sets for the systems in metadata.json
known_facts.py      the facts of examples, worked out once for equal values
"""
