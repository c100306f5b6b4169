-- What the exchange refused moved nothing, so that its sender may try again under the same name.
alter table transfers drop constraint transfers_from_user_client_id_key;
create unique index transfers_by_client_id on transfers (from_user, client_id) where status <> 'refused';
alter table money_codes drop constraint money_codes_maker_client_id_key;
create unique index money_codes_by_client_id on money_codes (maker, client_id) where status <> 'refused';
