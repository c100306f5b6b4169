-- What staff may do is told by the names of their roles, several at a time, and no longer by a rung of a ladder. What each role may do is in the contracts
-- (`capabilities.ts`); a name that nobody knows there gives nothing.
alter table users add column roles text[] not null default '{}';

-- Operators decided on money and entered rates, and were to run the markets.
update users set roles = case role
  when 'operator' then array['treasury', 'market_operator']
  else array[role]
end
where role <> 'user';

alter table users drop column role;

-- The list of staff, and how many administrators there are.
create index users_of_staff on users (id) where roles <> '{}';
