"""What survives a run, in SQLite.

place.py        where state is kept
database.py     opening a database: checked, and set aside in the same run when it is damaged
journal.py      what runs note down before the database takes it
store.py        reports of runs, and what is remembered of each resource
backups.py      contents by digest
lock.py         one run at a time
"""
