"""`duckrow serve`: the server that Puppet agents speak to.

    parent          opens the listening socket, starts the other processes and starts them again
    web process     speaks TLS and HTTP, decides who may ask what, and answers all but catalogs
    compile workers compile catalogs; one process warms an environment and forks them

An endpoint is a function from a Request to an Answer (`http/exchange.py`), so that everything else
runs without a network; `table.py` lists all endpoints. `site.py` is what they share.
"""
