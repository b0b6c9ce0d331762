"""cf-serverd: answers requests of other hosts, as the access rules of the policy admit.

    command.py      the command line
    daemon.py       the life of the server: listening, connections, reloading
    served.py       what a policy says to a server: settings and rules, made anew at each reload
    settings.py     body server control
    rules.py        the tables of rules, and what they decide
    read_rules.py   from access and roles promises to tables
    addresses.py    how addresses and host names match
    client.py       who asks: address, name, key, user
    session.py      one connection: trust, the loop of requests
    file_answers.py STAT, GET, MD5, OPENDIR
    other_answers.py VERSION, CONTEXT, VAR, QUERY
    run_command.py  EXEC
    stored_runs.py  RUNS, which the reference does not have

A rule is found by its table and never by the order of promises. Whoever is refused learns no more
than the reference tells; the log says which check refused, and which rule.
"""
