class { 'postgresql::globals':
  version => '13',
}

include postgresql::client
include postgresql::lib::devel
