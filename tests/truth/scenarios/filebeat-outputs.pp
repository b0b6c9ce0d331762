class { 'filebeat':
  major_version => '7',
  manage_repo   => false,
  outputs       => { 'logstash' => { 'hosts' => ['l1:5044', 'l2:5044'], 'loadbalance' => true } },
  logging       => { 'level' => 'info' },
}

filebeat::input { 'syslogs':
  paths    => ['/var/log/auth.log', '/var/log/syslog'],
  doc_type => 'syslog-beat',
  fields   => { 'env' => 'prod' },
}
