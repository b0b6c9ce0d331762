# Feeds ducks.
class feeder (
  Integer[1] $ducks = 3,
  String[1]  $grain = 'oats',
) {
  $config = $facts['os']['family'] ? {
    'Debian' => '/etc/default/feeder',
    default  => '/etc/sysconfig/feeder',
  }
  package { 'feeder': ensure => installed }
  file { $config:
    mode    => '0640',
    content => "DUCKS=${ducks}\nGRAIN=${grain}\n",
    require => Package['feeder'],
    notify  => Service['feeder'],
  }
  service { 'feeder': ensure => running, enable => true }
  if $ducks > 10 {
    file { '/etc/feeder.crowd': content => "crowded\n" }
  }
}
