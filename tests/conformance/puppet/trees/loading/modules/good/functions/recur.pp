function good::recur($n) { if $n > 0 { good::recur($n - 1) } else { 'done' } }
