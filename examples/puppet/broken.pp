# Each statement here is wrong in a way that can be seen without running it.
class broken {
  $ducks = { 'mallard' => 1, 'teal' => 2, 'mallard' => 3 }

  if $ducks {
    class nested { }
  }

  file { '/tmp/row':
    ensure  => file,
    content +> 'quack',
  }

  $facts[kernel] == 'Linux'
  $1 = 'first'
}
