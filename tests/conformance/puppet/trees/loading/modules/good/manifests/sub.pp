class good::sub { notice("sub ${module_name} ${caller_module_name}") good::deep::d { 'q': } }
