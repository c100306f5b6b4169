-- Names that their owners gave up. Others get them only later: who is paid by name would be somebody else.
create table released_usernames (
  skeleton text primary key,
  user_id uuid not null references users (id),
  reserved_until timestamptz not null
);
create index released_usernames_by_end on released_usernames (reserved_until);

-- Skeletons take 3 for e and 5 for s too. Of names from before that look alike by that, the later one keeps its name without a skeleton.
drop index users_by_username_skeleton;
update users set username_skeleton = case when folded.place = 1 then folded.skeleton end
from (
  select id, skeleton, row_number() over (partition by skeleton order by created_at, id) as place
  from (
    select id, created_at, translate(username_skeleton, '35', 'es') as skeleton
    from users where status <> 'closed' and username_skeleton is not null
  ) as named
) as folded
where folded.id = users.id and (folded.place > 1 or folded.skeleton <> users.username_skeleton);
create unique index users_by_username_skeleton on users (username_skeleton) where status <> 'closed';
