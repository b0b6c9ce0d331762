class second { notice('second init') }
