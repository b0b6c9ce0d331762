function good::other() { 1 }
