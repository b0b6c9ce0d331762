class good::badtype(Nosuch $x) { }
