notice('hello')
function good::logic() { 1 }
