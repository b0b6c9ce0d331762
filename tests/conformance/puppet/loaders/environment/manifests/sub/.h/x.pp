notice('hidden dir')
