function second::name() { "second ${module_name}" }
