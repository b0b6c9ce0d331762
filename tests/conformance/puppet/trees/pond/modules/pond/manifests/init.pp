class pond($depth = 1) {
  notice("${title} ${name} ${module_name} ${caller_module_name} ${depth}")
  notice(epp('pond/outer'), inline_epp('<%= $depth %>'))
}
