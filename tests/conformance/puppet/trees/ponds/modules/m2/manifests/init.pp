class m2 {
  notice("m2 ${module_name} <${caller_module_name}>")
  notify { 'in m2': }
}
