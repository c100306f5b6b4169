import { addressFormats } from '@emporion/chains';
import { DepositReview, ReviewedDeposit } from '@emporion/contracts/rest';
import { houseAccount, houseAccounts } from '@emporion/core';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { approvalsModule } from '#modules/approvals/index.ts';
import { readNetworks } from '#modules/markets/index.ts';
import { commitMeanwhile } from '#platform/database/testing/commit-meanwhile.ts';
import { userId } from '#testing/trading-app.ts';
import { depositStatuses } from '../deposits/deposit-wire.ts';
import { mailedCode } from '../testing/mailed-code.ts';
import { createWalletApp, type WalletApp } from '../testing/wallet-app.ts';

let app: WalletApp;
beforeAll(async () => {
  app = await createWalletApp({
    modules: [approvalsModule],
    jobs: { add: async () => undefined, stop: async () => undefined },
  });
  for (const name of ['operator', 'operator-two', 'ann', 'ben', 'cid', 'dan']) await app.person(name);
});
afterEach(async () => expect(await app.differences()).toEqual([]));
afterAll(() => app.close());

const actual = async (name: string, coin: string) => (await app.balance(name))[coin]?.actual;
const held = async (query = '') =>
  (await app.call({ path: `admin/deposits?stage=held&order=oldest${query}`, as: 'operator' })).body;
async function decide(
  id: string,
  action: 'credit' | 'take',
  { as = 'operator', ...more }: Record<string, string> = {},
) {
  const confirmation = await mailedCode(app, as, 'back_office');
  const body = { reason: 'The sender proved it,\nby a letter', confirmation, ...more };
  return app.call({ method: 'POST', path: `admin/deposits/${id}/${action}`, as, body });
}
/** Sends to the shared address without its tag, so that nobody owns it. */
async function ownerless(amount: string): Promise<string> {
  const { address } = await app.addressOf('ann', 'xrp-ledger');
  const to = { address, memo: null };
  const hash = await app.pay('-', { network: 'xrp-ledger', coin: 'XRP', amount, to });
  await app.mine('xrp-ledger', 5);
  const { rows } = await sql<{ id: string }>`select id from deposits where transaction_id = ${hash}`.execute(
    app.test.database.kysely,
  );
  return rows[0]?.id ?? '';
}
const events = async () => {
  const { rows } = await sql<{ event: string; reason: string }>`
    select event, details ->> 'reason' as reason from security_events where actor_id = ${userId('operator')}
      and event like '%deposit%' order by id
  `.execute(app.test.database.kysely);
  return rows;
};

it('is listed with its reason to staff alone, page by page', async () => {
  await ownerless('1');
  await ownerless('2');
  const first = await held('&limit=1&reason=missing_memo&network=xrp-ledger&currency=XRP');
  expect(ReviewedDeposit.parse(first.results[0])).toMatchObject({
    ...{ stage: 'held', reason: 'missing_memo', network: 'xrp-ledger', currency: 'XRP', amount: '1' },
    ...{ user: null, memo: null, decision: null, contract: null },
  });
  const second = await held(`&limit=1&cursor=${encodeURIComponent(first.next)}`);
  expect(second).toMatchObject({ results: [{ amount: '2' }], next: null });
  expect((await app.call({ path: 'admin/deposits', as: 'ann' })).status).toBe(404);
  expect((await held('&cursor=nonsense')).code).toBe('unprocessable_entity');
});

it('is at each step called by the same short status in the database and in the program', async () => {
  const { rows } = await sql<{ stage: string; status: string }>`
    select stage, deposit_status(stage) as status from unnest(${Object.keys(depositStatuses)}::text[]) as stage
  `.execute(app.test.database.kysely);
  expect(Object.fromEntries(rows.map(({ stage, status }) => [stage, status]))).toEqual(depositStatuses);
});

async function propose(deposit: string, user?: string, as = 'operator') {
  const confirmation = await mailedCode(app, as, 'back_office');
  const body = { reason: 'The sender proved it,\nby a letter', confirmation, deposit, ...(user && { user }) };
  return app.call({ method: 'POST', path: 'admin/approvals/deposit-credit', as, body });
}
async function vote(id: string, as: string) {
  const confirmation = await mailedCode(app, as, 'back_office');
  const body = { reason: 'Looked it up', confirmation };
  return app.call({ method: 'POST', path: `admin/approvals/${id}/approve`, as, body });
}

it('without an owner is credited once, to whom one person names and another agrees to', async () => {
  const id = await ownerless('30');
  const body = { reason: 'The sender proved it,\nby a letter' };
  const path = `admin/deposits/${id}/credit`;
  expect((await app.call({ method: 'POST', path, as: 'ann', body })).status).toBe(404);
  expect((await decide(id, 'credit')).body.code).toBe('second_person_required');
  expect((await propose(id)).body.code).toBe('account_not_found');
  expect((await propose(id, 'nobody@example.test')).body.code).toBe('account_not_found');
  const { body: proposal } = await propose(id, 'ben@example.test');
  expect(proposal).toMatchObject({
    ...{ kind: 'deposit_credit', state: 'open', objection: 'own_proposal', concerns: userId('ben') },
    payload: { deposit: id, user: userId('ben'), currency: 'XRP', network: 'xrp-ledger', amount: '30' },
  });
  const review = (await app.call({ path: `admin/deposits/${id}`, as: 'operator' })).body;
  expect(DepositReview.parse(review)).toMatchObject({
    ...{ second_person: true, proposal: proposal.id, actions: ['take'] },
    timeline: [{ stage: 'confirming' }, { stage: 'held' }],
  });
  expect((await vote(proposal.id, 'operator')).body.code).toBe('own_proposal');
  const other = (await propose(id, 'person-dan', 'operator-two')).body;
  expect((await vote(proposal.id, 'operator-two')).body).toMatchObject({ state: 'executed' });
  expect((await vote(other.id, 'operator')).body).toMatchObject({
    ...{ state: 'failed', failure: 'deposit_not_held' },
  });
  const done = (await app.call({ path: `admin/deposits?text=${review.hash}`, as: 'operator' })).body;
  expect(done.results).toMatchObject([
    {
      ...{ stage: 'completed', status: 'completed', user: { username: 'person-ben' } },
      decision: { action: 'credit', reason: 'The sender proved it,\nby a letter', by: userId('operator') },
    },
  ]);
  expect([await actual('ben', 'XRP'), await actual('dan', 'XRP')]).toEqual(['30', '0']);
  await app.mine('xrp-ledger', 2);
  await app.watcher.rescan('xrp-ledger', { from: 0, to: 1_000 });
  expect(await actual('ben', 'XRP')).toBe('30');
});

it('is never proposed for the account of whoever proposes it', async () => {
  const id = await ownerless('7');
  const refused = await propose(id, 'person-operator');
  expect([refused.status, refused.body.code]).toEqual([403, 'own_account']);
  expect(await actual('operator', 'XRP')).toBe('0');
});

it('is found by its owner, its coin, its time, its address and its short status', async () => {
  await app.pay('ann', { network: 'bitcoin', coin: 'BTC', amount: '0.5' });
  await app.mine('bitcoin', 3);
  const list = async (query: string) =>
    (await app.call({ path: `admin/deposits?${query}`, as: 'operator' })).body.results;
  const [own] = await list(`user=person-ann&currency=BTC`);
  expect(own).toMatchObject({ amount: '0.5', status: 'completed' });
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
  for (const query of [
    `text=${own.id}`,
    `text=${own.hash}`,
    `text=${own.address}`,
    `user=${userId('ann')}&network=bitcoin&status=completed`,
    `from=${encodeURIComponent(own.date)}&to=2100-01-01T00:00:00Z&currency=BTC`,
  ])
    expect([query, ids(await list(query))]).toEqual([query, [own.id]]);
  for (const query of [
    'user=nobody',
    `user=person-ann&status=cancelled`,
    `to=${encodeURIComponent(own.date)}&text=${own.id}`,
  ])
    expect([query, await list(query)]).toEqual([query, []]);
});

it('that the operator brought is money of the house, and what came to a user is not', async () => {
  const capital = () => app.runtime.read(({ ledger }) => ledger.available(houseAccounts.capital, 'XRP'));
  const custody = () =>
    app.runtime.read(({ ledger }) => ledger.available(houseAccount('custody', 'xrp-ledger'), 'XRP'));
  const before = [await capital(), await custody()];
  const taken = await decide(await ownerless('50'), 'take');
  expect(taken.body).toMatchObject({ stage: 'completed', user: null, decision: { action: 'take' } });
  const moved = [(await capital()) - (before[0] ?? 0n), (await custody()) - (before[1] ?? 0n)];
  expect(moved).toEqual([50_000_000n, -50_000_000n]);
  expect(await events()).toContainEqual({
    event: 'deposit_taken',
    reason: 'The sender proved it,\nby a letter',
  });

  await app.change("update coin_blockchains set deposit_max = 1 where coin = 'BTC'");
  await app.pay('cid', { network: 'bitcoin', coin: 'BTC', amount: '2' });
  await app.mine('bitcoin', 3);
  const [own] = (await held('&reason=above_maximum')).results;
  expect((await decide(own.id, 'take')).body.code).toBe('deposit_has_owner');
  expect((await propose(own.id, 'person-dan')).body.code).toBe('deposit_has_owner');
  // Nobody knows what it is worth.
  expect((await decide(own.id, 'credit')).body.code).toBe('second_person_required');
  const { body: proposal } = await propose(own.id);
  // The reason goes at the same moment: one of the two credits it, once.
  await app.change("update coin_blockchains set deposit_max = null where coin = 'BTC'");
  await Promise.all([vote(proposal.id, 'operator-two'), app.mine('bitcoin'), app.mine('bitcoin')]);
  await app.mine('bitcoin');
  expect(await actual('cid', 'BTC')).toBe('2');
});

it('that a reorganisation took back, and a token that is not listed, cannot be credited', async () => {
  const { network, coin } = { network: 'rootstock', coin: 'RBTC' };
  await app.change("update coin_blockchains set deposit_min = 5 where coin = 'RBTC'");
  await app.mine(network, 3);
  const hash = await app.pay('dan', { network, coin, amount: '1' });
  await app.mine(network, 20);
  const [small] = (await held('&reason=below_minimum')).results;
  const chain = await app.chain(network);
  await chain.reorg({ depth: 20, drop: [hash] });
  await app.mine(network, 2);
  expect((await decide(small.id, 'credit')).body.code).toBe('deposit_not_final');
  expect(await actual('dan', coin)).toBe('0');
  const contract = addressFormats.evm.normalize('0x1111111111111111111111111111111111111111') ?? '';
  await app.pay('dan', { network: 'polygon', coin: '?', amount: '9000000', contract });
  await app.mine('polygon', 20);
  const [token] = (await held('&reason=unknown_token')).results;
  expect(token).toMatchObject({ currency: null, amount: null, chain_amount: '9000000' });
  for (const action of ['credit', 'take'] as const) {
    const { status, body } = await decide(token.id, action);
    expect([status, body.code]).toEqual([409, 'token_not_listed']);
    expect(body.detail).toBe(
      `This token isn’t listed on polygon, so it can’t be credited or taken. List it under its contract ${contract} and it’s credited automatically; until then it stays on record.`,
    );
  }
});

it('of more than the ledger can count is neither credited nor proposed, and shown with every digit', async () => {
  const { coins } = await readNetworks(app.platform);
  const coin = coins.find((each) => each.network === 'bnb-smart-chain' && each.coin === 'USDT');
  await app.pay('dan', { network: 'bnb-smart-chain', coin: 'USDT', amount: '1' });
  await app.mine('bnb-smart-chain', 1);
  const most = String(2n ** 256n - 1n);
  await sql`
    insert into deposits (network, transaction_id, output_index, address, user_id, coin, contract, chain_amount, status, reason, block_height, block_hash)
    select network, 'huge', 0, address, user_id, coin, contract, ${most}::numeric, 'held', 'above_maximum', block_height, block_hash
    from deposits where network = 'bnb-smart-chain' and user_id = ${userId('dan')} limit 1
  `.execute(app.test.database.kysely);
  try {
    await app.mine('bnb-smart-chain', 20);
    const [huge] = (await app.call({ path: 'admin/deposits?text=huge', as: 'operator' })).body.results;
    expect(huge).toMatchObject({ currency: 'USDT', chain_amount: most, contract: coin?.contract });
    expect((await app.call({ path: `admin/deposits/${huge.id}`, as: 'operator' })).status).toBe(200);
    expect((await decide(huge.id, 'credit')).body.code).toBe('amount_too_large');
    expect((await propose(huge.id, 'person-dan')).body.code).toBe('amount_too_large');
  } finally {
    await sql`delete from deposits where transaction_id = 'huge'`.execute(app.test.database.kysely);
  }
});

it('is looked for once more by its transaction or its blocks, unless the node is away', async () => {
  const hash = await app.pay('ann', { network: 'arbitrum', coin: 'ETH', amount: '3' });
  const confirmation = () => mailedCode(app, 'operator', 'back_office');
  const look = async (path: string, body: object) =>
    app.call({
      ...{ method: 'POST', path: `admin/deposits/${path}`, as: 'operator' },
      body: { reason: 'A user asks for it', confirmation: await confirmation(), ...body },
    });
  expect((await look('look-for', { network: 'arbitrum', hash })).body).toEqual({ found: 1 });
  await app.mine('arbitrum', 20);
  expect((await look('rescan', { network: 'arbitrum', from: 0, to: 100 })).body).toEqual({ found: 1 });
  expect(await actual('ann', 'ETH')).toBe('3');
  expect((await look('rescan', { network: 'arbitrum', from: 0, to: 1_000 })).status).toBe(422);
  expect((await look('rescan', { network: 'nowhere', from: 0, to: 1 })).body.code).toBe('network_invalid');
  const chain = await app.chain('arbitrum');
  await chain.setAway(true);
  expect((await look('look-for', { network: 'arbitrum', hash })).body.code).toBe('node_sync_error');
  await chain.setAway(false);
  // A node of another chain, which has none of the blocks that we have seen.
  await app.change("update chain_blocks set hash = 'x' || hash where network = 'arbitrum'");
  await app.change("update chain_checkpoints set hash = 'x' || hash where network = 'arbitrum'");
  expect((await look('look-for', { network: 'arbitrum', hash })).body.code).toBe('blockchain_error');
  await app.change("update chain_blocks set hash = substr(hash, 2) where network = 'arbitrum'");
  await app.change("update chain_checkpoints set hash = substr(hash, 2) where network = 'arbitrum'");
  expect((await events()).map(({ event }) => event)).toContain('deposits_rescanned');
});

it('is shown as of one moment, also while somebody decides on it', async () => {
  const id = await ownerless('3');
  const review = await commitMeanwhile(app.test.database, {
    lock: 'lock table movement_stages in access exclusive mode',
    call: async () => (await app.call({ path: `admin/deposits/${id}`, as: 'operator' })).body,
    change: (other) =>
      other.query("update deposits set status = 'confirming', reason = null where id = $1", [id]),
  });
  expect(DepositReview.parse(review).timeline.at(-1)?.stage).toBe(review.stage);
  await app.change(`update deposits set status = 'held', reason = 'missing_memo' where id = '${id}'`);
});
