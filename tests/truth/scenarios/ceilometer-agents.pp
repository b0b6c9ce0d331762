class { 'ceilometer':
  telemetry_secret      => 's',
  default_transport_url => 'rabbit://c:pw@10.0.0.1:5672/',
}

class { 'ceilometer::agent::notification': }

class { 'ceilometer::agent::polling': }
