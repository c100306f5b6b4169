-- What user names are compared by, so that nobody has one that is taken for another's. The server makes it. Of names from
-- before, which are folded here by the commonest letters only, the later of two that look alike keeps its name without one.
alter table users add column username_skeleton text;
update users set username_skeleton = folded.skeleton
from (
  select id, skeleton, row_number() over (partition by skeleton order by created_at, id) as place
  from (
    select id, created_at, replace(replace(translate(
      lower(translate(username, '._-', '')),
      'аАαΑвВβΒьЬсСςΣеЕεΕнНкКi1іІιΙмМηΗпП0оОοΟσрРρΡгГѕЅтТхХχΧуУγΓζΖјЈυΥνΝωΩшШκΚτΤ',
      'aaaabbbbbbcccceeeehhkkllllllmmnnnnoooooopppprrssttxxxxyyyyzzjjuuvvwwwwkktt'
    ), 'rn', 'm'), 'vv', 'w') as skeleton
    from users where status <> 'closed'
  ) as named
) as folded
where folded.id = users.id and folded.place = 1;
create unique index users_by_username_skeleton on users (username_skeleton) where status <> 'closed';
