notice('sub/c')
