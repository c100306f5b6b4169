-- What came into an account and left it, without its trades, of which some have millions.
create index ledger_entries_moved on ledger_entries (account, at, event, line) where kind <> 'trade';
