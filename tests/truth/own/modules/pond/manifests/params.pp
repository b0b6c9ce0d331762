# Values of the pond.
class pond::params {
  $clear = 'clear'
}
