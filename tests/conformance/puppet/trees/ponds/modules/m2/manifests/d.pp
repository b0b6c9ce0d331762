define m2::d(
  $p = "default ${title}",
) {
  notice("m2::d ${module_name} <${caller_module_name}> ${p}")
  notify { "d ${title}":
    message => $p,
  }
}
