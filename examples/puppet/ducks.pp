# Classes run at once, bodies of defines wait in a queue: who quacks first?
define duck($called) {
  notice("duck ${called}")
}
class nephews {
  notice('in nephews')
  duck { ['duck3', 'duck4']: called => 'huey or dewey' }
}
class pond {
  notice('in pond')
  duck { 'duck1': called => 'donald' }
  include nephews
  duck { 'duck2': called => 'daisy' }
}
include pond
