# Every node exports a greeting, and collects those of all nodes.
@@notify { "greeting of ${trusted['certname']}": message => 'quack', tag => 'pond' }
Notify <<| tag == 'pond' |>>
