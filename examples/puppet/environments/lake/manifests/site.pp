class pond($depth, Array[String] $ducks = []) {
  notice("${depth} deep, with ${ducks.join(' and ')}")
}

include pond
