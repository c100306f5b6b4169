import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seedDemoBank } from '#modules/bank/bank-accounts.ts';
import { erasePerson } from '#modules/identity/index.ts';
import { documentSecrets } from '#modules/kyc/documents.ts';
import type { Member } from '#testing/staffed-exchange.ts';
import { attackCases } from './attacks.cases.ts';
import { type KycBed, openKycBed, person, picture } from './kyc-bed.ts';

let bed: KycBed;
let trader: Member;
let second: Member;
let compliance: Member;
let admin: Member;

beforeAll(async () => {
  bed = await openKycBed();
  [trader, second, compliance, admin] = [
    await bed.exchange.member('trader'),
    await bed.exchange.member('second'),
    await bed.exchange.member('compliance'),
    await bed.exchange.member('admin'),
  ];
});
afterAll(() => bed.close());

const query = async (text: string, values: unknown[] = []) =>
  (await bed.exchange.test.database.pool.query(text, values)).rows;

let events = 0;
let actions = 0;
/** Nobody has applied for anything, and nobody is verified. */
beforeEach(async () => {
  bed.ahead.ms = 0;
  await query(
    'truncate kyc_documents, kyc_events, kyc_nonces, kyc_application_log, kyc_applications cascade',
  );
  await query('alter table users disable trigger users_kyc_step');
  await query(
    "update users set kyc_status = 'none', kyc_level = 0, kyc_expires_on = null, kyc_reminded_days = null",
  );
  await query('alter table users enable trigger users_kyc_step');
  await query("delete from user_notifications where template like 'kyc%'");
  await query("delete from messages where template = 'kyc.update'");
  await query("delete from attempt_counters where scope like 'kyc:%'");
  // Logs only grow.
  [{ events, actions }] = (await query(`
    select coalesce((select max(id) from security_events), 0)::int as events, number::int as actions from audit_tip
  `)) as [{ events: number; actions: number }];
});

const post = (member: Member, path: string, body?: object) =>
  member.call({ method: 'POST', path, ...(body && { body }) });
const quoted = async (member: Member) =>
  (await member.call({ path: 'wallet/withdrawal-quote?currency=BTC&network=bitcoin' })).body.level.max;
const decide = async (by: Member, id: string, what: string, more: object = {}) =>
  post(by, `admin/verifications/${id}/${what}`, {
    ...{ reason: 'Looked at it', confirmation: await by.freshCode(), ...more },
  });
const submitCode = async (member: Member) => (await post(member, 'kyc/submit')).body.code;
const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

describe('handing in', () => {
  it('refuses by name what is missing, unusable or too old, and lets in what is whole', async () => {
    expect(await submitCode(trader)).toBe('kyc_required');
    expect((await post(trader, 'kyc/session')).body.code).toBe('kyc_required');
    let token = await bed.begin(trader, 2);
    expect(await submitCode(trader)).toBe('document_required');
    const front = picture();
    await bed.show(token, { files: { document_front: Buffer.from('MZ not a picture') } });
    expect(await submitCode(trader)).toBe('document_invalid');
    token = await bed.begin(trader, 2);
    await bed.show(token, { files: { document_front: picture(40, 40) } });
    expect(await submitCode(trader)).toBe('document_invalid');
    token = await bed.begin(trader, 2);
    await bed.show(token, { files: { document_front: front }, expires: dayFrom(-1) });
    expect(await submitCode(trader)).toBe('document_expired');
    token = await bed.begin(trader, 2);
    await bed.show(token, { files: {} });
    expect(await submitCode(trader)).toBe('selfie_required');
    token = await bed.begin(trader, 2);
    await bed.show(token, { files: { selfie: front } });
    expect(await submitCode(trader)).toBe('selfie_invalid');
    token = await bed.begin(trader, 2);
    await bed.show(token, { files: { selfie: picture(300, 300, 9) } });
    expect(await submitCode(trader)).toBe('address_proof_required');
    token = await bed.begin(trader, 2);
    await bed.show(token, { files: { address_proof: picture(600, 800) }, issued: dayFrom(-91) });
    expect(await submitCode(trader)).toBe('address_proof_invalid');
    expect((await bed.read(trader)).state).toBe('none');
    token = await bed.begin(trader, 2);
    await bed.show(token);
    const handedIn = await post(trader, 'kyc/submit');
    expect(handedIn.body).toMatchObject({ state: 'pending', verified_level: 0 });
    expect(await submitCode(trader)).toBe('kyc_pending');
    expect((await post(trader, 'kyc/applications', { level: 2, person })).body.code).toBe('kyc_pending');
    expect((await trader.call({ path: 'profile' })).body).toMatchObject({
      ...{ kyc_status: 'no', kyc_state: 'pending' },
    });
  });

  it('bounds what is uploaded, and lets nobody in without the token of the session', async () => {
    const token = await bed.begin(trader, 1);
    await bed.show(token, { files: { document_front: Buffer.alloc(5_000_001, 1) } });
    expect(await submitCode(trader)).toBe('document_required');
    await bed.show('somebody-else', {});
    expect(await submitCode(trader)).toBe('document_required');
  });

  it('refuses an unknown level, a child and a country that there is none of', async () => {
    const apply = async (level: number, more: object = {}) =>
      (await post(trader, 'kyc/applications', { level, person: { ...person, ...more } })).body;
    expect((await apply(7)).fields).toHaveProperty('level');
    const young = await apply(1, { birthday: dayFrom(-4_000) });
    expect(young.code).toBe('age_too_low');
    expect(JSON.stringify(young)).not.toContain('{{');
    expect((await apply(1, { country: 'ZZ' })).code).toBe('country_invalid');
    expect((await apply(1, { first_name: '<b>' })).code).toBe('unprocessable_entity');
  });

  it('can be called off until it was handed in', async () => {
    await bed.begin(trader, 1);
    expect((await post(trader, 'kyc/withdraw')).body.application.status).toBe('withdrawn');
    await bed.handIn(trader, 1, { number: 'SLOW1' });
    expect((await post(trader, 'kyc/withdraw')).body.code).toBe('kyc_pending');
  });
});

describe('what the provider finds', () => {
  it('tells of no new limits where everybody has as much already', async () => {
    await query('update withdrawal_policy set level = 1');
    await bed.handIn(trader, 1);
    await bed.until(trader, ({ state }) => state === 'approved');
    const [notice] = await query(
      "select template from user_notifications where template like 'kyc%' order by id desc limit 1",
    );
    expect(notice?.template).toBe('kyc_approved_same');
    await query('update withdrawal_policy set level = 0');
  });

  it('rejects, and approves the next application: the limit rises, and is told by mail and where its owner looks', async () => {
    expect(await quoted(trader)).toBe('1000');
    await bed.handIn(trader, 1, { number: 'REJECT1' });
    const rejected = await bed.until(trader, ({ state }) => state === 'rejected');
    expect(rejected.application).toMatchObject({ status: 'rejected', reasons: ['data_mismatch'] });
    expect(await quoted(trader)).toBe('1000');
    expect(await bed.newestMail('trader@emporion.test')).toMatchObject({
      subject: expect.stringContaining('declined'),
      text: expect.stringContaining('Your details don’t match the document'),
    });
    const id = await bed.handIn(trader, 1);
    const approved = await bed.until(trader, ({ state }) => state === 'approved');
    expect(approved).toMatchObject({ level: 1, verified_level: 1, expires: dayFrom(1_000) });
    expect(await quoted(trader)).toBe('50000');
    expect((await trader.call({ path: 'profile' })).body).toMatchObject({ kyc_status: 'approved' });
    const notices = await query(
      "select template from user_notifications where template like 'kyc%' order by id",
    );
    expect(notices.map(({ template }) => template)).toEqual([
      ...['kyc_pending', 'kyc_rejected', 'kyc_pending', 'kyc_approved'],
    ]);
    const steps = await query(
      "select event from security_events where event like 'kyc%' and id > $1 order by id",
      [events],
    );
    expect(steps.map(({ event }) => event)).toEqual([
      ...['kyc_pending', 'kyc_rejected', 'kyc_pending', 'kyc_approved'],
    ]);
    expect((await query('select first_name from users where id = $1', [trader.id]))[0].first_name).toBe(
      'Theodora',
    );
    await bed.run('kyc.tend');
    const left = readdirSync(join(bed.exchange.platform.config.dataDir, 'kyc-sandbox', 'files'));
    expect(left, `the provider keeps nothing of ${id}`).not.toContain(id);
    expect(
      await query('select count(*)::int as count from kyc_applications where forgotten_at is null'),
    ).toEqual([{ count: 0 }]);
  });

  it('is asked for when nothing is heard of it', async () => {
    await bed.control('silence');
    await bed.handIn(trader, 1);
    await query("update kyc_applications set updated_at = updated_at - interval '5 minutes'");
    await expect
      .poll(async () => {
        await bed.run('kyc.tend');
        return (await bed.read(trader)).state;
      })
      .toBe('approved');
    // What it was told to forget it has nothing more to say of.
    await bed.control('speak');
    expect(await query('select outcome from kyc_events')).toEqual([{ outcome: 'applied' }]);
  });

  it('unlocks withdrawals to a bank by level, refused by the name of the state', async () => {
    const bank = async (member: Member) =>
      (
        await post(member, 'wallet/withdrawal-recipient', {
          ...{
            currency: 'EUR',
            network: 'bank',
            address: 'DE89370400440532013000',
            holder: 'Theodora Trader',
          },
        })
      ).body.code;
    await seedDemoBank(bed.exchange.test.database.kysely);
    expect(await bank(trader)).toBe('kyc_required');
    await bed.handIn(trader, 1, { number: 'REJECT1' });
    expect(await bank(trader)).toBe('kyc_pending');
    await bed.until(trader, ({ state }) => state === 'rejected');
    expect(await bank(trader)).toBe('kyc_rejected');
    await bed.handIn(trader, 1, { expires: dayFrom(0) });
    await bed.until(trader, ({ state }) => state === 'approved');
    expect(await bank(trader)).toBeUndefined();
    bed.ahead.ms = 86_400_000;
    await bed.run('kyc.expire');
    bed.ahead.ms = 0;
    expect(await bank(trader)).toBe('kyc_expired');
  });
});

describe('events', () => {
  const eventOf = async (id: string, more: object = {}) => ({
    id: `test-${Math.random()}`,
    result: {
      ...{ application: id, declaration: await bed.declared(id) },
      ...{ sequence: 5, verdict: 'clear' as const, reasons: [], files: [] },
      document: { type: 'passport' as const, number: 'P1', expires: dayFrom(900) },
      ...more,
    },
  });

  it('are refused by name when forged, old, without headers, replayed or no event', async () => {
    const id = await bed.handIn(trader, 1, { number: 'SLOW1' });
    const event = await eventOf(id);
    expect(await bed.tell(event, { secret: 'x'.repeat(40) })).toEqual({
      status: 401,
      code: 'invalid_signature',
    });
    expect((await bed.tell(event, { ageSeconds: 301 })).code).toBe('timestamp_too_old');
    expect((await bed.tell(event, { ageSeconds: -301 })).code).toBe('timestamp_too_old');
    expect((await bed.tell(event, { headers: { 'x-verification-nonce': '' } })).code).toBe('invalid_nonce');
    // The nonce is signed too: another one does not make a replay good.
    const other = { 'x-verification-nonce': 'A'.repeat(22) };
    expect((await bed.tell(event, { headers: other })).code).toBe('invalid_signature');
    expect((await bed.tell('{"id":1}')).code).toBe('invalid_request_format');
    expect((await bed.tell('no json')).code).toBe('invalid_request_format');
    expect((await bed.read(trader)).state).toBe('pending');
    expect(await query('select event from kyc_events')).toEqual([]);
    const nonce = 'once-and-never-again';
    expect((await bed.tell(event, { nonce })).status).toBe(200);
    expect(await bed.tell(event, { nonce })).toEqual({ status: 401, code: 'invalid_nonce' });
    // It counted, and names no files: staff look.
    expect((await bed.read(trader)).application?.status).toBe('review');
  });

  it('count once and never backwards, in whatever order they come', async () => {
    const id = await bed.handIn(trader, 2, { number: 'SLOW1' });
    const outcomes = () => query('select sequence, outcome from kyc_events order by received_at, sequence');
    const unknown = await eventOf('00000000-0000-4000-8000-000000000000');
    expect((await bed.tell(unknown)).status).toBe(200);
    const newer = await eventOf(id, { sequence: 7, verdict: 'review' });
    const older = await eventOf(id, { sequence: 6, verdict: 'rejected', reasons: ['under_age'] });
    await bed.tell(newer);
    await bed.tell(older);
    await bed.tell(newer);
    expect(await outcomes()).toEqual([
      { sequence: 5, outcome: 'refused' },
      { sequence: 7, outcome: 'applied' },
      { sequence: 6, outcome: 'late' },
    ]);
    expect((await bed.read(trader)).application?.status).toBe('review');
    await Promise.all(Array.from({ length: 8 }, async () => bed.tell(newer)));
    expect(await outcomes()).toHaveLength(3);
  });

  it('of the sandbox may be delivered again and change nothing', async () => {
    const id = await bed.handIn(trader, 1);
    await bed.until(trader, ({ state }) => state === 'approved');
    await bed.control('repeat', id);
    expect(await query('select outcome from kyc_events')).toEqual([{ outcome: 'applied' }]);
    expect(
      await query("select count(*)::int as count from user_notifications where template = 'kyc_approved'"),
    ).toEqual([{ count: 1 }]);
  });
});

describe('the desk', () => {
  const inReview = async (member: Member, shown = {}) => {
    const id = await bed.handIn(member, 2, shown);
    await bed.until(member, ({ application }) => application?.status === 'review');
    return id;
  };

  it('is worked by one at a time, who sees documents, asks for more and approves; the owner follows', async () => {
    const id = await inReview(trader);
    expect((await bed.read(trader)).state).toBe('pending');
    const list = await compliance.call({ path: 'admin/verifications?state=review' });
    expect(list.body.results).toMatchObject([
      { id, name: 'Theodora Trader', verdict: 'clear', claimed_by: null },
    ]);
    expect((await decide(compliance, id, 'approve')).body.code).toBe('verification_not_claimed');
    expect((await post(compliance, `admin/verifications/${id}/claim`)).body.claimed_by).toMatchObject({
      id: compliance.id,
    });
    expect((await post(admin, `admin/verifications/${id}/claim`)).body.code).toBe('verification_claimed');
    expect((await decide(admin, id, 'approve')).body.code).toBe('verification_claimed');
    expect((await post(admin, `admin/verifications/${id}/release`)).body.code).toBe('verification_claimed');
    const { body: card } = await compliance.call({ path: `admin/verifications/${id}` });
    expect(card).toMatchObject({ declared: person, document: { number: 'P1234567' }, own: false });
    expect(card.documents.map(({ kind }: { kind: string }) => kind)).toEqual([
      'document_front',
      'selfie',
      'address_proof',
    ]);
    const asked = { again: ['selfie'], note: 'Please take it in better light.' };
    expect((await decide(compliance, id, 'ask', asked)).body.state).toBe('open');
    expect((await bed.newestMail('trader@emporion.test'))?.text).toContain('in better light');
    expect((await bed.read(trader)).application).toMatchObject({
      status: 'open',
      again: ['selfie'],
      note: asked.note,
    });
    const { token } = (await post(trader, 'kyc/session')).body;
    expect(await submitCode(trader)).toBe('selfie_required');
    await bed.show(token, { files: { selfie: picture(500, 500, 33) } });
    // Opening the frame once more takes nothing away that was shown since.
    await post(trader, 'kyc/session');
    expect((await post(trader, 'kyc/submit')).status).toBe(200);
    await bed.until(trader, ({ application }) => application?.status === 'review');
    await post(compliance, `admin/verifications/${id}/claim`);
    await post(compliance, `admin/verifications/${id}/release`);
    await post(admin, `admin/verifications/${id}/claim`);
    expect((await decide(admin, id, 'approve')).body).toMatchObject({
      state: 'approved',
      kyc_state: 'approved',
    });
    expect(await quoted(trader)).toBe('500000');
    expect((await decide(admin, id, 'reject', { reasons: ['other'] })).status).toBe(422);
    expect((await decide(admin, id, 'reject', { reasons: ['under_age'] })).body.code).toBe(
      'verification_decided',
    );
    const done = await query(
      "select action from audit_log where action like 'verification%' and number > $1 order by number",
      [actions],
    );
    expect(done.map(({ action }) => action.replace('verification_', ''))).toEqual([
      ...['claimed', 'more_asked', 'claimed', 'released', 'claimed', 'approved'],
    ]);
  });

  it('shows a document to whom it may concern only, sealed at rest, and writes each view down', async () => {
    const selfie = picture(444, 444, 77);
    const id = await inReview(trader, {
      files: { document_front: picture(), selfie, address_proof: picture(500, 500) },
    });
    const { body: card } = await compliance.call({ path: `admin/verifications/${id}` });
    const shown = card.documents.find(({ kind }: { kind: string }) => kind === 'selfie');
    const path = `admin/verifications/${id}/documents/${shown.id}/view`;
    const before = await query("select number from audit_log where action = 'verification_document_viewed'");
    const view = await post(compliance, path);
    expect(Buffer.from(view.body.content, 'base64').equals(selfie)).toBe(true);
    const after = await query("select number from audit_log where action = 'verification_document_viewed'");
    expect(after.length).toBe(before.length + 1);
    const [{ sealed }] = await query('select sealed from kyc_documents where id = $1', [shown.id]);
    expect(sealed.includes(selfie.subarray(0, 60))).toBe(false);
    const support = await bed.exchange.member('support');
    expect((await post(support, path)).status).toBe(404);
    const seen = await support.call({ path: `admin/verifications/${id}` });
    expect(seen.body).toMatchObject({
      name: null,
      declared: null,
      account: null,
      documents: [],
      document: { number: null },
    });
    expect((await post(second, path)).status).toBe(404);
    expect((await second.call({ path: 'kyc' })).body.application).toBeNull();
    const foreign = `admin/verifications/${id}/documents/${id}/view`;
    expect((await post(compliance, foreign)).body.code).toBe('verification_not_found');
  });

  it('lets nobody decide about themselves, and nobody whose claim has run out', async () => {
    const id = await inReview(trader);
    await post(compliance, `admin/verifications/${id}/claim`);
    await query("update kyc_applications set claimed_until = now() - interval '1 second'");
    expect((await decide(compliance, id, 'approve')).body.code).toBe('verification_not_claimed');
    await query("update users set phone = '+351900000001' where id = any ($1)", [[trader.id, compliance.id]]);
    expect((await post(compliance, `admin/verifications/${id}/claim`)).body.code).toBe('own_account');
    expect((await compliance.call({ path: `admin/verifications/${id}` })).body).toMatchObject({
      own: true,
      documents: [],
    });
    await query('update users set phone = null where id = any ($1)', [[trader.id, compliance.id]]);
  });

  it('leaves somebody verified for what they were when their next application is rejected', async () => {
    await bed.handIn(trader, 1);
    await bed.until(trader, ({ state }) => state === 'approved');
    const id = await inReview(trader);
    expect(await bed.read(trader)).toMatchObject({ state: 'approved', verified_level: 1 });
    await post(compliance, `admin/verifications/${id}/claim`);
    const words = { reasons: ['address_mismatch'], note: 'The street differs.' };
    expect((await decide(compliance, id, 'reject', words)).body).toMatchObject({
      state: 'rejected',
      kyc_state: 'approved',
    });
    expect(await bed.read(trader)).toMatchObject({ state: 'approved', verified_level: 1 });
    expect((await bed.newestMail('trader@emporion.test'))?.text).toContain('The street differs.');
    expect((await post(trader, 'kyc/applications', { level: 1, person })).body.fields).toHaveProperty(
      'level',
    );
  });
});

describe('an attacker', () => attackCases(() => ({ ...bed, trader, second, compliance, admin })));

describe('the end', () => {
  const day = 86_400_000;

  it('is told 30 and 7 days before, then ends the verification and its limits, and can be renewed', async () => {
    await bed.handIn(trader, 1, { expires: dayFrom(40) });
    await bed.until(trader, ({ state }) => state === 'approved');
    const subjects = async () =>
      (await query("select subject from messages where template = 'kyc.update' order by sequence")).map(
        ({ subject }) => subject as string,
      );
    const before = (await subjects()).length;
    const told = async () => (await subjects()).slice(before);
    await bed.run('kyc.expire');
    expect(await told()).toEqual([]);
    for (const days of [10, 11, 20]) {
      bed.ahead.ms = days * day;
      await bed.run('kyc.expire');
    }
    expect(await told()).toEqual(['Your document expires soon']);
    expect(
      (await query('select kyc_reminded_days as days from users where id = $1', [trader.id]))[0].days,
    ).toBe(30);
    bed.ahead.ms = 34 * day;
    await bed.run('kyc.expire');
    await bed.run('kyc.expire');
    expect(await told()).toEqual(['Your document expires soon', 'Your document expires soon']);
    bed.ahead.ms = 40 * day;
    await bed.run('kyc.expire');
    bed.ahead.ms = 41 * day;
    await bed.run('kyc.expire');
    bed.ahead.ms = 0;
    expect((await told()).at(-1)).toBe('Verification expired');
    expect(await bed.read(trader)).toMatchObject({ state: 'expired', level: 0, verified_level: 0 });
    expect(await quoted(trader)).toBe('1000');
    expect((await trader.call({ path: 'profile' })).body).toMatchObject({
      kyc_status: 'no',
      kyc_state: 'expired',
    });
    await bed.handIn(trader, 1);
    await bed.until(trader, ({ state }) => state === 'approved');
    expect(await quoted(trader)).toBe('50000');
  });

  it('can be renewed before, without losing anything meanwhile', async () => {
    await bed.handIn(trader, 1, { expires: dayFrom(20) });
    const verified = await bed.until(trader, ({ state }) => state === 'approved');
    expect(verified.renewable).toBe(true);
    await bed.handIn(trader, 1);
    expect((await bed.read(trader)).state).toBe('approved');
    const renewed = await bed.until(trader, ({ renewable }) => !renewable);
    expect(renewed).toMatchObject({ state: 'approved', expires: dayFrom(1_000) });
  });

  it('of what was kept comes by schedule, and with the account', async () => {
    const count = async () => (await query('select count(*)::int as count from kyc_documents'))[0].count;
    await bed.handIn(trader, 1, { number: 'REJECT1' });
    await bed.until(trader, ({ state }) => state === 'rejected');
    expect(await count()).toBeGreaterThan(0);
    bed.ahead.ms = 89 * day;
    await bed.run('kyc.expire');
    expect(await count()).toBeGreaterThan(0);
    bed.ahead.ms = 91 * day;
    await bed.run('kyc.expire');
    expect(await count()).toBe(0);
    bed.ahead.ms = 0;
    await bed.handIn(second, 1);
    await bed.until(second, ({ state }) => state === 'approved');
    expect(await count()).toBeGreaterThan(0);
    const { database } = bed.exchange.test;
    await database.kysely
      .transaction()
      .execute((transaction) => erasePerson(transaction, bed.exchange.platform, second.id));
    expect(await count()).toBe(0);
    expect(
      await query('select first_name, document_number, files from kyc_applications where user_id = $1', [
        second.id,
      ]),
    ).toEqual([{ first_name: null, document_number: null, files: [] }]);
    expect((await query('select kyc_status from users where id = $1', [second.id]))[0].kyc_status).toBe(
      'none',
    );
  });
});

describe('the database', () => {
  it('takes no step that there is none of, whoever writes it', async () => {
    await expect(
      query("update users set kyc_status = 'approved' where id = $1", [trader.id]),
    ).rejects.toThrow('does not go from none to approved');
    await expect(query('update users set kyc_level = 2 where id = $1', [trader.id])).rejects.toThrow(
      'Only who is verified',
    );
    await bed.handIn(trader, 1, { number: 'SLOW1' });
    await expect(query("update kyc_applications set stage = 'approved'")).rejects.toThrow(
      'does not go from submitted to approved',
    );
    await query('delete from kyc_application_log');
    await expect(query('delete from kyc_applications')).rejects.toThrow('Applications are kept');
  });

  it('is brought over to another secret with its documents and numbers', async () => {
    await bed.handIn(trader, 1);
    await bed.until(trader, ({ state }) => state === 'approved');
    const { kysely } = bed.exchange.test.database;
    const from = { secret: bed.exchange.platform.config.secret };
    const to = { secret: 'another-secret-of-the-same-length-as-it' };
    expect(await documentSecrets.open(kysely, from)).toBe(true);
    expect(await documentSecrets.open(kysely, to)).toBe(false);
    const lines = await kysely
      .transaction()
      .execute((transaction) => documentSecrets.rotate(transaction, { from, to }));
    expect(lines).toEqual(['3 documents of verifications go on.']);
    expect(await documentSecrets.open(kysely, to)).toBe(true);
    await expect(
      kysely.transaction().execute((transaction) => documentSecrets.rotate(transaction, { from, to })),
    ).rejects.toThrow('does not open with FORMER_SECRET');
  });
});

describe('the frame', () => {
  it('is a page of its own in a sandbox, which only pages of ours may show', async () => {
    await bed.begin(trader, 1);
    const { frame } = (await post(trader, 'kyc/session')).body;
    const headers = { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-origin' };
    const answer = await bed.exchange.app.inject({ url: frame, headers });
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toContain('sandbox allow-scripts allow-forms;');
    expect(policy).not.toContain('allow-same-origin');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).not.toContain("script-src 'self'");
    for (const wrong of [
      { ...headers, 'sec-fetch-dest': 'document' },
      { ...headers, 'sec-fetch-site': 'cross-site' },
    ])
      expect((await bed.exchange.app.inject({ url: frame, headers: wrong })).statusCode).toBe(404);
  });
});
