function notice($x) { 'shadow' }
