"""The actions of `duckrow module`, one file each: `run(words, arguments, console)`."""
