import type { DevelopmentPayment } from '@emporion/chains';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { payFromTap } from '../development-chain/tap.ts';
import { payoutBed } from '../testing/payout-bed.ts';
import { createWalletApp, type WalletApp } from '../testing/wallet-app.ts';

let app: WalletApp;
beforeAll(async () => {
  app = await createWalletApp();
  await app.change('update coin_blockchains set deposit_min = 0');
});
afterAll(() => app.close());

const sweepsFrom = async (address: string) => {
  const { rows } = await sql<{ coin: string }>`
    select payments -> 0 ->> 'coin' as coin from payouts where kind = 'sweep' and from_address = ${address}
  `.execute(app.test.database.kysely);
  return rows.map(({ coin }) => coin);
};

it('brings in what is worth it, however many addresses with less come before it', async () => {
  const bed = payoutBed(app, 'bitcoin');
  const dust = Array.from({ length: 50 }, (_, index) => `dust${index}`);
  const payments: DevelopmentPayment[] = [];
  for (const name of dust) {
    const { address } = await app.addressOf(name, 'bitcoin');
    payments.push({ to: address, amount: 10_000n });
  }
  // In one transaction: fifty would take as long as all the rest.
  await (await app.chain('bitcoin')).change((db, row) => payFromTap(db, row, payments));
  await app.mine('bitcoin', 3);
  await app.pay('rich', { network: 'bitcoin', coin: 'BTC', amount: '1' });
  await app.mine('bitcoin', 3);
  const { address } = await app.addressOf('rich', 'bitcoin');
  for (let turns = 0; turns < 2; turns += 1) await bed.turn();
  expect(await sweepsFrom(address)).toEqual(['BTC']);
  // What lies there has grown: it is looked at again.
  const first = await app.addressOf('dust0', 'bitcoin');
  await app.pay('dust0', { network: 'bitcoin', coin: 'BTC', amount: '0.5' });
  await app.mine('bitcoin', 3);
  for (let turns = 0; turns < 2; turns += 1) await bed.turn();
  expect(await sweepsFrom(first.address)).toEqual(['BTC']);
});

it('leaves a token where it lies until it is worth what its network’s row says', async () => {
  const bed = payoutBed(app, 'ethereum');
  await app.fund('seller', 'ETH', '1');
  await app.fund('buyer', 'USDT', '5000');
  const order = { type: 0, pair: 'ETH-USDT', quantity: '0.1', price: '3000' };
  for (const [as, operation] of [
    ['seller', 'sell'],
    ['buyer', 'buy'],
  ] as const)
    await app.call({ method: 'POST', path: 'orders', as, body: { ...order, operation } });
  await app.pay('hot', { network: 'ethereum', coin: 'ETH', amount: '5' });
  await app.pay('ann', { network: 'ethereum', coin: 'USDT', amount: '10' });
  await app.mine('ethereum', 12);
  await app.change(`update blockchains set sweep_worth = 1000000000 where code = 'ethereum'`);
  for (let turns = 0; turns < 2; turns += 1) {
    await bed.turn();
    await app.mine('ethereum', 12);
  }
  const { address } = await app.addressOf('ann', 'ethereum');
  expect(await sweepsFrom(address)).toEqual([]);
  const topUps = await sql`select from payouts where kind = 'top-up'`.execute(app.test.database.kysely);
  expect(topUps.rows).toEqual([]);
  await app.change(`update blockchains set sweep_worth = 20 where code = 'ethereum'`);
  for (let turns = 0; turns < 4; turns += 1) {
    await bed.turn();
    await app.mine('ethereum', 12);
  }
  expect(await sweepsFrom(address)).toEqual(['USDT']);
});
