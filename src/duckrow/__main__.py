"""`python -m duckrow` is `duckrow`."""

import sys

from duckrow.cli.main import main

if __name__ == "__main__":  # a worker process may import this file again
    sys.exit(main(sys.argv[1:]))
