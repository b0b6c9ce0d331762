class clock($server = 'pool.example.com') {
  service { 'ntp': ensure => running }
  file { '/etc/ntp.conf':
    content => "server ${server}\n",
  }
}
class motd {
  include motd::text
}
class motd::text {
  file { '/etc/motd': content => "quack\n" }
}
File { mode => '0644' }
include motd
include clock
Class['motd'] -> Class['clock']
