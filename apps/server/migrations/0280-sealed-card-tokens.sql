-- Tokens of cards are sealed with the secret of the server, as authenticator apps are; those that were kept as they are get sealed at the next start.
alter table saved_cards rename column token to plain_token;
alter table saved_cards
  alter column plain_token drop not null,
  drop constraint saved_cards_user_id_system_token_key,
  add column sealed_token bytea,
  -- By which the same card is known again: a keyed hash of its token.
  add column token_mark bytea,
  add constraint saved_cards_one_token check (num_nonnulls(plain_token, sealed_token) = 1),
  add constraint saved_cards_marked check ((sealed_token is null) = (token_mark is null)),
  add unique (user_id, system, token_mark);

-- An order has one only until its page is open, or it is paid out.
alter table card_orders rename column token to plain_token;
update card_orders set plain_token = null where stage not in ('created', 'selling', 'sold', 'sending');
alter table card_orders
  add column sealed_token bytea,
  -- When the pay system was last asked about it, because no event came.
  add column asked_at timestamptz;
