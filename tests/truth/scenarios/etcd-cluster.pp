class { 'etcd':
  etcd_name                   => 'n1',
  listen_client_urls          => 'http://0.0.0.0:2379',
  advertise_client_urls       => 'http://10.0.0.5:2379',
  listen_peer_urls            => 'http://0.0.0.0:2380',
  initial_advertise_peer_urls => 'http://10.0.0.5:2380',
  initial_cluster             => ['n1=http://10.0.0.5:2380', 'n2=http://10.0.0.6:2380'],
}
