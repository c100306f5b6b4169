import {
  type LiabilitiesProof,
  liabilitiesEndpoints,
  OwnLiabilities,
  publicApiBase,
} from '@emporion/contracts/rest';
import { afterAll, beforeAll, expect } from 'vitest';
import type { JobPayload } from '#platform/jobs/jobs.ts';
import type { CommandRequest } from '#platform/runtime.ts';
import { booked, testDeposit } from '#runtime/testing/booked.ts';
import { type Member, openStaffedExchange, type StaffedExchange } from '#testing/staffed-exchange.ts';
import { proofOfLiabilitiesModule } from './index.ts';
import { askForPublications, publishJob, runPublication } from './publish.ts';

export let exchange: StaffedExchange;
export let operator: Member;
export let trader: Member;
export let second: Member;
export let btc: LiabilitiesProof;
export let eth: LiabilitiesProof;
export const waiting: JobPayload[] = [];
export const jobs = {
  add: async (name: string, payload: JobPayload) => {
    expect(name).toBe(publishJob);
    waiting.push(payload);
  },
  stop: async () => undefined,
};

export const run = (payload: unknown, isLastAttempt = false) =>
  runPublication(payload, {
    platform: exchange.platform,
    attempt: 1,
    isLastAttempt,
    signal: new AbortController().signal,
  });
export const runAll = async () => {
  for (const payload of waiting.splice(0)) await run(payload);
};
export const execute = async (command: CommandRequest) =>
  expect(await exchange.runtime.execute(command)).toMatchObject({ status: 'accepted' });
export const ask = async (coins: readonly string[]) =>
  exchange.platform.database.kysely
    .transaction()
    .execute((transaction) =>
      askForPublications(transaction, exchange.platform, { coins, requestedBy: null, reason: null }),
    );
export const look = async (path: string, headers: Record<string, string> = {}) =>
  exchange.app.inject({ method: 'GET', url: `${publicApiBase}${path}/`, headers });
export const list = async (coin: string) =>
  liabilitiesEndpoints.list.response
    .parse((await look(`liabilities`)).json())
    .results.filter((each) => each.coin === coin);
export const fileOf = async ({ id }: LiabilitiesProof) => (await look(`liabilities/${id}/file`)).body;
export const own = async (member: Member, { id }: LiabilitiesProof) =>
  OwnLiabilities.parse((await member.call({ path: `liabilities/${id}/own` })).body);
/** The users' side of the ledger, and what is in flight. */
export const owed = (coin: string) =>
  exchange.runtime.read(({ ledger }) => {
    let sum = 0n;
    for (const [account, wallet] of ledger.wallets)
      if (!account.startsWith('house:') || account.startsWith('house:in-flight:'))
        sum += wallet.balances.get(coin)?.total ?? 0n;
    return sum;
  });

/** An exchange that owes something of every kind. */
export function useProofExchange(): void {
  beforeAll(async () => {
    exchange = await openStaffedExchange({ modules: [proofOfLiabilitiesModule], jobs });
    operator = await exchange.member('operator');
    trader = await exchange.member('trader');
    second = await exchange.member('second');
    const { id: account } = trader;
    for (const each of [account, second.id])
      await exchange.runtime.execute({ kind: 'OpenAccount', key: `account:${each}:open`, account: each });
    const deposits: [string, string, bigint][] = [
      [account, 'BTC', 250_000_001n],
      [account, 'ETH', 10n ** 20n + 1n],
      [second.id, 'BTC', 7n],
      [second.id, 'USDT', 900_000_000n],
      [second.id, 'ETH', 1n],
    ];
    for (const [to, coin, amount] of deposits)
      await execute({ ...testDeposit, ...booked(`deposit:${to}:${coin}`), account: to, coin, amount });
    const order = { type: 0, pair: 'BTC-USDT', operation: 'sell', quantity: '0.5', price: '90000' };
    expect((await trader.call({ method: 'POST', path: 'orders', body: order })).status).toBe(200);
    const money = { account, coin: 'BTC', network: 'bitcoin' };
    for (const [withdrawalId, amount] of [
      ['held', 11_000_000n],
      ['sent', 13_000_000n],
    ] as const)
      await execute({
        kind: 'HoldWithdrawal',
        ...booked(`hold:${withdrawalId}`),
        ...money,
        withdrawalId,
        amount,
        fee: 1_000n,
      });
    await execute({ kind: 'SendWithdrawal', ...booked('send'), withdrawalId: 'sent' });
    await execute({
      kind: 'LockCode',
      ...booked('code'),
      codeId: '1',
      account,
      coin: 'BTC',
      amount: 5_000_000n,
    });
  });
  afterAll(() => exchange.close());
}

export async function keepProofs(): Promise<void> {
  [btc] = (await list('BTC')) as [LiabilitiesProof];
  [eth] = (await list('ETH')) as [LiabilitiesProof];
}
