class { 'ssh':
  storeconfigs_enabled => false,
}
