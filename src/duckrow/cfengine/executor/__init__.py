"""cf-execd: starts the agent by a schedule, stores its output, and mails what is new in it.

command.py      the command line
daemon.py       the life of the daemon: it waits, reads policy again, starts what is due
settings.py     what the daemon knows of a policy, as plain data
reading.py      reads a policy; it runs in a process that ends, so the daemon stays small
schedule.py     when a run is due
begun.py        the minute of the last run, for a daemon that is started again
local_run.py    one run of exec_command and its output file
comparing.py    what of an output is to be mailed, and whether it differs from the previous one
mail.py         a mail, sent to a server by SMTP
requests.py     the socket of local requests for a run
"""
