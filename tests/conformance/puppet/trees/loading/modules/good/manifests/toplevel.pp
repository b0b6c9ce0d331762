notice('no')
class good::toplevel { }
