type Good::Two = Integer
type Good::Twob = Integer
