import { houseAccount } from '@emporion/core';
import { parseDecimal } from '@emporion/kernel';
import { ensureAccount, type LiveExchange } from '#modules/trading/index.ts';
import { bookMovement } from '#modules/wallet/index.ts';
import type { Platform } from '#platform/platform.ts';
import type { CommandRequest } from '#platform/runtime.ts';

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
};

/** The bookings of the demo's money, which comes over a network of its own. */
export const demoSeries = 'demo';
const source = houseAccount('custody', 'demo');

interface Credit {
  readonly account: string;
  readonly funds: Readonly<Record<string, string>>;
  /** The same purpose credits an account once. */
  readonly purpose: string;
}

/** Credits an account as deposits would. Coins that the exchange does not list are left out. */
export async function fund(
  platform: Platform,
  live: LiveExchange,
  { account, funds, purpose }: Credit,
): Promise<void> {
  await ensureAccount(platform, live, account);
  const credits = Object.entries(funds).flatMap(([coin, amount]) => {
    const decimals = live.coins.get(coin);
    const units = decimals === undefined ? undefined : parseDecimal(amount, decimals);
    return units?.ok ? [{ coin, amount: units.value }] : [];
  });
  // One transaction at a time holds the series, so the numbers are given first and the deposits are sent together.
  const commands: CommandRequest[] = [];
  for (const { coin, amount } of credits) {
    const reference = `demo:${purpose}:${account}:${coin}`;
    const booking = await platform.database.kysely
      .transaction()
      .execute((transaction) => bookMovement(transaction, { series: demoSeries, reference }));
    const words = { reference, actor: 'demo' };
    commands.push({ kind: 'CreditDeposit', booking, ...words, account, coin, source, amount, fee: 0n });
  }
  await Promise.all(commands.map((command) => platform.runtime.execute(command)));
}
