"""What every object has, Kernel's functions, classes, procs and times."""
