# Ducks in a row.
class row (
  Integer[1] $ducks = 3,
) {
  package { 'row': ensure => installed }
  file { '/etc/row.conf':
    content => "ducks = ${ducks}\n",
    require => Package['row'],
  }
}
