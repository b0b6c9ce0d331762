class { 'ceph':
  fsid                => '066F558C-6789-4A93-AAF1-5AF1BA01A3AD',
  mon_host            => '10.0.0.1',
  authentication_type => 'none',
}

ceph::mon { 'a':
  public_addr         => '10.0.0.1',
  authentication_type => 'none',
}

ceph::osd { '/srv/osd': }
