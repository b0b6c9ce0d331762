# What a duck says.
type Pond::Sound = Pattern[/\A[a-z]+\z/]
