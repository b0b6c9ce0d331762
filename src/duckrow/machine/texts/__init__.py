"""Files of lines that hold records: a change leaves all other bytes alone."""
