function globalish() { 1 }
