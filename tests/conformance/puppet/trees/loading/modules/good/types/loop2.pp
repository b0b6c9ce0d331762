type Good::Loop2 = Good::Loop
