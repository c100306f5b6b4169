alter table kyc_applications
  -- Its number has signs that no document has, such as letters that look like others: staff decide.
  add column number_odd boolean not null default false,
  -- What the provider told of somebody who was verified already. On the desk for as long as the account is flagged.
  add column warned_at timestamptz,
  add column warned_reasons text[] not null default '{}';
create index kyc_applications_warned on kyc_applications (warned_at) where warned_at is not null;
-- By which the same person is found in another account.
create index kyc_documents_by_hash on kyc_documents (sha256);
create index kyc_applications_by_birthday on kyc_applications (birthday) where submitted_at is not null;
-- A document may end before the last day that it names.
create index users_by_kyc_moment on users (kyc_ends_at) where kyc_status = 'approved' and kyc_ends_at is not null;

-- What has ended counts no longer, whether or not the job has come to it.
create or replace function account_level(account uuid) returns smallint language sql stable as $$
  select coalesce(
    (select level from user_withdrawal_levels where user_id = account),
    greatest(
      (select level from withdrawal_policy),
      (
        select case
          when kyc_status = 'approved' and coalesce(kyc_expires_on >= (now() at time zone 'utc')::date, true) and coalesce(kyc_ends_at > now(), true)
            then kyc_level
          else 0
        end
        from users where id = account
      )
    )
  )
$$;
