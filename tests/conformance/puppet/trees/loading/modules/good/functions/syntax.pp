function good::syntax( { 1 }
