# A nest.
define pond::nest (
  String $material,
  String $place = 'reed',
) {
  file { "/srv/${title}":
    ensure  => file,
    content => "${material} in the ${place}\n",
  }
}
