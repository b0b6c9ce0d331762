"""What counts as a blank at either end of a string: as in C, and a zero byte."""

BLANKS = "\0\t\n\v\f\r "
