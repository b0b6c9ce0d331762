function good::f($a) { "f${a}" }
