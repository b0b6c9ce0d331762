# One duck, and where it swims.
define pond::duck (
  Integer[1] $place,
  Optional[String] $song = undef,
) {
  $voice = $song ? {
    undef   => 'quack',
    default => downcase($song),
  }

  file { "/etc/pond/ducks.d/${place}-${title}":
    ensure  => file,
    content => @("DUCK"),
      name = ${title}
      song = ${voice}
      | DUCK
  }
}
