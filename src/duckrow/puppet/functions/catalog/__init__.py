"""Functions that declare resources and classes, tag them and ask for them."""
