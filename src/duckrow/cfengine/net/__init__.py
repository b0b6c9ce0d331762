"""CFEngine beyond one host: what a client and a server have in common, and the client.

    keys.py         the key of this host, and the keys that it trusts
    lastseen.py     which hosts were met, and when
    frames.py       the frames of the protocol
    opening.py      the lines before the first frame: versions and names of users
    stat_reply.py   the numbers that describe a file
    connection.py   a connection to a server, and the requests that it answers
    remote_files.py the files of a server, asked for ahead where that saves time
    connections.py  the connections of one run
    own_endpoint.py this host's side of them: its key, and the certificate that shows it
    stored_runs.py  the runs that a server sends to a hub
    private_keys.py whether others can reach the keys
    secret_file.py  the files of cf-secret

`cfengine/server` answers; `cfengine/tools` has cf-key, cf-net, cf-runagent and cf-secret.
"""
