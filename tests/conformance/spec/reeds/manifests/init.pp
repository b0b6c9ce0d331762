# Reeds at the shore.
class reeds {
  file { '/etc/reeds':
    ensure => directory,
    mode   => '0755',
  }
}
