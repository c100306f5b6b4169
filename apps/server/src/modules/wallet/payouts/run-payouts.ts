import { ChainUnavailable } from '@emporion/chains';
import type { Platform } from '#platform/platform.ts';
import { buildSweeps } from '../sweeps/build-sweeps.ts';
import { book } from '../withdrawals/book.ts';
import { callOffStale } from '../withdrawals/call-off.ts';
import { listBeingBooked } from '../withdrawals/store.ts';
import { advancePayout } from './advance-payout.ts';
import { buildPayout, ChangedMeanwhile } from './build-payout.ts';
import type { Payout } from './payout.ts';
import type { PayoutNetwork, Sign } from './payout-network.ts';
import { listAtWork } from './store.ts';

/**
 * One turn of everything that makes money leave: what a crash interrupted is taken up, what nobody confirmed in time is called off, what is queued is built,
 * and every payout takes the steps that it can. Only one process at a time may do it. It can be many payouts, so the signal ends it before the next one.
 */
export async function runPayouts(
  platform: Platform,
  {
    networks,
    sign,
    signal,
  }: { readonly networks: readonly PayoutNetwork[]; readonly sign: Sign; readonly signal?: AbortSignal },
): Promise<void> {
  for (const withdrawal of await listBeingBooked(platform.database.kysely)) {
    // A payout that is being built tells the exchange of its withdrawals itself.
    if (withdrawal.books !== 'leaving') await book(platform, withdrawal);
  }
  await callOffStale(platform);
  for (const net of networks) {
    if (signal?.aborted) return;
    try {
      await runNetwork(platform, { net, sign, signal });
    } catch (error) {
      if (error instanceof ChainUnavailable || error instanceof ChangedMeanwhile)
        platform.log.warn({ network: net.network, reason: error.message }, 'payouts of a network wait');
      else
        platform.log.error(
          { network: net.network, err: error },
          'payouts of a network failed, and are tried again',
        );
    }
  }
}

async function runNetwork(
  platform: Platform,
  {
    net,
    sign,
    signal,
  }: { readonly net: PayoutNetwork; readonly sign: Sign; readonly signal: AbortSignal | undefined },
): Promise<void> {
  const { kysely } = platform.database;
  const atWork = await listAtWork(kysely, net.network);
  // One is built at a time: what the next one can pay depends on it.
  const isBuilding = atWork.some(({ status }) => status === 'building' || status === 'built');
  if (!isBuilding) await buildSweeps(platform, net);
  const built = isBuilding ? undefined : await buildPayout(platform, net);
  for (const payout of built ? [...atWork, built] : atWork) {
    if (signal?.aborted) return;
    await runThrough({ platform, net, sign }, payout);
  }
}

/** As far as it goes in this turn. */
async function runThrough(tools: Parameters<typeof advancePayout>[0], payout: Payout): Promise<void> {
  let stands: Payout | undefined = payout;
  for (let before: Payout | undefined; stands && stands.status !== before?.status; ) {
    before = stands;
    stands = await advancePayout(tools, stands);
  }
}
