class good::metad($noop = false) { notice('metad') }
