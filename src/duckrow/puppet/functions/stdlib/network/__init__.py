"""Functions of stdlib for addresses and interfaces."""
