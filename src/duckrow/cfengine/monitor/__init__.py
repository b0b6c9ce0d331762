"""cf-monitord: measures this host, and learns what is usual at each time of the week.

command.py      the command line
daemon.py       the life of the daemon: it measures every two and a half minutes
observables.py  what is measured, in the order of env_data
probes.py       values of the host: processes, disk, load, processors, memory, temperature
ports.py        services and open ports, from the tables of sockets
entropy.py      how evenly the peers of a service are spread, and the files that list them
averages.py     weekly averages and deviations, and how fast they forget
leaps.py        leaps of a value beyond what the last measurements had
env_data.py     the file of values and classes that the agent reads
reading.py      reads body monitor control; it runs in a process that ends
measuring.py    measurements promises; they run in a process that ends
"""
