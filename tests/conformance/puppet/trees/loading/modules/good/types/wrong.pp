type Good::Other = Integer
