class m1($x = 'dx', Optional[Integer] $y = undef) {
  notice("m1 ${module_name} <${caller_module_name}> ${x} ${y}")
  include m2
  m2::d { 'from-m1': }
  file { '/m1': ensure => file, content => $x }
}
