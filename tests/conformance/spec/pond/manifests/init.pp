# A pond with its ducks.
class pond (
  Integer[1] $depth = 2,
  Array[String] $ducks = ['mallard'],
  Optional[Sensitive[String]] $secret = undef,
  Boolean $frozen = false,
) {
  $package = $facts['os']['family'] ? {
    'RedHat' => 'pond-el',
    default  => 'pond',
  }
  package { 'pond': ensure => installed, name => $package }
  file { '/etc/pond':
    ensure => directory,
    mode   => '0755',
  }
  file { '/etc/pond/pond.conf':
    ensure  => file,
    content => "depth = ${depth}\nname = ${facts['networking']['fqdn']}\n",
    require => Package['pond'],
    notify  => Service['pond'],
  }
  if $secret {
    file { '/etc/pond/secret': content => $secret }
  }
  service { 'pond': ensure => running, enable => true }
  $ducks.each |$index, $duck| {
    pond::duck { $duck: position => $index }
  }
  if $frozen {
    fail("the pond at depth ${depth} is frozen")
  }
  @@notify { "pond of ${trusted['certname']}": }
}
