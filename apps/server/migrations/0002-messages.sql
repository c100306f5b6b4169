-- Every mail and text message that was written to a person.
-- The sequence number orders them, because two messages can share a moment.
create table messages (
  id uuid primary key default gen_random_uuid(),
  sequence bigint generated always as identity unique,
  channel text not null check (channel in ('mail', 'sms')),
  recipient text not null check (length(recipient) between 3 and 254 and recipient !~ '[[:cntrl:]]'),
  language text not null,
  template text not null,
  subject text check (subject !~ '[[:cntrl:]]' and length(subject) <= 255),
  text text not null,
  html text,
  status text not null default 'queued' check (status in ('queued', 'delivered', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  last_error text check (length(last_error) <= 500),
  created_at timestamptz not null default now(),
  delivered_at timestamptz,
  -- Bodies hold codes and links that open accounts; production blanks them after a day.
  body_purged_at timestamptz,
  check ((status = 'delivered') = (delivered_at is not null)),
  check (channel = 'mail' or (subject is null and html is null))
);

create index messages_by_recipient on messages (lower(recipient), sequence desc);
create index messages_with_body on messages (created_at) where body_purged_at is null;
