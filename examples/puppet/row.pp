node default {
  $ducks = { 'mallard' => 1, 'teal' => 2, 'mallard' => 3 }
  notify { 'row': message +> "${ducks.size} ducks in a row" }
}
