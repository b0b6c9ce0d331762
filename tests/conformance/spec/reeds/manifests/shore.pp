# The shore behind the reeds.
class reeds::shore {
  notify { 'the shore': }
}
