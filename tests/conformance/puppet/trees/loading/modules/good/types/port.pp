type Good::Port = Integer[1, 65535]
