# Reeds at the shore.
class reeds {
  file { '/etc/reeds':
    ensure => directory,
    mode   => '0755',
  }
}

# The bank of the reeds.
class reeds::bank {
  notify { 'the bank': }
}
