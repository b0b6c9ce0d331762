# A pond keeps its ducks in a row: packages first, then configuration, then the service.
class pond (
  Array[String[1]] $ducks = ['mallard', 'teal'],
  Pond::Depth $depth = 3,
  Enum['running', 'stopped'] $ensure = 'running',
) {
  package { 'pond':
    ensure => installed,
  }

  $ducks.each |Integer $place, String $name| {
    pond::duck { $name:
      place   => $place + 1,
      require => Package['pond'],
    }
  }

  file { '/etc/pond/pond.conf':
    ensure  => file,
    mode    => '0644',
    content => epp('pond/pond.conf.epp', { 'ducks' => $ducks, 'depth' => $depth }),
  }

  service { 'pond':
    ensure => $ensure,
    enable => true,
  }

  Package['pond'] -> File['/etc/pond/pond.conf'] ~> Service['pond']
}
