import { officerChecks } from '@emporion/contracts/verification';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Member } from '#testing/staffed-exchange.ts';
import { type KycBed, openKycBed, picture } from './kyc-bed.ts';

/** One exchange with its provider for all cases, and its people. */
export let bed: KycBed;
export let trader: Member;
export let second: Member;
/** One more who applies: what asks the provider is counted by the minute, and one person's tests come to more than that. */
export let client: Member;
/** One more, of another name. */
export let other: Member;
export const otherPerson = { first_name: 'Olive', last_name: 'Other', birthday: '1985-02-03' };
export let compliance: Member;
export let admin: Member;
/** Logs only grow: what a test wrote stands behind these. */
export const mark = { events: 0, actions: 0 };

export const query = async (text: string, values: unknown[] = []) =>
  (await bed.exchange.test.database.pool.query(text, values)).rows;
export const post = (member: Member, path: string, body?: object) =>
  member.call({ method: 'POST', path, ...(body && { body }) });
/** The most that may leave in a day. */
export const quoted = async (member: Member) =>
  (await member.call({ path: 'wallet/withdrawal-quote?currency=BTC&network=bitcoin' })).body.level.max;
/** Whoever approves has looked at everything, unless `more` says otherwise. */
export const decide = async (by: Member, id: string, what: string, more: object = {}) => {
  if (what === 'approve') await viewAll(by, id);
  return decideUnseen(by, id, what, more);
};
export const decideUnseen = async (by: Member, id: string, what: string, more: object = {}) =>
  post(by, `admin/verifications/${id}/${what}`, {
    ...(what === 'approve' && { checks: officerChecks }),
    ...{ reason: 'Looked at it', confirmation: await by.freshCode(), ...more },
  });
const viewAll = async (by: Member, id: string) => {
  const { documents } = (await by.call({ path: `admin/verifications/${id}` })).body;
  for (const { id: document } of documents)
    await post(by, `admin/verifications/${id}/documents/${document}/view`);
};
export const submitCode = async (member: Member) => (await post(member, 'kyc/submit')).body.code;
export const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
export const approved = async (member: Member, level = 1, shown = {}) => {
  const id = await bed.handIn(member, level, shown);
  await bed.until(member, ({ state }) => state === 'approved');
  return id;
};
export const inReview = async (member: Member, shown = {}, level = 2) => {
  const id = await bed.handIn(member, level, shown);
  await bed.until(member, ({ application }) => application?.status === 'review');
  return id;
};

export function useKycWorld(): void {
  beforeAll(async () => {
    bed = await openKycBed();
    trader = await bed.exchange.member('trader');
    second = await bed.exchange.member('second');
    client = await bed.exchange.enrol('client');
    other = await bed.exchange.enrol('other');
    compliance = await bed.exchange.member('compliance');
    admin = await bed.exchange.member('admin');
  });
  afterAll(() => bed.close());
  beforeEach(emptied);
}

/** Pictures that nobody else shows. */
export const ownFiles = (colour: number) => ({
  ...{ document_front: picture(640, 400, colour), selfie: picture(400, 400, colour + 1) },
});
/** How the newest application of somebody stands once the provider is done with it. */
export const outcomeOf = async (member: Member) =>
  (await bed.until(member, ({ application }) => !['open', 'checking'].includes(application?.status ?? '')))
    .application?.status;

/** Nobody has applied for anything, and nobody is verified. */
async function emptied(): Promise<void> {
  bed.ahead.ms = 0;
  // What the provider is about to tell of the test before would wait for our locks, and we for its.
  await bed.control('empty');
  await query(
    'truncate kyc_documents, kyc_events, kyc_nonces, kyc_application_log, kyc_applications cascade',
  );
  await query('alter table users disable trigger users_kyc_step');
  await query(
    "update users set kyc_status = 'none', kyc_level = 0, kyc_expires_on = null, kyc_ends_at = null, kyc_reminded_days = null, flagged = false",
  );
  await query('alter table users enable trigger users_kyc_step');
  await query("delete from user_notifications where template like 'kyc%'");
  await query("delete from messages where template = 'kyc.update'");
  await query("delete from attempt_counters where scope like 'kyc:%'");
  const [last] = await query(`
    select coalesce((select max(id) from security_events), 0)::int as events, number::int as actions from audit_tip
  `);
  Object.assign(mark, last);
}
