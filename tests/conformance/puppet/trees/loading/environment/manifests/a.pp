notice('a')
