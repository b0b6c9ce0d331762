"""The drop-in `puppet`: one file per application; the tables of their options are data."""
