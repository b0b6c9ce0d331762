class { 'collectd':
  minimum_version => '5.5',
}

include collectd::plugin::apache
include collectd::plugin::battery
include collectd::plugin::conntrack
include collectd::plugin::contextswitch
include collectd::plugin::cpufreq
include collectd::plugin::csv
include collectd::plugin::dns
include collectd::plugin::entropy
include collectd::plugin::fhcount
include collectd::plugin::hugepages
include collectd::plugin::irq
include collectd::plugin::logfile
include collectd::plugin::mysql
include collectd::plugin::ntpd
include collectd::plugin::numa
include collectd::plugin::openvpn
include collectd::plugin::protocols
include collectd::plugin::python
include collectd::plugin::rrdcached
include collectd::plugin::rrdtool
include collectd::plugin::sensors
include collectd::plugin::swap
include collectd::plugin::syslog
include collectd::plugin::tcpconns
include collectd::plugin::thermal
include collectd::plugin::unixsock
include collectd::plugin::uptime
include collectd::plugin::users
include collectd::plugin::uuid
include collectd::plugin::vmem
include collectd::plugin::write_prometheus
include collectd::plugin::zookeeper
