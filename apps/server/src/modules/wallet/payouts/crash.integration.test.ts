import { addressFormats } from '@emporion/chains';
import { houseAccount } from '@emporion/core';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Platform } from '#platform/platform.ts';
import { extent } from '#testing/extent.ts';
import { testKeys } from '#testing/test-keys.ts';
import { userId } from '#testing/trading-app.ts';
import { dyingProcess } from '../testing/dying-process.ts';
import { testSigner } from '../testing/test-signer.ts';
import { createWalletApp, type WalletApp } from '../testing/wallet-app.ts';
import { book } from '../withdrawals/book.ts';
import { changeWithdrawal, findWithdrawal, insertWithdrawal } from '../withdrawals/store.ts';
import type { Withdrawal } from '../withdrawals/withdrawal.ts';
import type { Sign } from './payout-network.ts';
import { payoutNetworks } from './payout-networks.ts';
import { runPayouts } from './run-payouts.ts';
import { callOffPayout } from './stuck-payouts.ts';

let app: WalletApp;
beforeAll(async () => {
  app = await createWalletApp();
  await app.person('ann');
  await app.change('update withdrawal_policy set signer_retry_seconds = 0');
  await app.pay('ann', { network: 'bitcoin', coin: 'BTC', amount: '90' });
  await app.mine('bitcoin', 3);
  for (let times = 0; times < 3; times += 1) {
    await live();
    await app.mine('bitcoin', 3);
  }
});
afterAll(() => app.close());

const amount = '0.01';
const units = 1_000_000n;
let counter = 0;

/** Of bitcoin alone: every further network is a handful of questions that change nothing. */
const bitcoin = (platform: Platform) => payoutNetworks(platform, ['bitcoin']);
const live = async () =>
  runPayouts(app.platform, { networks: await bitcoin(app.platform), sign: testSigner(app.platform) });

/** A turn of payouts in a process that dies at its so-manieth step. */
function dying(at: number) {
  const { platform, around, isOver } = dyingProcess(app.platform, at);
  return {
    isOver,
    turn: async () => {
      const networks = (await bitcoin(app.platform)).map((net) => ({
        ...net,
        chain: { ...net.chain, send: around(net.chain.send) },
      }));
      const sign: Sign = around(testSigner(app.platform));
      await runPayouts(platform, { networks, sign }).catch(() => undefined);
    },
  };
}

async function queued() {
  const { kysely } = app.test.database;
  counter += 1;
  const address = addressFormats.bitcoin.fromPublicKey(
    testKeys('bitcoin').publicKey({ branch: 1, index: 1_000 + counter }),
  );
  const written = await insertWithdrawal(kysely, {
    ...{
      userId: userId('ann'),
      clientId: `k${counter}`,
      coin: 'BTC',
      network: 'bitcoin',
      memo: null,
      address,
    },
    ...{ amount, fee: '0', value: null, recipient: null, isNewDevice: false, now: app.platform.clock.now() },
    origin: { address: '203.0.113.7', device: 'Firefox on Linux' },
  });
  if (!written) throw new Error('not written');
  const held = await book(app.platform, written);
  const confirmed = await changeWithdrawal(kysely, held, { status: 'confirmed' });
  const ready = confirmed && (await changeWithdrawal(kysely, confirmed, { status: 'queued' }));
  if (!ready) throw new Error('not queued');
  return ready;
}

const free = () => app.runtime.read(({ ledger }) => ledger.available(userId('ann'), 'BTC'));
const house = (kind: 'in-flight') =>
  app.runtime.read(({ ledger }) => ledger.available(houseAccount(kind, 'bitcoin'), 'BTC'));

/** What happens while the process may die. */
type Story = (turn: () => Promise<void>, withdrawal: Withdrawal) => Promise<void>;

const bumpAfter = (minutes: number) => app.change(`update blockchains set bump_after_minutes = ${minutes}`);

const stories: Record<string, Story> = {
  'a payout': async (turn) => {
    await turn();
    await app.mine('bitcoin');
    await turn();
    await app.mine('bitcoin', 2);
    await turn();
  },
  'a payout through a stop of its coin': async (turn) => {
    await turn();
    await app.change(`
      insert into unknown_sends (network, name, stopped_at) values ('bitcoin', 'a test', now()) on conflict do nothing;
      insert into coin_stops (coin, network, unknown_send) values ('BTC', 'bitcoin', 'a test')
    `);
    await turn();
    await live();
    await app.change(
      `update coin_stops set lifted_at = now(), lifted_by = '${userId('ann')}', reason = 'looked up' where lifted_at is null`,
    );
    await live();
    await app.mine('bitcoin');
    await turn();
    await app.mine('bitcoin', 2);
    await turn();
  },
  'a replacement': async (turn) => {
    await live();
    await bumpAfter(0);
    await turn();
    await bumpAfter(30);
    await app.mine('bitcoin');
    await turn();
    await app.mine('bitcoin', 2);
    await turn();
  },
  'a replacement whose block goes, and of which the first one is mined': async (turn, { id }) => {
    await live();
    await bumpAfter(0);
    await live();
    await bumpAfter(30);
    await app.mine('bitcoin');
    await turn();
    const chain = await app.chain('bitcoin');
    await chain.reorg({ depth: 1, drop: 'all' });
    const { rows } = await sql<{ raw: string }>`
      select raw from payouts where id = (select root from payouts where id = (select payout_id from withdrawals where id = ${id}))
    `.execute(app.test.database.kysely);
    await chain.send(rows[0]?.raw ?? '');
    await app.mine('bitcoin');
    await turn();
    await turn();
    await app.mine('bitcoin', 2);
    await turn();
  },
  'a cancellation': async (turn, { id }) => {
    await live();
    const found = await findWithdrawal(app.test.database.kysely, id);
    await callOffPayout(app.test.database.kysely, { id: found?.payoutId ?? '', reason: 'tried' });
    await turn();
    await app.mine('bitcoin');
    await turn();
    await app.mine('bitcoin', 2);
    await turn();
  },
};

/** Kills the process at a step, goes on with another one, and looks whether the money went out once or came back, and the books say so. */
async function survives(name: string, at: number): Promise<boolean> {
  const chain = await app.chain('bitcoin');
  const before = await free();
  const withdrawal = await queued();
  const process = dying(at);
  await stories[name]?.(process.turn, withdrawal);
  const wasOver = process.isOver();
  const read = () => findWithdrawal(app.test.database.kysely, withdrawal.id);
  // Once it has ended, one turn more must change nothing.
  for (let turns = 0, over = 0; turns < 4 && over < 2; turns += 1) {
    await live();
    await app.mine('bitcoin', 2);
    if (['settled', 'returned'].includes((await read())?.books ?? '')) over += 1;
  }
  const where = `${name}, killed at step ${at}`;
  const found = await read();
  const { height } = await chain.tip();
  const paid = await chain.balance([withdrawal.address], { contract: undefined, height });
  expect([0n, units], where).toContain(paid);
  expect(`${found?.status} ${found?.books}`, where).toBe(
    paid === 0n ? 'failed returned' : 'completed settled',
  );
  if (name !== 'a cancellation') expect(paid, where).toBe(units);
  expect(before - (await free()), where).toBe(paid);
  expect(await house('in-flight'), where).toBe(0n);
  expect(await app.differences('bitcoin'), where).toEqual([]);
  return wasOver;
}

it.each(Object.keys(stories))(
  '%s is paid once and debited once, wherever the process is killed',
  async (name) => {
    const stride = extent({ usual: name === 'a payout' ? 37 : 61, all: 1 });
    // Another step each time, so that in the long run all of them have their turn.
    const seed = Number(process.env.SEED ?? Math.floor(Math.random() * stride));
    let at = 1 + seed;
    for (; !(await survives(name, at)); at += stride);
    if (stride === 1) process.stdout.write(`${name}: killed at each of ${at - 1} steps\n`);
  },
  1_200_000,
);
