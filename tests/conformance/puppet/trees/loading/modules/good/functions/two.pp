function good::two() { 1 }
function good::twob() { 1 }
