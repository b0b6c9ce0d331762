function glob() { 'env glob' }
