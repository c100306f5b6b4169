import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { verificationPaths } from '@emporion/contracts/verification';
import { expect, it } from 'vitest';
import { seedDemoBank } from '#modules/bank/bank-accounts.ts';
import { signedHeaders } from '#modules/kyc/provider/signed-message.ts';
import { providerOf } from '#modules/kyc/provider/the-provider.ts';
import type { Member } from '#testing/staffed-exchange.ts';
import { person, picture } from './kyc-bed.ts';
import {
  admin,
  approved,
  bed,
  compliance,
  dayFrom,
  decide,
  post,
  query,
  second,
  trader,
} from './kyc-world.ts';

/** What somebody with the source would try, to be verified as whom they are not, or to keep others from it. */
export function attackCases(): void {
  it('keeps the verified name: it is what bank accounts are compared with', async () => {
    await seedDemoBank(bed.exchange.test.database.kysely);
    const rename = (body: object) => trader.call({ method: 'PATCH', path: 'settings', body });
    expect((await rename({ first_name: 'Theo' })).status).toBe(200);
    await approved(trader);
    expect((await rename({ last_name: 'Mule' })).body.code).toBe('name_verified');
    expect((await rename({ first_name: 'Theodora', language: 'en' })).status).toBe(200);
    const { body } = await post(trader, 'wallet/withdrawal-recipient', {
      ...{ currency: 'EUR', network: 'bank', address: 'DE89370400440532013000', holder: 'Theodora Mule' },
    });
    expect(body.code).toBe('holder_differs');
  });

  it('tells the provider who somebody says they are, and counts no result about what was declared before', async () => {
    const { tell, exchange } = bed;
    const provider = providerOf(exchange.platform).require();
    await bed.show(await bed.begin(trader, 1), { number: 'SLOW1' });
    const real = provider.submit;
    // Between the question and the answer the owner declares to be somebody else.
    const raced = { ...person, first_name: 'Somebody', last_name: 'Else' };
    Object.assign(provider, {
      submit: async (id: string) => {
        const problems = await real(id);
        await post(trader, 'kyc/applications', { level: 2, person: raced });
        return problems;
      },
    });
    const handedIn = await post(trader, 'kyc/submit');
    Object.assign(provider, { submit: real });
    expect(handedIn.body.code).toBe('changed_meanwhile');
    expect((await bed.read(trader)).application).toMatchObject({ status: 'open', level: 2 });
    await post(trader, 'kyc/applications', { level: 1, person: raced });
    expect((await post(trader, 'kyc/submit')).status).toBe(200);
    const [{ id }] = await query('select id from kyc_applications');
    const result = {
      ...{ application: id, sequence: 1, verdict: 'clear' as const, reasons: [], files: [] },
      ...{
        declaration: 'a'.repeat(64),
        document: { type: 'passport' as const, number: 'P1', expires: dayFrom(9) },
      },
    };
    await tell({ id: 'of-another-declaration', result });
    expect(await query('select outcome from kyc_events')).toEqual([{ outcome: 'late' }]);
    expect((await bed.read(trader)).application?.status).toBe('checking');
  });

  it('can be approved when the old document ended while the new one was looked at', async () => {
    await approved(trader, 1, { expires: dayFrom(20) });
    const id = await bed.handIn(trader, 1, { number: 'REVIEW1' });
    await bed.until(trader, ({ application }) => application?.status === 'review');
    bed.ahead.ms = 21 * 86_400_000;
    await bed.run('kyc.end');
    bed.ahead.ms = 0;
    expect(await bed.read(trader)).toMatchObject({ state: 'pending', verified_level: 0 });
    await post(compliance, `admin/verifications/${id}/claim`);
    expect((await decide(compliance, id, 'approve')).body.kyc_state).toBe('approved');
  });

  it('leaves to staff what is clear without its files or of a suspended account, and rejects an ended document', async () => {
    const { tell } = bed;
    const hear = async (member: Member, more: object = {}) => {
      const id = await bed.handIn(member, 1, { number: 'SLOW1' });
      const result = {
        ...{ application: id, declaration: await bed.declared(id), sequence: 5, files: [], reasons: [] },
        document: { type: 'passport' as const, number: `P${id}`.slice(0, 30), expires: dayFrom(900) },
        verdict: 'clear' as const,
      };
      await tell({ id: `hear-${id}`, result: { ...result, ...more } });
      return bed.read(member);
    };
    expect(await hear(trader)).toMatchObject({ state: 'pending', application: { status: 'review' } });
    const document = { type: 'passport', number: 'P77', expires: dayFrom(-1) };
    expect(await hear(second, { document })).toMatchObject({
      ...{ state: 'rejected', application: { reasons: ['document_expired'] } },
    });
    const id = await bed.handIn(second, 1, { number: 'P78' });
    await query("update users set status = 'suspended' where id = $1", [second.id]);
    await expect
      .poll(() => query('select stage from kyc_applications where id = $1', [id]))
      .toEqual([{ stage: 'review' }]);
    await query("update users set status = 'active' where id = $1", [second.id]);
  });

  it('has staff look when a document was shown for another account', async () => {
    const first = await approved(trader, 1, { number: 'AB 123-456' });
    const id = await bed.handIn(second, 1, { number: 'ab123456' });
    const { state } = await bed.until(second, ({ application }) => application?.status !== 'checking');
    expect(state).toBe('pending');
    const { body } = await compliance.call({ path: `admin/verifications/${id}` });
    expect(body.same_document).toMatchObject([
      { id: first, user: { id: trader.id }, state: 'approved', by: ['file', 'number', 'person'] },
    ]);
  });

  it('answers what is signed and makes no sense by name, and never with a fault', async () => {
    const { tell } = bed;
    const id = await bed.handIn(trader, 1, { number: 'SLOW1' });
    const document = { type: 'passport', number: 'P1', expires: dayFrom(900) };
    const whole = {
      application: id,
      declaration: 'a'.repeat(64),
      sequence: 1,
      verdict: 'clear',
      reasons: [],
      files: [],
      document,
    };
    const file = { id: 'a', kind: 'selfie', type: 'image/png', bytes: 1, sha256: 'a'.repeat(64) };
    for (const [event, result] of [
      ['a\u0000', {}],
      ['\ud800', {}],
      ['big', { sequence: 2 ** 40 }],
      ['day', { document: { ...document, expires: '0000-01-01' } }],
      ['moment', { document: { ...document, ends: '0000-01-01T00:00:00Z' } }],
      ['number', { document: { ...document, number: 'a\u0000' } }],
      ['file', { files: [{ ...file, id: 'a\u0000' }] }],
      ['half', { files: [{ ...file, id: '\udc00' }] }],
    ] as const)
      expect(await tell(JSON.stringify({ id: event, result: { ...whole, ...result } })), event).toEqual({
        ...{ status: 400, code: 'invalid_request_format' },
      });
  });

  it('takes nothing more once it was handed in, and keeps nothing at the provider of what is decided', async () => {
    const { exchange } = bed;
    const token = await bed.begin(trader, 1);
    await bed.show(token, { number: 'GONE12345' });
    await post(trader, 'kyc/submit');
    await bed.until(trader, ({ state }) => state === 'approved');
    const origin = await providerOf(exchange.platform).require().origin();
    const late = await fetch(`${origin}/session/files/selfie`, {
      ...{ method: 'PUT', headers: { authorization: `Bearer ${token}` }, body: new Uint8Array(picture()) },
    });
    expect(late.status).toBe(401);
    await bed.run('kyc.tend');
    const kept = readFileSync(join(exchange.platform.config.dataDir, 'kyc-sandbox', 'sandbox.json'), 'utf8');
    expect(kept).not.toContain('GONE12345');
  });

  it('can make nothing else of a signed call to the provider, nor the same once more', async () => {
    const application = await bed.handIn(trader, 1, { number: 'SLOW1' });
    const provider = providerOf(bed.exchange.platform).require();
    const body = JSON.stringify({ application });
    const headers = signedHeaders(provider.secret, { path: verificationPaths.find, body }, new Date());
    const send = async (path: string) =>
      (await fetch(`${await provider.origin()}${path}`, { method: 'POST', headers, body })).status;
    expect(await send(verificationPaths.forget)).toBe(401);
    // It has found nothing yet.
    expect(await send(verificationPaths.find)).toBe(404);
    expect(await send(verificationPaths.find)).toBe(401);
  });

  it('asks about everybody in turn, however many the provider says nothing of', async () => {
    await bed.handIn(trader, 1, { number: 'SLOW1' });
    // Fifty that stay unanswered, and are older.
    await query(`
      insert into users (id, email, username, username_skeleton, password_hash, first_name, last_name, country, birthday, referral_code, terms_accepted_at, privacy_accepted_at)
      select gen_random_uuid(), 'crowd' || n || '@emporion.test', 'crowd' || n, 'crowd' || n, '', 'A', 'B', 'PT', '1990-01-01', 'CROWD' || n, now(), now()
      from generate_series(1, 60) n`);
    await query(`
      insert into kyc_applications (id, user_id, level, stage, created_at, updated_at)
      select gen_random_uuid(), id, 1, 'open', now() - interval '1 day', now() - interval '1 day' from users where username like 'crowd%'`);
    await query(`update kyc_applications set stage = 'submitted' where stage = 'open'`);
    await query("update kyc_applications set updated_at = now() - interval '10 minutes' where user_id = $1", [
      trader.id,
    ]);
    const asked: string[] = [];
    const provider = providerOf(bed.exchange.platform).require();
    const real = provider.find;
    Object.assign(provider, { find: async (id: string) => void asked.push(id) });
    await bed.run('kyc.tend');
    await bed.run('kyc.tend');
    Object.assign(provider, { find: real });
    const [{ id }] = await query('select id from kyc_applications where user_id = $1', [trader.id]);
    expect(asked).toContain(id);
    await query(
      "update kyc_applications set stage = 'withdrawn', decided_at = now(), forgotten_at = now() where stage = 'submitted'",
    );
  });

  it('is taken back by staff with reasons: audited, told, the limits fall, and what comes next is for staff', async () => {
    const id = await approved(trader);
    const words = { reasons: ['suspected_fraud'], note: 'The document is not yours.' };
    const support = await bed.exchange.member('support');
    expect((await decide(support, id, 'revoke', words)).status).toBe(404);
    await query("update users set phone = '+351900000001', phone_verified_at = now() where id = any ($1)", [
      [trader.id, admin.id],
    ]);
    expect((await decide(admin, id, 'revoke', words)).body.code).toBe('own_account');
    await query('update users set phone = null, phone_verified_at = null where id = any ($1)', [
      [trader.id, admin.id],
    ]);
    const more = await bed.handIn(trader, 2);
    await bed.until(trader, ({ application }) => application?.status === 'review');
    expect((await decide(compliance, id, 'revoke', words)).body).toMatchObject({
      ...{ state: 'rejected', kyc_state: 'rejected', verified_level: 0 },
    });
    expect(await bed.read(trader)).toMatchObject({
      ...{ state: 'rejected', level: 0, verified_level: 0 },
      application: { id: more, status: 'rejected', reasons: ['suspected_fraud'], note: words.note },
    });
    expect((await trader.call({ path: 'profile' })).body).toMatchObject({
      kyc_status: 'no',
      kyc_state: 'rejected',
    });
    expect((await bed.newestMail('trader@emporion.test'))?.text).toContain(words.note);
    const [entry] = await query(
      "select subject_id as subject, after->>'level' as level from audit_log where action = 'verification_revoked'",
    );
    expect(entry).toEqual({ subject: trader.id, level: '0' });
    expect((await decide(compliance, id, 'revoke', words)).body.code).toBe('verification_not_approved');
    await bed.handIn(trader, 1);
    const next = await bed.until(trader, ({ application }) => application?.status !== 'checking');
    expect(next.application?.status).toBe('review');
  });
}
