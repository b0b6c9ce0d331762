notice('10')
