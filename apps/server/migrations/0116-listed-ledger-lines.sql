-- What a list of movements shows of the ledger beside trades: what no row of a deposit, a withdrawal or a code stands for.
create index ledger_entries_listed on ledger_entries (account, at, event, line)
  where kind <> 'trade' and not (kind = 'deposit' and reference like 'tx:%') and not (kind in ('withdrawal', 'code') and length(reference) = 36)
    and not (kind = 'payout_returned' and reference like 'withdrawal:%')
    and not (kind = 'transfer' and amount < 0 and reference like 'withdrawal:%');
create index transfers_of_recipient on transfers (to_user, created_at);
