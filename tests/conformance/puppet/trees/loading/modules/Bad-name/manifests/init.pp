class badname { notice(1) }
