import { describe, expect, it } from 'vitest';
import { seedDemoBank } from '#modules/bank/bank-accounts.ts';
import type { Member } from '#testing/staffed-exchange.ts';
import { picture } from './kyc-bed.ts';
import {
  admin,
  approved,
  bed,
  client,
  compliance,
  dayFrom,
  decide,
  inReview,
  post,
  query,
  submitCode,
} from './kyc-world.ts';

const day = 86_400_000;

/** As they are when an exchange begins. */
const rulesOf = (level: number) => ({
  ...{
    level,
    bank_currencies: level === 0 ? [] : ['USD', 'EUR', 'RUB'],
    by_officer: level === 2,
    valid_days: null,
  },
  needs: [[], ['document', 'selfie'], ['document', 'selfie', 'address_proof']][level],
});
const policy = { keep_approved_days: 1825, keep_rejected_days: 90, answer_days: 30, claim_minutes: 30 };

const propose = async (path: 'kyc-level' | 'kyc-policy', body: object, by = admin) =>
  post(by, `admin/approvals/${path}`, {
    ...{ ...body, reason: 'As the regulator asks', confirmation: await by.freshCode() },
  });

/** By two people. */
async function publish(path: 'kyc-level' | 'kyc-policy', body: object) {
  const operator = await bed.exchange.member('operator');
  const proposed = await propose(path, body);
  expect(proposed.status, JSON.stringify(proposed.body)).toBe(200);
  const vote = async (by: Member) =>
    post(by, `admin/approvals/${proposed.body.id}/approve`, {
      ...{ reason: 'Agreed', confirmation: await by.freshCode() },
    });
  expect((await vote(admin)).body.code).toBe('own_proposal');
  expect((await vote(operator)).body).toMatchObject({ state: 'executed', failure: null });
  return proposed.body;
}
const level = (number: number, more: object = {}) =>
  publish('kyc-level', { rules: { ...rulesOf(number), ...more } });

/** What tests changed is as it was. */
const restored = async () => {
  for (const number of [0, 1, 2]) {
    const { needs, by_officer, bank_currencies, valid_days } = rulesOf(number);
    await query(
      'update kyc_levels set needs = $2, by_officer = $3, bank_currencies = $4, valid_days = $5 where level = $1',
      [number, needs, by_officer, bank_currencies, valid_days],
    );
  }
  await query('delete from kyc_levels where level > 2');
};

export function whatLevelsTake(): void {
  describe('what a level takes and unlocks', () => {
    it('is changed by two people who see before and after, and counts at once for what is under way', async () => {
      await seedDemoBank(bed.exchange.test.database.kysely);
      const bank = async () =>
        (
          await post(client, 'wallet/withdrawal-recipient', {
            ...{
              currency: 'EUR',
              network: 'bank',
              address: 'DE89370400440532013000',
              holder: 'Theodora Trader',
            },
          })
        ).body.code;
      const token = await bed.begin(client, 1);
      await bed.show(token, { files: { document_front: picture(), selfie: picture(400, 400, 60) } });
      const proposal = await level(1, { needs: ['address_proof', 'document', 'selfie'] });
      expect(proposal).toMatchObject({
        current: { rules: { needs: ['document', 'selfie'] } },
        payload: { rules: { needs: ['document', 'selfie', 'address_proof'] } },
      });
      expect(await submitCode(client)).toBe('address_proof_required');
      expect((await bed.read(client)).levels[1]?.needs).toContain('address_proof');
      await level(1, { by_officer: true });
      await bed.show((await post(client, 'kyc/session')).body.token);
      await post(client, 'kyc/submit');
      await bed.until(client, ({ application }) => application?.status === 'review');
      await level(1);
      const [{ id }] = await query('select id from kyc_applications where user_id = $1', [client.id]);
      await post(compliance, `admin/verifications/${id}/claim`);
      await decide(compliance, id, 'approve');
      expect(await bank()).toBeUndefined();
      await level(1, { bank_currencies: ['USD'] });
      expect(await bank()).toBe('kyc_required');
      const log = await query(
        "select before, after from audit_log where action = 'kyc_level_changed' order by number desc limit 1",
      );
      expect(log).toMatchObject([
        { before: { bank_currencies: ['USD', 'EUR', 'RUB'] }, after: { level: 1, bank_currencies: ['USD'] } },
      ]);
      expect((await admin.call({ path: 'admin/policy' })).body.kyc_levels[1]).toMatchObject({
        ...{ bank_currencies: ['USD'], withdrawal_a_day: '50000' },
      });
      await restored();
    });

    it('lets staff approve nobody who showed less than the level takes by then; what they ask for is shown', async () => {
      const shown = {
        number: 'REVIEW1',
        files: { document_front: picture(), selfie: picture(400, 400, 60) },
      };
      const id = await inReview(client, shown, 1);
      await level(1, { needs: ['document', 'selfie', 'address_proof'] });
      await post(compliance, `admin/verifications/${id}/claim`);
      expect((await decide(compliance, id, 'approve')).body.code).toBe('address_proof_required');
      await level(1);
      // What staff ask for is asked for, although the level takes it no more.
      await decide(compliance, id, 'ask', { again: ['address_proof'], note: '' });
      expect(await submitCode(client)).toBe('address_proof_required');
      await restored();
    });

    it('is refused by name where levels do not build on each other, or nobody could reach one', async () => {
      const code = async (number: number, more: object) =>
        (await propose('kyc-level', { rules: { ...rulesOf(number), ...more } })).body.code;
      expect(await code(1, {})).toBe('draft_unchanged');
      expect(await code(0, { needs: ['document'] })).toBe('kyc_level_invalid');
      expect(await code(1, { needs: ['selfie'] })).toBe('kyc_level_invalid');
      expect(await code(2, { needs: ['document'] })).toBe('kyc_level_invalid');
      expect(await code(2, { bank_currencies: ['USD'] })).toBe('kyc_level_invalid');
      expect(await code(2, { level: 5 })).toBe('kyc_level_invalid');
      expect(await code(1, { valid_days: 3 })).toBe('unprocessable_entity');
      expect(await code(1, { bank_currencies: ['XXX'] })).toBe('unprocessable_entity');
      const officers = await query(
        "update users set status = 'suspended' where status = 'active' and roles && array['administrator', 'compliance'] returning id",
      );
      const operator = await bed.exchange.member('operator');
      const alone = await propose('kyc-level', { rules: { ...rulesOf(1), by_officer: true } }, operator);
      expect(alone.body.code).toBe('kyc_level_unreachable');
      await query("update users set status = 'active' where id = any ($1)", [officers.map(({ id }) => id)]);
    });

    it('ends verifications by its validity: new ones, and old ones with time to renew', async () => {
      await approved(client, 1);
      expect((await bed.read(client)).expires).toBe(dayFrom(1_000));
      await query("update kyc_applications set decided_at = decided_at - interval '100 days'");
      await level(1, { valid_days: 365 });
      expect((await bed.read(client)).expires).toBe(dayFrom(265));
      await level(1, { valid_days: 60 });
      // It would have ended already: there are 30 days to renew it, and a mail says so.
      expect(await bed.read(client)).toMatchObject({
        state: 'approved',
        expires: dayFrom(30),
        renewable: true,
      });
      await bed.run('kyc.end');
      expect((await bed.newestMail('client@emporion.test'))?.subject).toBe('Your verification expires soon');
      await bed.handIn(client, 1);
      const renewed = await bed.until(client, ({ renewable }) => !renewable);
      expect(renewed).toMatchObject({ state: 'approved', expires: dayFrom(60) });
      await level(1);
      expect((await bed.read(client)).expires).toBe(dayFrom(1_000));
      await restored();
    });

    it('may be one level more, which unlocks what the highest limits below it say', async () => {
      await level(2, { level: 3, valid_days: 365 });
      expect((await bed.read(client)).levels[3]).toMatchObject({
        ...{ level: 3, withdrawal_a_day: '500000', valid_days: 365, by_officer: true },
      });
      await bed.begin(client, 3);
      expect((await bed.read(client)).application?.level).toBe(3);
      await query('truncate kyc_application_log, kyc_applications cascade');
      await restored();
    });
  });

  it('keeps and waits for as long as two people say', async () => {
    expect((await propose('kyc-policy', { policy })).body.code).toBe('draft_unchanged');
    expect((await propose('kyc-policy', { policy: { ...policy, claim_minutes: 0 } })).status).toBe(422);
    await bed.handIn(client, 1, { number: 'REJECT1' });
    await bed.until(client, ({ state }) => state === 'rejected');
    const documents = async () => (await query('select count(*)::int as count from kyc_documents'))[0].count;
    bed.ahead.ms = 8 * day;
    await bed.run('kyc.expire');
    expect(await documents()).toBeGreaterThan(0);
    bed.ahead.ms = 0;
    const changed = { ...policy, keep_rejected_days: 7, claim_minutes: 5 };
    expect(await publish('kyc-policy', { policy: changed })).toMatchObject({ current: { policy } });
    bed.ahead.ms = 8 * day;
    await bed.run('kyc.expire');
    expect(await documents()).toBe(0);
    bed.ahead.ms = 0;
    const id = await inReview(client);
    const { body } = await post(compliance, `admin/verifications/${id}/claim`);
    expect(new Date(body.claimed_by.until).getTime() - Date.now()).toBeLessThanOrEqual(5 * 60_000);
    expect((await admin.call({ path: 'admin/policy' })).body.kyc_policy).toEqual(changed);
    await publish('kyc-policy', { policy });
  });
}
