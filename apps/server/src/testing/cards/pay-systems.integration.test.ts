import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type CardOrder, paySystems } from '@emporion/contracts/rest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectAcquirer } from '#modules/cards/acquirer/acquirer.ts';
import { hookPath } from '#modules/cards/acquirer/acquirers.ts';
import { cardsPart } from '#modules/cards/verify-cards.ts';
import { boundCode, mailedCode } from '#modules/wallet/testing/mailed-code.ts';
import { verifyJournal } from '#runtime/verify/index.ts';
import { type CardsBed, fillBook, openCardsBed } from './cards-bed.ts';

/** What stands on the other end of the settings: processes that share no code with the server, nor with the sandbox. */
const children: ChildProcess[] = [];

async function startPaySystem(secret: string): Promise<string> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('other-pay-system.mjs', import.meta.url))], {
    env: { PAY_SYSTEM_SECRET: secret },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  const [printed] = await once(child.stdout, 'data');
  return String(printed).trim();
}

let bed: CardsBed;
beforeAll(async () => {
  const env: Record<string, string> = {};
  for (const name of paySystems) {
    const secret = randomBytes(32).toString('hex');
    env[`${name.toUpperCase()}_SECRET`] = secret;
    env[`${name.toUpperCase()}_URL`] = `${await startPaySystem(secret)}/`;
  }
  bed = await openCardsBed(env);
  const address = bed.app.app.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  paySystems.forEach((name, index) => {
    children[index]?.stdin?.write(`http://127.0.0.1:${port}${hookPath}${name}\n`);
  });
  for (const name of ['ann', 'operator']) await bed.app.person(name);
  for (const coin of ['EUR', 'USDT']) await bed.app.fund('maker', coin, '10000000');
  await fillBook(bed);
  for (const [pair, quantity, sell, buy] of [
    ['BTC-USDT', '1', '50000', '49900'],
    ['USDT-EUR', '10000', '0.9', '0.89'],
  ] as const)
    for (const [operation, price] of Object.entries({ sell, buy }))
      await bed.post('orders', 'maker', { type: 0, pair, quantity, operation, price });
});
afterAll(async () => {
  await bed?.close();
  for (const child of children) child.kill();
});

/** Buys BTC by a pay system, and presses the button of its page. */
async function bought(asked: { pay_system: string; currency: string }, more: object): Promise<CardOrder> {
  const give = { ...asked, coin: 'BTC', give: '100' };
  const { body: preview } = await bed.post('card/purchase-preview', 'ann', give);
  const words = { ...give, least: preview.least, client_id: randomUUID(), ...more };
  const { status, body: order } = await bed.post('card/purchases', 'ann', words);
  expect(status, JSON.stringify(order)).toBe(200);
  await bed.payOn(order, {});
  return bed.until(order, 'ann', 'completed');
}

async function sold(more: object): Promise<CardOrder> {
  const { confirmation } = await boundCode(bed.app, 'ann', { action: 'card_sale' });
  const asked = { coin: 'BTC', give: '0.01', least: '1', client_id: randomUUID() };
  const { body } = await bed.post('card/sales', 'ann', { ...asked, confirmation, ...more });
  return bed.until(body, 'ann', 'completed');
}

const owed = async () => [await bed.owed(), await bed.owed('payeer'), await bed.owed('sepa', 'EUR')];

it('takes payments by each pay system of the settings, refunds a part, and pays out to a card, a Payeer account and an IBAN', async () => {
  const { body: options } = await bed.app.call({ path: 'card/options', as: 'ann' });
  expect(options.sandbox).toBe(false);
  const cauri = { pay_system: 'cauri', currency: 'USD' };
  const payeer = { pay_system: 'payeer', currency: 'USD' };
  const sepa = { pay_system: 'sepa', currency: 'EUR' };
  const paid = await bought(cauri, { method: 'credit_card', save_card: true });
  await bought(payeer, { method: 'online_wallet' });
  await bought(sepa, { method: 'bank_transfer' });
  expect(await owed()).toEqual([10_000n, 10_000n, 10_000n]);

  await bed.app.fund('ann', 'USD', '100');
  const confirmation = await mailedCode(bed.app, 'operator', 'back_office');
  const words = { reason: 'Asked for by its owner', client_id: randomUUID(), confirmation, amount: '30' };
  await bed.post(`admin/cards/orders/${paid.id}/refund`, 'operator', words);
  expect(await bed.read(paid, 'ann')).toMatchObject({ refunds: [{ status: 'done', amount: '30' }] });
  expect(await owed()).toEqual([7_000n, 10_000n, 10_000n]);

  await bed.app.fund('ann', 'BTC', '1');
  const { body: saved } = await bed.app.call({ path: 'card/saved', as: 'ann' });
  const sales = [
    await sold({ ...cauri, to: saved.results[0].id }),
    await sold({ ...payeer, to: 'P1000000' }),
    await sold({ ...sepa, to: 'DE89370400440532013000', holder: 'Theo Test' }),
  ];
  expect(sales[0]).toMatchObject({ card: { brand: 'mastercard', last_four: '4444' } });
  const left = sales.map(({ received }) => 10_000n - BigInt(Math.round(Number(received) * 100)));
  expect(await owed()).toEqual([(left[0] ?? 0n) - 3_000n, left[1], left[2]]);
  const { findings } = await verifyJournal(bed.app.test.database.pool, [cardsPart()]);
  expect(findings.find(({ name }) => name === 'Card payments')?.problems).toEqual([]);
});

it('opens no page at a pay system that has another secret, and says that it cannot be reached', async () => {
  const url = await startPaySystem(randomBytes(32).toString('hex'));
  const other = connectAcquirer({
    address: async () => url,
    secret: 'x'.repeat(32),
    clock: bed.app.platform.clock,
  });
  await expect(other.findPayment(randomUUID())).rejects.toThrow('It answered 401.');
});
