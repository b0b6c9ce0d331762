class good::parent { $pv = 'from parent' notice('parent') }
