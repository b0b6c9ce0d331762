"""Functions of the manual's chapter Communication: other hosts and networks."""
