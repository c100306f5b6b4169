import { type RawBuilder, sql } from 'kysely';

/** Whether the session in which a browser subscribed goes on. */
export const isLoggedIn = (now: Date): RawBuilder<unknown> => sql`exists (
  select from user_sessions
  where user_sessions.id = push_subscriptions.session_id and ended_at is null and expires_at > ${now}
)`;
