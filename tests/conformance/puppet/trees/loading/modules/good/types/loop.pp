type Good::Loop = Good::Loop2
