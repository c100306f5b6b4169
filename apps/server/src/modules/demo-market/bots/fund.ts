import { houseAccount } from '@emporion/core';
import { invariant, parseDecimal } from '@emporion/kernel';
import { isFiat } from '#modules/rates/index.ts';
import { accepted, ensureAccount, liveExchange } from '#modules/trading/index.ts';
import { bookMovements, type Gift, giveFromTap } from '#modules/wallet/index.ts';
import type { Platform } from '#platform/platform.ts';

/** What a person of the demo begins with: enough to try everything. */
export const traderFunds: Readonly<Record<string, string>> = {
  USDT: '100000',
  BTC: '2',
  ETH: '30',
  BNB: '100',
  TRX: '150000',
  POL: '60000',
  RBTC: '1',
  ARB: '50000',
  XRP: '20000',
  USD: '25000',
  EUR: '10000',
  RUB: '500000',
};

/** What a maker or taker begins with, and gets again when it has lost it. */
export const botFunds: Readonly<Record<string, string>> = {
  USDT: '50000000',
  BTC: '400',
  ETH: '6000',
  BNB: '16000',
  TRX: '20000000',
  POL: '8000000',
  RBTC: '200',
  ARB: '4000000',
  XRP: '2000000',
  USD: '50000000',
  EUR: '10000000',
  RUB: '900000000',
};

interface Funding {
  readonly accounts: readonly string[];
  readonly funds: Readonly<Record<string, string>>;
  /** The same purpose funds an account once. */
  readonly purpose: string;
}

/** Funds accounts by deposits: the taps of the development chains pay coins, a bank of the demo pays currencies, and it is credited when this resolves. What is not listed is left out. */
export async function fund(platform: Platform, { accounts, funds, purpose }: Funding): Promise<void> {
  const gifts = accounts.flatMap((userId) =>
    Object.entries(funds).map(([coin, amount]) => ({
      key: `demo:${purpose}:${userId}:${coin}`,
      ...{ userId, coin, amount },
    })),
  );
  await giveFromTap(
    platform,
    gifts.filter(({ coin }) => !isFiat(coin)),
  );
  await giveFromBank(
    platform,
    gifts.filter(({ coin }) => isFiat(coin)),
  );
}

const bankSeries = 'bank:demo';

/** No chain stands behind a currency, so its books are those of the bank: what it has paid in is minus its account. A gift that a crash cut off is given at the next start. */
async function giveFromBank(platform: Platform, gifts: readonly Gift[]): Promise<void> {
  const { database, runtime, view } = platform;
  const coins = await view.read((exchange) => new Map(exchange.coins));
  const listed = gifts.filter(({ coin }) => coins.has(coin));
  if (listed.length === 0) return;
  const numbers = await database.kysely
    .transaction()
    .execute((transaction) =>
      bookMovements(transaction, { series: bankSeries, references: listed.map(({ key }) => key) }),
    );
  const numberOf = (gift: Gift) => numbers.get(gift.key) ?? 0;
  const due = await view.read(({ bookings }) =>
    listed.filter((gift) => !bookings.get(bankSeries)?.isDone(numberOf(gift))),
  );
  const live = await liveExchange(platform);
  for (const userId of new Set(due.map(({ userId }) => userId))) await ensureAccount(platform, live, userId);
  const source = houseAccount('bank', 'demo');
  await Promise.all(
    due.map(async (gift) => {
      const { key: reference, userId: account, coin } = gift;
      const units = parseDecimal(gift.amount, coins.get(coin) ?? 0);
      invariant(units.ok, 'A gift is finer than its currency.');
      const booking = { series: bankSeries, number: numberOf(gift) };
      const words = { booking, reference, actor: 'demo' };
      const movement = { account, coin, source, amount: units.value, fee: 0n };
      accepted(await runtime.execute({ kind: 'CreditDeposit', ...words, ...movement }));
    }),
  );
}

/** Gives an account its money again. Whoever asks while it is on its way gets the same: many orders are refused at once when it runs out. */
export function createRefill(platform: Platform): (account: string) => Promise<void> {
  const running = new Map<string, Promise<void>>();
  return (account) => {
    const known = running.get(account);
    if (known) return known;
    const purpose = `refill-${platform.runtime.position.sequence}`;
    const refill = fund(platform, { accounts: [account], funds: botFunds, purpose }).finally(() =>
      running.delete(account),
    );
    running.set(account, refill);
    return refill;
  };
}
