class { 'collectd':
  purge           => true,
  recurse         => true,
  purge_config    => true,
  minimum_version => '5.4',
  interval        => 20,
}

include collectd::plugin::cpu
include collectd::plugin::df
include collectd::plugin::disk
include collectd::plugin::interface
include collectd::plugin::load
include collectd::plugin::memory

class { 'collectd::plugin::network':
  timetolive => '70',
  servers    => {
    'graphs.example.com' => {
      'port'          => 25826,
      'securitylevel' => 'Sign',
      'username'      => 'u',
      'password'      => 'p',
    },
  },
}

class { 'collectd::plugin::write_graphite':
  carbons => {
    'g' => { 'graphitehost' => 'c.example.com', 'graphiteport' => 2003, 'graphiteprefix' => '' },
  },
}

collectd::plugin::exec::cmd { 'dummy':
  user  => 'nobody',
  group => 'nogroup',
  exec  => ['/bin/true', 'x'],
}

collectd::plugin::processes::process { 'sshd': }

collectd::plugin::tail::file { 'exim':
  filename => '/var/log/exim4/mainlog',
  instance => 'exim',
  matches  => [
    {
      regex    => 'S=([1-9][0-9]*)',
      dstype   => 'CounterAdd',
      'type'   => 'ipt_bytes',
      instance => 'total',
    },
  ],
}
