class pond($ducks) {
  if $ducks > 2 {
    notice('a crowd')
  } else {
    notice('room for more')
  }
  $names = ['huey', 'dewey'].map |$name| {
    $name.capitalize
  }
  notice($names)
}
class { 'pond': ducks => 1 }
