# Return a sound, louder.
function pond::loud(Pond::Sound $sound, Integer[1, 3] $times = 1) >> String {
  "${sound.upcase}${Integer[1, $times].map |$i| { '!' }.join}"
}
