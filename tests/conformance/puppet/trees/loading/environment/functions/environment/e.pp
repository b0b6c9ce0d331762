function environment::e() { 'env e' }
