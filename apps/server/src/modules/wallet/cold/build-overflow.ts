import { randomUUID } from 'node:crypto';
import type { Payment } from '@emporion/chains';
import { parseDecimal } from '@emporion/kernel';
import type { Platform } from '#platform/platform.ts';
import { type PayoutCoin, type PayoutNetwork, toChainUnits } from '../payouts/payout-network.ts';
import { insertPayout } from '../payouts/store.ts';
import { listPinnedKeys } from '../signer/pinned-keys.ts';
import { type HotLimits, listHotLimits, queuedOf } from './hot-limits.ts';

/** Less than so many times what it costs stays where it is. */
const worthwhile = 20n;

/**
 * Sends what lies above the ceiling to the cold address, down to the target, and never what queued withdrawals need. The signer pays to the address in its own
 * file and to no other: the one we know is the one that it told.
 */
export async function buildOverflow(platform: Platform, net: PayoutNetwork): Promise<void> {
  const { kysely } = platform.database;
  const limits = (await listHotLimits(kysely, net.network)).filter(({ ceiling }) => ceiling !== null);
  if (limits.length === 0) return;
  const key = (await listPinnedKeys(kysely)).find(({ network }) => network === net.network);
  if (!key?.coldAddress) return;
  for (const limit of limits) {
    const payment = await overflowOf(platform, { net, limit, to: key.coldAddress });
    if (payment) await write(platform, { net, payment });
  }
}

async function overflowOf(
  platform: Platform,
  { net, limit, to }: { net: PayoutNetwork; limit: HotLimits; to: string },
): Promise<Payment | undefined> {
  const { coin, target, ceiling } = limit;
  const asset = net.coins.get(coin);
  if (!asset || ceiling === null) return undefined;
  const funds = await net.funds([coin, net.feeCoin]);
  const needed = unitsOf(await queuedOf(platform.database.kysely, limit), asset);
  const free = (funds.get(coin) ?? 0n) - needed;
  if (free <= unitsOf(ceiling, asset)) return undefined;
  const { contract } = asset;
  const payment = {
    to,
    coin,
    amount: free - unitsOf(target, asset),
    ...(contract === undefined ? {} : { contract }),
  };
  const cost = await net.costOf({ kind: 'cold', from: net.hot, payments: [payment] });
  const isFeeCoin = coin === net.feeCoin;
  const amount = isFeeCoin ? payment.amount - cost : payment.amount;
  const isWorthIt = !isFeeCoin || amount > cost * worthwhile;
  if (!isWorthIt || (funds.get(net.feeCoin) ?? 0n) < cost) return undefined;
  return { ...payment, amount };
}

async function write(
  platform: Platform,
  { net, payment }: { net: PayoutNetwork; payment: Payment },
): Promise<void> {
  const payments = [payment];
  const prepared = await net.prepare({ kind: 'cold', from: net.hot, payments });
  await platform.database.kysely.transaction().execute(async (transaction) => {
    const id = randomUUID();
    const plan = await prepared.plan(transaction, id);
    if ('waitsFor' in plan) return;
    await insertPayout(transaction, {
      ...{ id, network: net.network, kind: 'cold', fromAddress: net.hot.address, payments, status: 'built' },
      ...plan,
    });
  });
}

/** Limits may be finer than the chain: what is too fine is left out. */
function unitsOf(decimal: string, asset: PayoutCoin): bigint {
  const units = parseDecimal(decimal, asset.ledgerDecimals);
  if (!units.ok) return 0n;
  const step = 10n ** BigInt(Math.max(0, asset.ledgerDecimals - asset.chainDecimals));
  return toChainUnits(units.value - (units.value % step), asset) ?? 0n;
}
