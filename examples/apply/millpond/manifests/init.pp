# A pond with a daemon: accounts, files, a configuration from a template, and a process that is
# started, and started again when its configuration changes.
#
# @param home where the commands of the daemon find its files, as the host sees them
# @param ducks who lives here
class millpond (
  String[1]        $home,
  Array[String[1]] $ducks = ['Mandarin', 'Tufted', 'Eider'],
) {
  # Accounts can be made by root alone; without it the run only tells what it would do.
  $is_root = $facts['identity']['privileged']

  group { 'ducks':
    ensure => present,
    gid    => 4400,
    noop   => !$is_root,
  }
  user { 'quackd':
    ensure  => present,
    uid     => 4400,
    gid     => 'ducks',
    home    => '/srv/millpond',
    comment => 'speaks for the ducks',
    noop    => !$is_root,
  }

  file {
    default:
      ensure => file,
      mode   => '0644';
    ['/srv', '/srv/millpond', '/etc/millpond']:
      ensure => directory,
      mode   => '0755';
    '/etc/millpond/quackd.conf':
      content => epp('millpond/quackd.conf.epp', { ducks => $ducks }),
      backup  => 'puppet',
      notify  => Service['quackd'];
    '/etc/millpond/secret':
      content => Sensitive("quack\n"),
      mode    => '0600';
    '/etc/millpond/current.conf':
      ensure => link,
      target => 'quackd.conf';
    '/srv/millpond/quackd':
      content => "#!/bin/sh\n# Says nothing, for ever.\nexec sleep 86399\n",
      mode    => '0755';
  }

  exec { 'count the ducks':
    command => "sh -c 'grep -c ^duck ${home}/etc/millpond/quackd.conf > ${home}/srv/millpond/count'",
    path    => '/usr/bin:/bin',
    creates => '/srv/millpond/count',
    require => File['/etc/millpond/quackd.conf', '/srv/millpond'],
  }

  service { 'quackd':
    ensure   => running,
    provider => 'base',
    start    => "${home}/srv/millpond/quackd >/dev/null 2>&1 & echo $! > ${home}/srv/millpond/pid",
    stop     => "kill $(cat ${home}/srv/millpond/pid)",
    status   => "kill -0 $(cat ${home}/srv/millpond/pid)",
    require  => File['/srv/millpond/quackd'],
  }
}
