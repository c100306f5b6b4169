import { sql } from 'kysely';

/** Whether the user `u` of a query has an app or a passkey, and not only a mailbox or a phone. */
export const holdsStrongFactor = sql<boolean>`(
  exists (select from totp_factors where user_id = u.id and confirmed_at is not null) or exists (select from passkeys where user_id = u.id)
)`;
