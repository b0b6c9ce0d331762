"""State that survives a run, in SQLite.

directory.py    the directory of state
schema.py       the schema of every database, as numbered migrations
database.py     opening a database: upgraded, checked, and quarantined when it is damaged
small_json.py   rows and reports as JSON
text.py         texts as a database can hold them
run.py          one run: its log, its report, and where they are stored
report.py       the report of a run, for both languages
reports.py      reads the reports of runs
report_items.py the resources and promises of a stored report, in one form
secrets.py      removes secrets from all output
journal.py      runs that the database does not have yet
store.py        reports of runs, and the stored state of each resource
backups.py      contents of files by digest
lock.py         which runs may change a host at the same time
"""
