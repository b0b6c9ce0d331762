"""`python -m duckrow` is `duckrow`."""

import sys

from duckrow.cli.main import leave, main

if __name__ == "__main__":  # a worker process may import this file again
    leave(main(sys.argv[1:]))
