import { addressFormats } from '@emporion/chains';
import { ReviewedWithdrawal, WithdrawalReview } from '@emporion/contracts/rest';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvalsModule } from '#modules/approvals/index.ts';
import { recordStaffAction } from '#modules/audit/index.ts';
import { commitMeanwhile } from '#platform/database/testing/commit-meanwhile.ts';
import { testKeys } from '#testing/test-keys.ts';
import { userId } from '#testing/trading-app.ts';
import { payoutNetworks } from '../payouts/payout-networks.ts';
import { runPayouts } from '../payouts/run-payouts.ts';
import { createOperator } from '../testing/staff.ts';
import { testSigner } from '../testing/test-signer.ts';
import { createWalletApp, type WalletApp } from '../testing/wallet-app.ts';
import { book } from '../withdrawals/book.ts';
import { changeWithdrawal, insertWithdrawal } from '../withdrawals/store.ts';
import type { HoldReason, Withdrawal } from '../withdrawals/withdrawal.ts';

let app: WalletApp;
let operator: Awaited<ReturnType<typeof createOperator>>;
let second: Awaited<ReturnType<typeof createOperator>>;
beforeAll(async () => {
  app = await createWalletApp({
    modules: [approvalsModule],
    jobs: { add: async () => undefined, stop: async () => undefined },
  });
  operator = await createOperator(app);
  second = await createOperator(app, 'operator-two');
  // The hot address has what the first ones are paid of.
  await app.person('whale');
  await app.pay('whale', { network: 'ethereum', coin: 'ETH', amount: '50' });
  await app.mine('ethereum', 20);
  for (let times = 0; times < 3; times += 1) {
    await turn();
    await app.mine('ethereum', 20);
  }
});
afterAll(() => app.close());

const turn = async () =>
  runPayouts(app.platform, {
    networks: await payoutNetworks(app.platform),
    sign: testSigner(app.platform),
  });

async function mined(): Promise<void> {
  for (let times = 0; times < 2; times += 1) {
    await app.mine('ethereum', 20);
    await turn();
  }
}

const outside = (index: number) =>
  addressFormats.evm.fromPublicKey(testKeys('evm').publicKey({ branch: 1, index: 700 + index }));
let counter = 0;

interface Asked {
  readonly amount?: string;
  readonly value?: string | null;
  readonly address?: string;
  readonly isNewDevice?: boolean;
}

/** One that its owner has confirmed. */
async function confirmed(name: string, asked: Asked = {}): Promise<Withdrawal> {
  const { amount = '1', value = '100', address = outside(counter), isNewDevice = false } = asked;
  counter += 1;
  const { kysely } = app.test.database;
  await app.person(name);
  await app.fund(name, 'ETH', amount);
  const written = await insertWithdrawal(kysely, {
    ...{ userId: userId(name), clientId: `r${counter}`, coin: 'ETH', network: 'ethereum', memo: null },
    ...{ address, amount, fee: '0', value, recipient: null, isNewDevice, now: new Date() },
    origin: { address: '203.0.113.7', device: 'Firefox on Linux' },
  });
  const taken = written && (await book(app.platform, written));
  const known = taken && (await changeWithdrawal(kysely, taken, { status: 'confirmed' }));
  if (!known) throw new Error('It was not taken.');
  return known;
}
async function moved(withdrawal: Withdrawal, status: 'held' | 'queued', holdReason?: HoldReason) {
  const { kysely } = app.test.database;
  const change = { status, waitsFor: null, ...(holdReason && { holdReason }) };
  const stands = await changeWithdrawal(kysely, withdrawal, change);
  if (!stands) throw new Error('It did not move.');
  return stands;
}
const held = async (name: string, asked: Asked = {}, reason: HoldReason = 'large_amount') =>
  moved(await confirmed(name, asked), 'held', reason);
const queued = async (name: string, asked: Asked = {}) => moved(await confirmed(name, asked), 'queued');
const decide = async (id: string, how: string, by = operator, body: object = {}) =>
  (await by.call('POST', `admin/withdrawals/${id}/${how}`, body)).body;
const read = async (id: string, by = operator) => (await by.get(`admin/withdrawals/${id}`)).body;
const list = async (query: string) => (await operator.get(`admin/withdrawals?${query}`)).body;
const ids = ({ results }: { results: { id: string }[] }) => results.map(({ id }) => id);

describe('the list of withdrawals', () => {
  it('is narrowed by each of its filters, and its queue has held ones first', async () => {
    const waiting = await queued('ann');
    const kept = await held('ann', { address: outside(9_000) });
    const other = await held('ben', { address: outside(9_000) }, 'new_device');
    const first = await list('order=queue&limit=2');
    expect(ids(first)).toEqual([kept.id, other.id]);
    expect(ReviewedWithdrawal.parse(first.results[0])).toMatchObject({
      ...{ stage: 'held', status: 'pending', hold_reasons: ['amount'], user: { username: 'person-ann' } },
      ...{ second_person: false, stuck: false, decision: null, called_off: false },
    });
    expect(ids(await list(`order=queue&limit=2&cursor=${first.next}`))).toContain(waiting.id);
    const newest = await list('limit=2');
    expect(ids(newest)).toEqual([other.id, kept.id]);
    expect(ids(await list(`limit=1&cursor=${newest.next}`))).toEqual([waiting.id]);
    expect((await list('cursor=1:2')).code).toBe('unprocessable_entity');
    for (const [query, found] of [
      [`text=${kept.id}`, [kept.id]],
      [`text=${kept.address}`, [other.id, kept.id]],
      [`user=person-ann&stage=held`, [kept.id]],
      [`user=${userId('ben')}&status=pending&currency=ETH&network=ethereum`, [other.id]],
      [`user=ben`, []],
      [`user=person-ann&status=completed`, []],
      [`user=person-ann&to=2020-01-01T00:00:00Z`, []],
      [`user=person-ann&from=2020-01-01T00:00:00Z&order=oldest`, [waiting.id, kept.id]],
    ] as const)
      expect([query, ids(await list(query))]).toEqual([query, found]);
    const { body } = await operator.get('admin/withdrawals/queue');
    expect(body).toMatchObject({ held: { count: 2 }, queued: { count: 1 }, stuck: { count: 0 } });
    expect(Date.parse(body.held.oldest)).toBeLessThan(Date.now());
    for (const { id } of [waiting, kept, other]) await decide(id, 'call-off');
  });
});

describe('one withdrawal', () => {
  it('is shown with what speaks against it, who else uses its address, and how it came where it is', async () => {
    const address = outside(9_100);
    const former = await held('cid', { address });
    await decide(former.id, 'approve');
    const own = await held('dan', { address, value: '90000', isNewDevice: true });
    const review = await read(own.id);
    expect(WithdrawalReview.parse(review)).toMatchObject({
      address_history: {
        ...{ uses: 1, own_uses: 0, saved: null },
        others: [{ uses: 1, user: { username: 'person-cid' } }],
      },
      owner: { status: 'active', level: 0, payouts_frozen_until: null },
      // Who works in the treasury does not see where people live.
      origin: null,
      ...{ transactions: [], proposal: null, actions: ['approve', 'reject', 'paid'] },
    });
    const kinds = review.risks.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toEqual(['amount', 'new_device', 'new_address', 'shared_address', 'new_account']);
    expect(review.risks[0]).toMatchObject({ actual: '90000', limit: '10000' });
    expect(review.timeline.map(({ stage }: { stage: string }) => stage)).toEqual([
      'new',
      'requested',
      'confirmed',
      'held',
    ]);
    expect(review.velocity[1]).toEqual({ hours: 24, requests: 1, value: '90000' });
    expect((await read('3f1c2f9e-6f0a-4b6e-9d5a-0d7f3f1c2f9e')).code).toBe('transaction_not_found');
    for (const { id } of [former, own]) await decide(id, 'call-off');
  });

  it('says that its owner is frozen, by whom and why, flagged and labelled, and is not offered for approval', async () => {
    const own = await held('pia', { value: '100' });
    const waiting = await queued('pia');
    await decide(waiting.id, 'hold');
    const until = new Date(Date.now() + 86_400_000).toISOString();
    await app.change(
      `update users set staff_freeze_until = '${until}', flagged = true, labels = '{watch}', trading_enabled = false, withdrawal_enabled = false where id = '${userId('pia')}'`,
    );
    await recordStaffAction(app.test.database.kysely, app.platform, {
      ...{ action: 'payouts_freeze_changed', actorId: second.id, subjectId: userId('pia') },
      ...{ reason: 'Asked by the police', object: `user:${userId('pia')}` },
      origin: { address: '203.0.113.7', device: 'Firefox on Linux', place: null },
    });
    const review = WithdrawalReview.parse(await read(own.id));
    expect(review.owner).toMatchObject({
      ...{ payouts_frozen_until: until, freeze: { reason: 'Asked by the police' } },
      ...{ flagged: true, labels: ['watch'], withdrawal_enabled: false, notes: 0 },
    });
    expect(review.risks.map(({ kind }) => kind)).toEqual([
      ...['amount', 'new_address', 'new_account', 'payouts_frozen', 'switched_off', 'flagged', 'labelled'],
    ]);
    expect(review.actions).toEqual(['reject', 'paid']);
    expect((await read(waiting.id)).actions).toEqual(['reject', 'paid']);
    expect((await decide(own.id, 'approve')).code).toBe('owner_payouts_frozen');
    expect((await decide(waiting.id, 'release')).code).toBe('owner_payouts_frozen');
    await app.change(
      `update users set staff_freeze_until = null, email_verified_at = null where id = '${userId('pia')}'`,
    );
    expect((await decide(own.id, 'approve')).code).toBe('owner_unproved');
    for (const { id } of [own, waiting]) await decide(id, 'call-off');
  });

  it('is shown as of one moment, also while somebody decides on it', async () => {
    const { id } = await held('mia');
    const review = WithdrawalReview.parse(
      await commitMeanwhile(app.test.database, {
        lock: 'lock table movement_stages in access exclusive mode',
        call: () => read(id),
        change: (other) =>
          other.query("update withdrawals set status = 'queued', waits_for = 'turn' where id = $1", [id]),
      }),
    );
    expect(review.timeline.at(-1)?.stage).toBe(review.stage);
  });

  it('is put on hold and released, and what the rules held is not released', async () => {
    const waiting = await queued('eve');
    expect(await decide(waiting.id, 'hold')).toMatchObject({ stage: 'held', hold_reasons: ['staff'] });
    expect((await read(waiting.id)).actions).toEqual(['release', 'reject', 'paid']);
    await turn();
    expect(await decide(waiting.id, 'release')).toMatchObject({ stage: 'queued' });
    const ruled = await held('eve');
    expect((await decide(ruled.id, 'release')).code).toBe('withdrawal_not_held');
    expect((await decide(ruled.id, 'hold')).code).toBe('withdrawal_not_queued');
    await turn();
    expect((await decide(waiting.id, 'hold')).code).toBe('withdrawal_not_queued');
    expect(await read(waiting.id)).toMatchObject({ stage: 'broadcast', status: 'confirming' });
    await decide(ruled.id, 'reject');
    await mined();
  });

  it('is bumped and sent again while no block has it, and found by each of its hashes', async () => {
    const waiting = await queued('fay');
    expect((await decide(waiting.id, 'bump')).code).toBe('payout_not_waiting');
    await turn();
    const sent = await read(waiting.id);
    expect(sent).toMatchObject({ stage: 'broadcast', actions: ['bump', 'send_again', 'call_off'] });
    expect((await decide(waiting.id, 'send-again')).stage).toBe('broadcast');
    await decide(waiting.id, 'bump');
    await turn();
    const bumped = await read(waiting.id);
    expect(bumped.transactions).toHaveLength(2);
    for (const { hash } of bumped.transactions) expect(ids(await list(`text=${hash}`))).toEqual([waiting.id]);
    await app.change("update payouts set waits_for = 'fee_ceiling' where status = 'broadcast'");
    expect(ids(await list('stuck=true'))).toContain(waiting.id);
    await mined();
    expect(await read(waiting.id)).toMatchObject({ stage: 'completed', actions: [] });
    expect((await decide(waiting.id, 'send-again')).code).toBe('payout_not_waiting');
  });
});

describe('a decision', () => {
  it('on several gives each its own result, and leaves each its entry in the log', async () => {
    const [one, two, large] = [await held('gus'), await held('hal'), await held('ida', { value: '200000' })];
    const free = await queued('jim');
    const unknown = '3f1c2f9e-6f0a-4b6e-9d5a-0d7f3f1c2f9e';
    const asked = [one.id, two.id, large.id, free.id, unknown];
    const { body } = await operator.call('POST', 'admin/withdrawals/decide', {
      ...{ ids: asked, decision: 'approve' },
    });
    expect(body.results).toEqual([
      { id: one.id, stage: 'queued', code: null },
      { id: two.id, stage: 'queued', code: null },
      { id: large.id, stage: null, code: 'second_person_required' },
      { id: free.id, stage: null, code: 'withdrawal_not_held' },
      { id: unknown, stage: null, code: 'transaction_not_found' },
    ]);
    const { rows } = await sql<{ object: string }>`
      select object from audit_log where action = 'withdrawal_approved' and object in (${`withdrawal:${one.id}`}, ${`withdrawal:${two.id}`})
    `.execute(app.test.database.kysely);
    expect(rows).toHaveLength(2);
    const held_ = await operator.call('POST', 'admin/withdrawals/decide', {
      ...{ ids: [one.id, two.id], decision: 'hold' },
    });
    expect(held_.body.results.map(({ stage }: { stage: string }) => stage)).toEqual(['held', 'held']);
    for (const { id } of [one, two, large, free]) await decide(id, 'call-off');
  });

  it('on a large one takes two people, never its owner, and executes once', async () => {
    await app.person('kim');
    const own = await held('kim', { value: '200000' });
    expect((await decide(own.id, 'approve')).code).toBe('second_person_required');
    const propose = (by: typeof operator, withdrawal: string) =>
      by.call('POST', 'admin/approvals/large-payout', { withdrawal });
    const { body: proposal } = await propose(operator, own.id);
    expect(proposal).toMatchObject({
      ...{ kind: 'large_payout', objection: 'own_proposal', concerns: userId('kim') },
      payload: { withdrawal: own.id, currency: 'ETH', amount: '1', address: own.address },
    });
    expect(await read(own.id)).toMatchObject({ proposal: proposal.id, second_person: true });
    const vote = (by: typeof operator, id: string) => by.call('POST', `admin/approvals/${id}/approve`);
    expect((await vote(operator, proposal.id)).body.code).toBe('own_proposal');
    expect((await propose(second, own.id)).body.code).toBe('proposal_exists');
    expect((await vote(second, proposal.id)).body).toMatchObject({ state: 'executed' });
    expect(await read(own.id)).toMatchObject({
      ...{ stage: 'queued', decision: { approved: true, by: operator.id } },
    });
    expect((await propose(operator, own.id)).body.code).toBe('withdrawal_not_held');
    // What nobody knows the value of is large.
    const unknown = await held('kim', { value: null }, 'unknown_value');
    expect((await decide(unknown.id, 'approve')).code).toBe('second_person_required');
    await operator.call('POST', 'admin/approvals/review-thresholds', {
      ...{ payouts_above: '0', credits_above: '5' },
    });
    const { body: open } = await second.get('admin/approvals?state=open&kind=review_thresholds');
    expect((await vote(second, open.results[0].id)).body.state).toBe('executed');
    expect((await operator.get('admin/review-thresholds')).body).toEqual({
      ...{ payouts_above: '0', credits_above: '5' },
    });
    const small = await held('kim', { value: '1' });
    expect((await decide(small.id, 'approve')).code).toBe('second_person_required');
  });
});
