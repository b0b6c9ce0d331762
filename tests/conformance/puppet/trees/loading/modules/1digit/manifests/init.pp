class digit { notice(1) }
