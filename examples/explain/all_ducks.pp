# A define that reads the parameters of resources must wait for them.
define duck($called) {
  notice("duck ${called}")
  include c
}
define allducks {
  Integer[0, 5].each |$index| {
    $called = Duck["duck${index}"]['called']
    notice("Name of duck duck${index} is ${called}")
  }
}
class c {
  notice('in c')
  duck { 'duck0': called => 'mc scrooge' }
  allducks { 'all-the-ducks': }
}
class a {
  notice('in a')
  duck { 'duck1': called => 'donald' }
  include b
  duck { 'duck2': called => 'daisy' }
}
class b {
  notice('in b')
  duck { 'duck3': called => 'huey' }
  duck { 'duck4': called => 'dewey' }
  duck { 'duck5': called => 'louie' }
}
include a
