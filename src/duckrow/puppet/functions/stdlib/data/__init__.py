"""Functions of stdlib that read and write data formats and facts."""
