-- Lists leave tokens that are not listed out, of which anybody may send any number to an address.
create index deposits_listed_by_user on deposits (user_id, seen_at desc, id desc) where user_id is not null and coin is not null;
create index deposits_unlisted_by_user on deposits (user_id, seen_at desc, id desc) where user_id is not null and coin is null;

-- What came before its token was listed, and has been held for another reason since, is of that coin.
update deposits set coin = here.coin
from coin_blockchains here
where deposits.status = 'held' and deposits.coin is null and deposits.reason <> 'unknown_token'
  and here.blockchain = deposits.network and here.contract is not distinct from deposits.contract;

-- Nothing is known of how many rows a statement changed, and a nested loop over thousands of them takes their square.
alter function note_next_stages() set enable_nestloop = off;
