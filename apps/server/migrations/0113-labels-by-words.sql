-- Nobody tells two saved addresses apart by capitals alone. Those that differ by nothing else get a part of their id.
alter table saved_addresses drop constraint saved_addresses_user_id_label_key;
with numbered as (
  select id, row_number() over (partition by user_id, lower(label) order by created_at, id) as place from saved_addresses
)
update saved_addresses set label = left(label, 40) || ' ' || left(saved_addresses.id::text, 8)
from numbered where numbered.id = saved_addresses.id and place > 1;
create unique index saved_addresses_by_label on saved_addresses (user_id, lower(label));
