import { houseAccount } from '@emporion/core';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { approvalsModule } from '#modules/approvals/index.ts';
import { awaitsBankTransfer } from '#modules/bank/awaits-transfer.ts';
import { seedDemoBank } from '#modules/bank/bank-accounts.ts';
import { expireAnnounced } from '#modules/bank/deposits/announce.ts';
import { creditBooked } from '#modules/bank/deposits/credit.ts';
import { bankModule } from '#modules/bank/index.ts';
import { bankPart } from '#modules/bank/verify-bank.ts';
import { tellPersonErased } from '#modules/identity/users/person-erased.ts';
import { mailedCode } from '#modules/wallet/testing/mailed-code.ts';
import { createWalletApp, type WalletApp } from '#modules/wallet/testing/wallet-app.ts';
import { adoptSettings, settingsOf, versionOfSettings } from '#platform/settings/exchange-settings.ts';
import { verifyJournal } from '#runtime/verify/index.ts';
import { userId } from '#testing/trading-app.ts';

let app: WalletApp;
beforeAll(async () => {
  app = await createWalletApp({
    modules: [approvalsModule, bankModule],
    jobs: { add: async () => undefined, stop: async () => undefined },
  });
  await seedDemoBank(app.test.database.kysely);
  for (const name of ['operator', 'operator-two', 'ann', 'ben', 'cid', 'emil']) await app.person(name);
});
afterAll(() => app.close());

const balance = async (name: string, coin = 'USD') => (await app.balance(name))[coin]?.actual ?? '0';
const announce = (as: string, currency = 'USD', amount = '500') =>
  app.call({ method: 'POST', path: 'bank/deposits', as, body: { currency, amount } });
async function record(more: Record<string, string | null>, as = 'operator') {
  const confirmation = await mailedCode(app, as, 'back_office');
  const usual = {
    currency: 'USD',
    amount: '500',
    sender: 'Ann Example',
    reason: 'On the statement,\non its second page',
  };
  return app.call({
    ...{ method: 'POST', path: 'admin/bank/arrivals', as },
    body: { ...usual, confirmation, ...more },
  });
}
async function propose(arrival: string, user?: string) {
  const confirmation = await mailedCode(app, 'operator', 'back_office');
  const body = { reason: 'The sender proved it', confirmation, arrival, ...(user && { user }) };
  return app.call({ method: 'POST', path: 'admin/approvals/bank-credit', as: 'operator', body });
}
async function vote(id: string, as = 'operator-two') {
  const confirmation = await mailedCode(app, as, 'back_office');
  const body = { reason: 'Looked it up', confirmation };
  return app.call({ method: 'POST', path: `admin/approvals/${id}/approve`, as, body });
}
const held = () => app.runtime.read(({ ledger }) => -ledger.available(houseAccount('bank', 'demo'), 'USD'));

it('credits a transfer by its reference, however it is spelled, and tells its owner', async () => {
  const { body: asked } = await announce('ann');
  expect(asked).toMatchObject({
    ...{ status: 'pending', amount: '500', credited: '0', currency: 'USD' },
    to: { holder: 'Demo Exchange Ltd', account: '000123456789', bank: 'First Demo Bank' },
  });
  const reference = `invoice ${asked.reference.toLowerCase().replaceAll('-', ' ')} thanks`;
  const { body: arrival } = await record({ bank_transaction: 'T-1', amount: '499.50', reference });
  expect(arrival).toMatchObject({ stage: 'completed', amount: '499.5', user: { id: userId('ann') } });
  expect(await balance('ann')).toBe('499.5');
  expect(await held()).toBe(49_950n);
  const read = (as: string) => app.call({ path: `bank/deposits/${asked.id}`, as });
  expect((await read('ann')).body).toMatchObject({ status: 'completed', credited: '499.5' });
  expect((await read('ben')).status).toBe(404);
  const { rows } = await sql<{ template: string; params: object }>`
    select template, params from user_notifications where user_id = ${userId('ann')}
  `.execute(app.test.database.kysely);
  expect(rows).toMatchObject([{ template: 'deposit_credited', params: { coin: 'USD', amount: '499.5' } }]);
});

it('is completed as soon as the money is in the ledger, also while the payment is not marked yet', async () => {
  const { body: asked } = await announce('ann', 'USD', '20');
  const marking = await app.test.database.pool.connect();
  await marking.query('begin');
  await marking.query('lock table user_notifications in share mode');
  const payment = { bank_transaction: 'T-0', amount: '20', reference: asked.reference };
  const recorded = record(payment);
  const status = async () => (await app.call({ path: `bank/deposits/${asked.id}`, as: 'ann' })).body.status;
  try {
    await expect.poll(() => balance('ann')).toBe('519.5');
    await expect.poll(status).toBe('completed');
    const { rows } = await marking.query(`select stage from bank_arrivals where bank_transaction = 'T-0'`);
    expect(rows).toEqual([{ stage: 'crediting' }]);
  } finally {
    await marking.query('commit');
    marking.release();
  }
  expect((await recorded).body.stage).toBe('completed');
});

it('refuses the same payment of the bank a second time, also when two record it at once', async () => {
  const { body: asked } = await announce('ben');
  const [one, two] = await Promise.all([
    record({ bank_transaction: 'T-2', reference: asked.reference }),
    record({ bank_transaction: 'T-2', reference: asked.reference }, 'operator-two'),
  ]);
  expect([one, two].map(({ body }) => body.code ?? body.stage).sort()).toEqual([
    'completed',
    'duplicate_transaction',
  ]);
  for (const bank_transaction of ['T-2', 't-2'])
    expect((await record({ bank_transaction, reference: null })).body.code).toBe('duplicate_transaction');
  expect(await balance('ben')).toBe('500');
});

it('refuses a reference of another currency, and lets the money wait without it', async () => {
  const { body: asked } = await announce('ben', 'EUR', '100');
  const payment = { bank_transaction: 'T-3', amount: '100' };
  const { status, body } = await record({ ...payment, reference: asked.reference });
  expect([status, body.code]).toEqual([409, 'bank_currency_differs']);
  expect((await record(payment)).body).toMatchObject({ stage: 'waiting', user: null, second_person: true });
  expect(await balance('ben')).toBe('500');
});

it('credits what nobody is named on once, by two people', async () => {
  const { body: arrival } = await record({ bank_transaction: 'T-4', reference: 'for my account' });
  expect((await propose(arrival.id)).body.code).toBe('account_not_found');
  const { body: first } = await propose(arrival.id, 'cid@example.test');
  const { body: second } = await propose(arrival.id, 'ben@example.test');
  expect((await vote(first.id, 'operator')).body.code).toBe('own_proposal');
  expect(await balance('cid')).toBe('0');
  expect((await vote(first.id)).body).toMatchObject({ state: 'executed' });
  expect((await vote(second.id)).body).toMatchObject({ state: 'failed', failure: 'deposit_not_held' });
  expect([await balance('cid'), await balance('ben')]).toEqual(['500', '500']);
});

it('takes two people for much money, and for a second payment with one reference', async () => {
  const { body: asked } = await announce('cid', 'USD', '20000');
  const { reference } = asked;
  const { body: large } = await record({ bank_transaction: 'T-5', amount: '20000', reference });
  expect(large).toMatchObject({ stage: 'waiting', user: { id: userId('cid') } });
  expect((await propose(large.id, 'ben@example.test')).body.code).toBe('deposit_has_owner');
  const { body: again } = await record({ bank_transaction: 'T-6', amount: '10', reference });
  expect(again.stage).toBe('waiting');
  expect((await vote((await propose(large.id)).body.id)).body).toMatchObject({ state: 'executed' });
  expect(await balance('cid')).toBe('20500');
  const path = 'admin/bank/arrivals?stage=waiting&limit=1';
  const page = (await app.call({ path, as: 'operator' })).body;
  const rest = (await app.call({ path: `${path}&cursor=${page.next}`, as: 'operator' })).body;
  const payments = [...page.results, ...rest.results].map(({ bank_transaction }) => bank_transaction);
  expect([payments.sort(), rest.next]).toEqual([['T-3', 'T-6'], null]);
});

it('takes two people for more than was announced, and for many small credits that are one large one', async () => {
  const { body: little } = await announce('emil', 'USD', '100');
  const { reference } = little;
  expect((await record({ bank_transaction: 'S-1', amount: '100.01', reference })).body.stage).toBe('waiting');
  const stages: string[] = [];
  for (const number of [1, 2, 3]) {
    const { body: asked } = await announce('emil', 'USD', '4000');
    const payment = { bank_transaction: `S-2-${number}`, amount: '4000', reference: asked.reference };
    stages.push((await record(payment, number === 2 ? 'operator-two' : 'operator')).body.stage);
  }
  expect(stages).toEqual(['completed', 'completed', 'waiting']);
  expect(await balance('emil')).toBe('8000');
});

it('lets nobody credit a second account of their own', async () => {
  const { body: asked } = await announce('emil', 'USD', '50');
  await sql`
    insert into user_sessions (user_id, browser_id, refresh_hash, address, device, expires_at)
    select id, '11111111-1111-4111-8111-111111111111', '', '127.0.0.1', 'a browser', now() + interval '1 day' from users
    where id in (${userId('emil')}, ${userId('operator')})
  `.execute(app.test.database.kysely);
  const payment = { bank_transaction: 'S-3', amount: '50', reference: asked.reference };
  expect((await record(payment)).body.code).toBe('own_account');
  expect((await record(payment, 'operator-two')).body.stage).toBe('completed');
});

it('keeps the name of the sender beside the audit log, and from who may not see personal data', async () => {
  const { rows } = await sql<{ after: object; content: string }>`
    select after, content::text as content from audit_log join audit_personal using (number) where action = 'bank_arrival_recorded' limit 1
  `.execute(app.test.database.kysely);
  expect(JSON.stringify(rows[0]?.after)).not.toContain('Ann Example');
  expect(rows[0]?.content).toContain('Ann Example');
});

it('shows staff what was announced, newest first and by any spelling of its reference, and who sent what they decide on', async () => {
  const { body: asked } = await announce('ben', 'EUR', '61');
  const list = async (query: string) =>
    (await app.call({ path: `admin/bank/deposits?${query}`, as: 'operator' })).body;
  const all = await list('limit=200');
  expect(all.results).toContainEqual({
    ...{ id: asked.id, reference: asked.reference, amount: '61', currency: 'EUR', status: 'pending' },
    ...{ date: asked.date, user: { id: userId('ben'), username: 'person-ben' } },
  });
  const { next } = await list('limit=1');
  expect(await list(`limit=200&cursor=${next}`)).toEqual({ results: all.results.slice(1), next: null });
  const written = encodeURIComponent(`for ${asked.reference.toLowerCase().replaceAll('-', ' ')}`);
  expect((await list(`reference=${written}`)).results).toMatchObject([{ id: asked.id }]);
  const { body: arrivals } = await app.call({ path: 'admin/bank/arrivals', as: 'operator' });
  expect(arrivals.results[0].sender).toBe('Ann Example');
  expect((await app.call({ path: 'admin/bank/deposits', as: 'ben' })).status).toBe(404);
});

it.each(['before', 'after'])(
  'credits once when the server dies %s the exchange has heard of it',
  async (when) => {
    const before = Number(await balance('ann'));
    const { body: asked } = await announce('ann');
    const { runtime } = app.platform;
    const execute = runtime.execute.bind(runtime);
    const dying = vi.spyOn(runtime, 'execute').mockImplementation(async (command) => {
      if (command.kind !== 'CreditDeposit') return execute(command);
      if (when === 'after') await execute(command);
      throw new Error('killed');
    });
    const answer = await record({ bank_transaction: `T-7-${when}`, reference: asked.reference });
    expect(answer.body.stage).toBe('crediting');
    dying.mockRestore();
    await creditBooked(app.platform);
    await creditBooked(app.platform);
    expect(Number(await balance('ann'))).toBe(before + 500);
    expect((await app.call({ path: `bank/deposits/${asked.id}`, as: 'ann' })).body.status).toBe('completed');
  },
);

it('refuses what cannot be announced or recorded, and changes nothing', async () => {
  expect((await announce('ann', 'BTC')).status).toBe(422);
  expect((await announce('ann', 'USD', '9.99')).body.code).toBe('amount_too_small');
  expect((await announce('ann', 'USD', '250000.01')).body.code).toBe('amount_too_large');
  expect((await announce('ann', 'USD', '10.001')).status).toBe(422);
  expect((await record({ bank_transaction: 'T-8' }, 'ann')).status).toBe(404);
  expect((await record({ bank_transaction: '' })).status).toBe(422);
  await sql`update bank_accounts set deposits_disabled = true where currency = 'RUB'`.execute(
    app.test.database.kysely,
  );
  expect((await announce('ann', 'RUB', '5000')).body.code).toBe('deposits_disabled');
  for (let index = 0; index < 10; index += 1) expect((await announce('cid', 'EUR')).status).toBe(200);
  expect((await announce('cid')).body.code).toBe('deposit_limit_exceeded');
});

it('gives references in the name of the exchange, and finds those of a former name', async () => {
  const { body: before } = await announce('ben', 'USD', '40');
  expect(before.reference).toMatch(/^EMP-/);
  const settings = { ...settingsOf(app.platform), name: 'Ágora 24' };
  adoptSettings(app.platform, { settings, version: versionOfSettings(app.platform) + 1 });
  const { body: after } = await announce('ben', 'USD', '41');
  expect(after.reference).toMatch(/^AGO-/);
  for (const [index, { reference }] of [before, after].entries())
    expect((await record({ bank_transaction: `T-9-${index}`, amount: '40', reference })).body.stage).toBe(
      'completed',
    );
});

const movements = async (as: string, query = '') =>
  (await app.call({ path: `wallet/movements?type=bank${query}`, as })).body.results;

it('is listed from its announcement on, and as cancelled when it is sent back or never comes', async () => {
  await app.person('dora');
  const announced = [];
  for (const amount of ['51', '52', '53']) announced.push((await announce('dora', 'USD', amount)).body);
  const [paid, sentBack, missing] = announced;
  await record({ bank_transaction: 'T-10', amount: '51', reference: paid.reference });
  // A second payment with one reference waits for two people, who find that it is not hers.
  const { body: first } = await record({
    bank_transaction: 'T-11',
    amount: '52',
    currency: 'USD',
    reference: null,
  });
  expect(first.stage).toBe('waiting');
  await app.change(`update bank_arrivals set deposit_id = '${sentBack.id}' where id = '${first.id}'`);
  const waiting = await movements('dora', '&status=pending');
  expect(waiting.map(({ id }: { id: string }) => id).sort()).toEqual([missing.id, sentBack.id].sort());
  const back = async () => {
    const confirmation = await mailedCode(app, 'operator', 'back_office');
    const body = { reason: 'Not in the sender’s name', confirmation };
    return app.call({ method: 'POST', path: `admin/bank/arrivals/${first.id}/return`, as: 'operator', body });
  };
  await app.change(`update bank_arrivals set user_id = '${userId('dora')}' where id = '${first.id}'`);
  const isAwaited = () => awaitsBankTransfer(app.test.database.kysely, userId('dora'));
  expect(await isAwaited()).toBe(true);
  expect((await back()).body.stage).toBe('returned');
  expect(await isAwaited()).toBe(false);
  expect((await back()).body.code).toBe('deposit_not_held');
  expect((await propose(first.id, 'dora@example.test')).body.code).toBe('deposit_not_held');
  await app.change(
    `update bank_deposits set created_at = created_at - interval '31 days' where id = '${missing.id}'`,
  );
  await expireAnnounced(app.platform);
  const listed = await movements('dora');
  expect(
    listed.map(({ status, reason, hint }: Record<string, string>) => [status, reason, hint]).sort(),
  ).toEqual([
    ['cancelled', 'transfer_missing', missing.reference],
    ['cancelled', 'transfer_returned', sentBack.reference],
    ['completed', null, paid.reference],
  ]);
  expect((await movements('dora', '&status=cancelled')).length).toBe(2);
  expect((await movements('dora', `&text=${missing.reference.toLowerCase()}`)).length).toBe(1);
  const details = await app.call({ path: `wallet/movements/${sentBack.id}`, as: 'dora' });
  expect(details.body).toMatchObject({ type: 'bank', direction: 'in', amount: '52', network: 'bank' });
  expect((await app.call({ path: `wallet/movements/${sentBack.id}`, as: 'ann' })).status).toBe(404);
  const list = await app.call({ path: 'bank/deposits', as: 'dora' });
  expect(list.body.results.map(({ status }: { status: string }) => status).sort()).toEqual([
    'cancelled',
    'cancelled',
    'completed',
  ]);
});

it('changes the account that depositors are shown by two people alone', async () => {
  const { body } = await app.call({ path: 'admin/bank/accounts', as: 'operator' });
  const usd = body.results.find(({ currency }: { currency: string }) => currency === 'USD');
  const offer = async (rules: object) => {
    const confirmation = await mailedCode(app, 'operator', 'back_office');
    const asked = { rules, reason: 'Another bank', confirmation };
    return app.call({ method: 'POST', path: 'admin/approvals/bank-account', as: 'operator', body: asked });
  };
  expect((await offer(usd)).body.code).toBe('draft_unchanged');
  expect((await offer({ ...usd, deposit_max: '1' })).status).toBe(422);
  const next = { ...usd, name: 'second', account: '000987654321', withdrawal_fee: '20', deposit_max: null };
  const { body: proposal } = await offer(next);
  expect(proposal).toMatchObject({ state: 'open', kind: 'bank_account' });
  expect((await announce('ben', 'USD', '60')).body.to.account).toBe('000123456789');
  expect((await vote(proposal.id, 'operator')).body.code).toBe('own_proposal');
  expect((await vote(proposal.id)).body.state).toBe('executed');
  expect((await announce('ben', 'USD', '61')).body.to.account).toBe('000987654321');
  const { coins } = (await app.call({ path: 'coins' })).body;
  const shown = coins.find(({ code }: { code: string }) => code === 'USD');
  expect(shown).toMatchObject({ fee: { withdrawal: '20' }, limits: { deposit: { max: null } } });
});

it('agrees with the journal, and is found when somebody tampers with it', async () => {
  const verified = async (pool: Pick<typeof app.test.database.pool, 'connect'>) =>
    (await verifyJournal(pool as never, [bankPart()])).findings.find(({ name }) => name === 'Bank transfers');
  expect((await verified(app.test.database.pool))?.problems).toEqual([]);
  const client = await app.test.database.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('alter table bank_arrivals disable trigger all');
    await client.query(`update bank_arrivals set amount = amount + 1 where bank_transaction = 'T-1'`);
    const own = { connect: async () => withoutEnd(client) };
    expect((await verified(own as never))?.problems).toEqual([expect.stringContaining('in the journal')]);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});

/** The connection, of which the verification may neither begin a transaction nor let go. */
function withoutEnd(client: { query: (text: string, values?: unknown[]) => unknown }) {
  const query = (text: string, values?: unknown[]) =>
    /^(BEGIN|COMMIT|ROLLBACK|START)/i.test(text) ? { rows: [] } : client.query(text, values);
  return { query, release: () => undefined };
}

it('forgets from whom money came when the person is erased, and keeps what came', async () => {
  const { kysely } = app.test.database;
  await kysely
    .transaction()
    .execute((transaction) => tellPersonErased(transaction, userId('ann'), { email: 'ann@emporion.test' }));
  const { rows } = await sql<{ sender: string }>`
    select distinct sender from bank_arrivals where user_id = ${userId('ann')}
  `.execute(kysely);
  expect(rows).toEqual([{ sender: 'erased' }]);
});

it('never lets a recorded payment be changed or deleted', async () => {
  const { pool } = app.test.database;
  await expect(pool.query('update bank_arrivals set amount = amount * 2')).rejects.toThrow('does not change');
  await expect(pool.query('delete from bank_arrivals')).rejects.toThrow('does not change');
});
