import { useQuery } from '@tanstack/react-query';
import { historyQuery } from './queries.ts';

/** What stops payouts for a day, by the name under which it stands in the history. */
const freezing: ReadonlySet<string> = new Set([
  'password_changed',
  'password_reset',
  'email_changed',
  'phone_changed',
  'totp_factor_turned_off',
  'sms_factor_turned_off',
  'email_factor_turned_off',
  'passkey_removed',
  'account_thawed',
]);
/** It stops them for longer where a stranger had changed something. */
const disowned = 'login_disowned';
const dayMs = 24 * 3_600_000;
/** Between the two readings of the clock that the server takes. */
const slackMs = 60_000;

/** The event of the history by which payouts are frozen until then; undefined where it is not among the latest. */
export function useFreezeReason(until: string | null) {
  const history = useQuery({ ...historyQuery(1), enabled: until !== null }).data?.results;
  if (until === null) return undefined;
  const since = Date.parse(until) - dayMs - slackMs;
  return history?.find(
    ({ event, time }) => event === disowned || (freezing.has(event) && Date.parse(time) >= since),
  );
}
