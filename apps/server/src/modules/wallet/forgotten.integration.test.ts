import { randomUUID } from 'node:crypto';
import { invariant } from '@emporion/kernel';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureAccount, liveExchange } from '#modules/trading/index.ts';
import type { Platform } from '#platform/platform.ts';
import { userId } from '#testing/trading-app.ts';
import { bookCode } from './codes/book-code.ts';
import { changeCode, claimCode, findCode, insertCode } from './codes/store.ts';
import { createWalletApp, type WalletApp } from './testing/wallet-app.ts';
import { bookTransfer, insertTransfer } from './transfers/transfer.ts';
import { book } from './withdrawals/book.ts';
import { changeWithdrawal, insertWithdrawal } from './withdrawals/store.ts';

// The exchange remembers the newest outcomes of bookings. Whoever comes later than that is told that the number was used, and not what came of it.

let app: WalletApp;
beforeAll(async () => {
  app = await createWalletApp();
  for (const name of ['ann', 'bea']) {
    await app.person(name);
    await app.fund(name, 'USDT', '100');
    await ensureAccount(app.platform, await liveExchange(app.platform), userId(name));
  }
});
afterAll(() => app.close());

const now = new Date();
/** A server that the exchange answers, and that dies before it has written the answer down. */
const cutOff = (): Platform => ({
  ...app.platform,
  runtime: {
    ...app.runtime,
    execute: async (command) => {
      await app.runtime.execute(command);
      throw new Error('killed');
    },
  },
});
/** One that comes so late that the exchange has forgotten what it answered. */
const late = (): Platform => ({
  ...app.platform,
  runtime: {
    ...app.runtime,
    execute: async () => ({
      ...{ status: 'rejected', rejection: { code: 'duplicate_transaction', details: {} } },
      ...{ repeated: false, batch: app.runtime.position.batch },
    }),
  },
  view: {
    ...app.platform.view,
    read: (look, options) =>
      app.runtime.read((exchange) => {
        const forgetful = Object.create(exchange, { recentBookings: { value: { get: () => undefined } } });
        return look(forgetful);
      }, options),
  },
});
const db = () => app.test.database.kysely;
const actual = async (name: string) => (await app.balance(name)).USDT?.actual;

async function newTransfer(amount: string) {
  const words = { fromUser: userId('ann'), toUser: userId('bea'), clientId: randomUUID(), coin: 'USDT' };
  const written = await insertTransfer(db(), { ...words, amount, value: amount, now });
  invariant(written, 'the transfer was written down');
  return written;
}

async function newCode(amount: string) {
  const id = randomUUID();
  const words = {
    id,
    maker: userId('ann'),
    clientId: id,
    coin: 'USDT',
    amount,
    value: amount,
    hint: '',
    now,
  };
  const expiresAt = new Date(now.getTime() + 86_400_000);
  const written = await insertCode(db(), {
    ...words,
    hash: Buffer.from(id),
    confirmedWith: Buffer.from(id),
    expiresAt,
  });
  invariant(written, 'the code was written down');
  return written;
}
const claim = async (id: string) => {
  const claimed = await claimCode(db(), { hash: Buffer.from(id), redeemer: userId('bea'), now });
  invariant(claimed, 'the code was claimed');
  return claimed;
};
const freezeAnn = (frozen: boolean) =>
  app.runtime.execute({
    kind: 'ChangeAccount',
    key: null,
    account: userId('ann'),
    withdrawalEnabled: !frozen,
  });

it('calls a transfer completed that was, and refused that was not', async () => {
  const sent = await newTransfer('10');
  await expect(bookTransfer(cutOff(), sent)).rejects.toThrow('killed');
  expect(await actual('bea')).toBe('110');
  expect((await bookTransfer(late(), sent)).status).toBe('completed');
  const refused = await newTransfer('1000');
  await expect(bookTransfer(cutOff(), refused)).rejects.toThrow('killed');
  expect((await bookTransfer(late(), refused)).status).toBe('refused');
  expect([await actual('ann'), await actual('bea')]).toEqual(['90', '110']);
});

it('keeps a code open whose money is locked, and no other', async () => {
  const locked = await newCode('20');
  await expect(bookCode(cutOff(), locked)).rejects.toThrow('killed');
  expect(await actual('ann')).toBe('70');
  expect((await bookCode(late(), locked)).status).toBe('open');
  const refused = await newCode('1000');
  await expect(bookCode(cutOff(), refused)).rejects.toThrow('killed');
  expect((await bookCode(late(), refused)).status).toBe('refused');
});

it('calls a code redeemed that was, and gives one back to the next that was not', async () => {
  const { id } = await bookCode(app.platform, await newCode('5'));
  const redeeming = await claim(id);
  await expect(bookCode(cutOff(), redeeming)).rejects.toThrow('killed');
  expect((await bookCode(late(), redeeming)).status).toBe('redeemed');
  const before = await actual('bea');
  const other = await bookCode(app.platform, await newCode('5'));
  await freezeAnn(true);
  const refused = await claim(other.id);
  await expect(bookCode(cutOff(), refused)).rejects.toThrow('killed');
  expect((await bookCode(late(), refused)).status).toBe('open');
  await freezeAnn(false);
  expect((await bookCode(app.platform, await claim(other.id))).status).toBe('redeemed');
  expect(Number(await actual('bea'))).toBe(Number(before) + 5);
});

it('calls a code cancelled that was', async () => {
  const { id } = await bookCode(app.platform, await newCode('5'));
  const cancelling = await changeCode(db(), { id, from: 'open', to: 'cancelling', now });
  invariant(cancelling, 'the code is being cancelled');
  await expect(bookCode(cutOff(), cancelling)).rejects.toThrow('killed');
  expect((await bookCode(late(), cancelling)).status).toBe('cancelled');
  expect((await findCode(db(), id))?.status).toBe('cancelled');
  expect(
    await sql`select from money_codes where status in ('locking', 'redeeming', 'cancelling')`.execute(db()),
  ).toMatchObject({ rows: [] });
});

it('calls a withdrawal held that is, failed that was refused, and released that was', async () => {
  const asked = async (amount: string) => {
    const written = await insertWithdrawal(db(), {
      ...{ userId: userId('bea'), clientId: randomUUID(), coin: 'USDT', network: 'ethereum', address: '0x1' },
      ...{ memo: null, amount, fee: '1', value: null, recipient: null, isNewDevice: false, now },
      origin: { address: '203.0.113.7', device: 'Firefox on Linux' },
    });
    invariant(written, 'the withdrawal was written down');
    return written;
  };
  const before = await actual('bea');
  const holding = await asked('7');
  await expect(book(cutOff(), holding)).rejects.toThrow('killed');
  const held = await book(late(), holding);
  expect(held).toMatchObject({ status: 'requested', books: 'held' });
  const releasing = await changeWithdrawal(db(), held, { status: 'cancelled', books: 'releasing' });
  invariant(releasing, 'the withdrawal is being released');
  await expect(book(cutOff(), releasing)).rejects.toThrow('killed');
  expect(await book(late(), releasing)).toMatchObject({ books: 'released' });
  const refused = await asked('1000');
  await expect(book(cutOff(), refused)).rejects.toThrow('killed');
  expect(await book(late(), refused)).toMatchObject({ status: 'failed', books: 'refused' });
  expect(await actual('bea')).toBe(before);
});
