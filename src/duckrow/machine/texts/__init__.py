"""Files of lines that hold records: changed where asked, byte-exact everywhere else."""
