class good::fnin { notice(good::fnin::helper()) }
function good::fnin::helper() { 'helped' }
