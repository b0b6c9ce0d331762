# Classes run where they are included, bodies of defines wait in a queue.
define duck($called) {
  notice("duck ${called}")
  include c
}

class c {
  notice('in c')
  duck { 'duck0': called => 'mc scrooge' }
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
