class { 'systemd':
  manage_resolved   => true,
  manage_networkd   => true,
  manage_timesyncd  => true,
  ntp_server        => ['0.pool.ntp.org', '1.pool.ntp.org'],
  manage_journald   => true,
  journald_settings => { 'Storage' => 'auto', 'MaxRetentionSec' => '5day' },
}

systemd::unit_file { 'foo.service':
  content => "[Unit]\nDescription=Foo\n[Service]\nExecStart=/bin/true\n",
  enable  => true,
  active  => true,
}

systemd::dropin_file { 'foo.conf':
  unit    => 'foo.service',
  content => "[Service]\nNice=5\n",
}

systemd::tmpfile { 'foo.conf':
  content => "d /run/foo 0755 root root\n",
}

systemd::service_limits { 'bar.service':
  limits => { 'LimitNOFILE' => 8192, 'LimitNPROC' => 16384 },
}

systemd::timer { 'run.timer':
  timer_content   => "[Timer]\nOnCalendar=daily\n",
  service_content => "[Service]\nExecStart=/bin/true\n",
  active          => true,
  enable          => true,
}

systemd::network { 'eth0.network':
  content         => "[Match]\nName=eth0\n",
  restart_service => false,
}
