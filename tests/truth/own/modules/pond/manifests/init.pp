# The pond itself.
class pond (
  Integer $depth,
  String $owner = 'heron',
  String $reed = 'tall',
) {
  $path = "/srv/${owner}"

  contain pond::water

  file { $path:
    ensure => directory,
    mode   => '0755',
  }

  file { "${path}/reed":
    ensure  => file,
    content => "the reed is ${reed}\n",
    notify  => Service['fountain'],
  }

  exec { '/bin/fill':
    refreshonly => true,
    subscribe   => File[$path],
  }

  service { 'fountain':
    ensure => running,
    enable => true,
  }

  File[$path] -> Service['fountain']
}
