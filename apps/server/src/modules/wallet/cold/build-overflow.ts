import { randomUUID } from 'node:crypto';
import type { Payment } from '@emporion/chains';
import { parseDecimal } from '@emporion/kernel';
import { sql } from 'kysely';
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
 *
 * @returns whether anything lies above it.
 */
export async function buildOverflow(platform: Platform, net: PayoutNetwork): Promise<boolean> {
  const { kysely } = platform.database;
  const limits = (await listHotLimits(kysely, net.network)).filter(({ ceiling }) => ceiling !== null);
  if (limits.length === 0) return false;
  const key = (await listPinnedKeys(kysely)).find(({ network }) => network === net.network);
  if (!key?.coldAddress) return false;
  let isAbove = false;
  for (const limit of limits) {
    const payment = await overflowOf(platform, { net, limit, to: key.coldAddress, memo: key.coldMemo });
    if (!payment) continue;
    await write(platform, { net, payment });
    isAbove = true;
  }
  return isAbove;
}

async function overflowOf(
  platform: Platform,
  { net, limit, to, memo }: { net: PayoutNetwork; limit: HotLimits; to: string; memo: string | null },
): Promise<Payment | undefined> {
  const { coin, target, ceiling } = limit;
  const asset = net.coins.get(coin);
  if (!asset || ceiling === null) return undefined;
  if (await wasRefused(platform, limit)) return undefined;
  const funds = await net.funds([coin, net.feeCoin]);
  const needed = unitsOf(await queuedOf(platform.database.kysely, limit), asset);
  const free = (funds.get(coin) ?? 0n) - needed;
  if (free <= unitsOf(ceiling, asset)) return undefined;
  const { contract } = asset;
  const payment = {
    to,
    coin,
    amount: free - unitsOf(target, asset),
    ...(memo === null ? {} : { memo }),
    ...(contract === undefined ? {} : { contract }),
  };
  const cost = await net.costOf({ kind: 'cold', from: net.hot, payments: [payment] });
  const isFeeCoin = coin === net.feeCoin;
  const amount = isFeeCoin ? payment.amount - cost : payment.amount;
  const isWorthIt = !isFeeCoin || amount > cost * worthwhile;
  if (!isWorthIt || (funds.get(net.feeCoin) ?? 0n) < cost) return undefined;
  return { ...payment, amount };
}

/** What the signer refused a while ago it would refuse again: its file has to change first. */
async function wasRefused({ database }: Platform, { network, coin }: HotLimits): Promise<boolean> {
  const { rows } = await sql`
    select from payouts
    where network = ${network} and kind = 'cold' and status = 'failed' and updated_at > now() - interval '10 minutes'
      and payments -> 0 ->> 'coin' = ${coin}
    limit 1
  `.execute(database.kysely);
  return rows.length > 0;
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
