class app {
  contain app::config
  include app::service
}
class app::config {
  file { '/etc/app.conf': content => "quack\n" }
  exec { '/bin/sed -i s/quack/QUACK/ /etc/app.conf': }
}
class app::service {
  service { 'app': ensure => running }
}
include app
Class['app::config'] ~> Class['app::service']
