-- The order in which links were issued. The clock does not tell it: two may have the same moment, and clocks are set back.
alter table identity_tokens add column sequence bigint generated always as identity;
