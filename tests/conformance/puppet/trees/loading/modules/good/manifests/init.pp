class good($x = 1) { notice("good ${x} ${module_name}") }
class good::inner { notice('inner from init') }
