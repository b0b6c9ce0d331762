reed_setting { 'song/volume': path => '/reeds.conf', value => low }
reed_setting { 'song/pitch': path => '/reeds.conf', value => 3 }
