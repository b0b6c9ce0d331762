"""Functions of the manual's chapter Utils: classes, bundles, commands and the state of the run."""
