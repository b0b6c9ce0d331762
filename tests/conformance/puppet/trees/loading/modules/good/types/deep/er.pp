type Good::Deep::Er = Enum['a', 'b']
