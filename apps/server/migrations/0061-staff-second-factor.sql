-- Whether a login proved more than a password. The rights of staff count in no other session.
alter table user_sessions add column second_factor boolean not null default false;

-- What staff opened with a password alone ends: they log in anew.
update user_sessions s set ended_at = now(), ended_by = 'security'
from users u where u.id = s.user_id and u.role <> 'user' and s.ended_at is null;
