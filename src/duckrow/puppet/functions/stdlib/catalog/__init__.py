"""Functions of stdlib that declare resources and ask for them."""
