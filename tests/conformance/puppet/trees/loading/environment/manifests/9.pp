notice('9')
include fromb
