class other::thing { }
