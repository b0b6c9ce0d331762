"""One promise type per file: how it is kept."""
