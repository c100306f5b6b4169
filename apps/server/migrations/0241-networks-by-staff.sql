-- Who added a network while the exchange was running. Null: whoever runs the server.
alter table blockchains add column added_by uuid references users (id);
