define good::deep::d($y = 'z') { notice("deep ${title} ${y}") }
