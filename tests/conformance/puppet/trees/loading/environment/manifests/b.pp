class fromb { notice('class from b') }
notice('b')
