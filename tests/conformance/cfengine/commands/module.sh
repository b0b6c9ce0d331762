#!/bin/sh
cat <<'LINES'
=first=1
^context=own
=text=hello world
=array[a]=element
@list={ 'x', "y z" }
%data={"k":[1,2]}
^meta=t1,t2
=tagged=x
+made_here
+with-dash
-unwanted
said by the module
^unknown
^context=not acceptable
@broken=no list
%broken={
LINES
