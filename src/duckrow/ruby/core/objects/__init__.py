"""Methods of every object, Kernel's functions, classes, procs and times."""
