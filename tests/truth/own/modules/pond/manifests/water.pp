# The water of the pond.
class pond::water (
  String $colour = 'green',
) inherits pond::params {
  $message = "water: ${colour}, ${clear}"

  notify { 'water':
    message => $message,
  }
}
