import { giveFromTap } from '#modules/wallet/index.ts';
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

interface Funding {
  readonly accounts: readonly string[];
  readonly funds: Readonly<Record<string, string>>;
  /** The same purpose funds an account once. */
  readonly purpose: string;
}

/** Funds accounts by deposits: the taps of the development chains pay, and it is credited when this resolves. Coins that no network has are left out. */
export async function fund(platform: Platform, { accounts, funds, purpose }: Funding): Promise<void> {
  const gifts = accounts.flatMap((userId) =>
    Object.entries(funds).map(([coin, amount]) => ({
      key: `demo:${purpose}:${userId}:${coin}`,
      ...{ userId, coin, amount },
    })),
  );
  await giveFromTap(platform, gifts);
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
