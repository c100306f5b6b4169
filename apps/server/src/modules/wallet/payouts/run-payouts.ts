import { ChainUnavailable } from '@emporion/chains';
import type { Platform } from '#platform/platform.ts';
import { defineService } from '#platform/services.ts';
import { stopForUnknownSends } from '../books/unknown-sends.ts';
import { buildOverflow } from '../cold/build-overflow.ts';
import { eachByItself } from '../each-by-itself.ts';
import { buildConsolidation } from '../outputs/build-consolidation.ts';
import { buildSweeps } from '../sweeps/build-sweeps.ts';
import { bankNetwork } from '../withdrawals/bank-details.ts';
import { book } from '../withdrawals/book.ts';
import { callOffStale } from '../withdrawals/call-off.ts';
import { listBeingBooked } from '../withdrawals/store.ts';
import { advancePayout } from './advance-payout.ts';
import { buildPayout } from './build-payout.ts';
import { OutageLog } from './outage-log.ts';
import type { Payout } from './payout.ts';
import type { PayoutNetwork, Sign } from './payout-network.ts';
import { fillGaps, replaceStuck } from './replace-payouts.ts';
import { isSetAside } from './send-payout.ts';
import { ChangedMeanwhile, listAtWork } from './store.ts';
import type { Tools } from './take-step.ts';

const outagesOf = defineService('outages of payouts', () => new OutageLog());

/** How many are built for a network in one turn: on some a transaction makes one payment. */
const payoutsMax = 50;
/** After so many that were put off, the signer is left alone until the next turn. */
const putOffMax = 5;

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
  const interrupted = await listBeingBooked(platform.database.kysely);
  // A payout that is being built tells the exchange of its withdrawals itself.
  const ready = interrupted.filter(({ books, network }) => books !== 'leaving' || network === bankNetwork);
  await eachByItself(platform, ready, (withdrawal) => book(platform, withdrawal));
  await callOffStale(platform);
  const outages = outagesOf(platform);
  for (const net of networks) {
    if (signal?.aborted) return;
    try {
      await runNetwork(platform, { net, sign, signal });
      const seconds = outages.ends(net.network, performance.now());
      if (seconds !== undefined)
        platform.log.info({ network: net.network, seconds }, 'payouts of a network go on');
    } catch (error) {
      if (error instanceof ChainUnavailable || error instanceof ChangedMeanwhile) {
        if (outages.fails(net.network, performance.now()))
          platform.log.warn({ network: net.network, reason: error.message }, 'payouts of a network wait');
      } else
        platform.log.error(
          { network: net.network, err: error },
          'payouts of a network failed, and are tried again',
        );
    }
  }
}

interface Turn extends Tools {
  /** The server stops, or another one has taken over: nothing further is begun. */
  readonly signal: AbortSignal | undefined;
}

async function runNetwork(platform: Platform, parts: Omit<Turn, 'platform'>): Promise<void> {
  const tools = { platform, ...parts };
  const { net, signal } = parts;
  if (await stopForUnknownSends(platform, net)) return;
  // Mostly nothing is on its way, and then none can be stuck, refused or behind a gap: it is not looked for.
  const { isAny } = await runAll(tools);
  if (signal?.aborted) return;
  if (isAny) {
    await replaceStuck(tools);
    // One is built at a time: what the next one can pay depends on it.
    if (!(await runAll(tools, isUnsent)).isDone || signal?.aborted) return;
  }
  const isSwept = await buildSweeps(platform, net);
  if ((isAny || isSwept) && !(await runAll(tools, isUnsent)).isDone) return;
  const isPaid = await buildPayouts(tools);
  if (signal?.aborted) return;
  const isMoved = await buildOverflow(platform, net);
  const isMerged = (await buildConsolidation(platform, net)) !== undefined;
  if (!(isAny || isSwept || isPaid || isMoved || isMerged)) return;
  await fillGaps(tools);
  await runAll(tools, (payout) => isBuilding(payout, net));
}

/** @returns whether there was one to build. */
async function buildPayouts(tools: Turn): Promise<boolean> {
  const { platform, net, signal } = tools;
  let built = 0;
  for (let putOff = 0; built < payoutsMax && putOff < putOffMax; ) {
    if (signal?.aborted) break;
    const payout = await buildPayout(platform, net);
    if (!payout) break;
    built += 1;
    const stands = await runThrough(tools, payout);
    if (!stands) putOff += 1;
    else if (isBuilding(stands, net)) break;
  }
  return built > 0;
}

function isUnsent({ status }: Payout): boolean {
  return status === 'building' || status === 'built' || status === 'signed';
}

/** What the signer is not asked for now keeps nothing else from being built. */
function isBuilding(payout: Payout, net: PayoutNetwork): boolean {
  const { status, root, id } = payout;
  if (root !== id || isSetAside(payout, net)) return false;
  return status === 'building' || status === 'built';
}

/**
 * Takes all that are open as far as they go. One that cannot be worked on keeps none of the others from going on.
 *
 * @returns whether there is any, and whether none of them is still being built.
 */
async function runAll(
  tools: Turn,
  which: (payout: Payout) => boolean = () => true,
): Promise<{ isAny: boolean; isDone: boolean }> {
  const { platform, net, signal } = tools;
  let isDone = true;
  const payouts = (await listAtWork(platform.database.kysely, net.network)).filter(which);
  const isAny = payouts.length > 0;
  for (const payout of payouts) {
    if (signal?.aborted) return { isAny, isDone: false };
    try {
      const stands = await runThrough(tools, payout);
      if (stands && isBuilding(stands, net)) isDone = false;
    } catch (error) {
      if (error instanceof ChainUnavailable) throw error;
      if (error instanceof ChangedMeanwhile)
        platform.log.warn({ payout: payout.id }, 'another process has taken a payout further');
      else platform.log.error({ payout: payout.id, err: error }, 'a payout cannot go on, and is tried again');
      if (isBuilding(payout, net)) isDone = false;
    }
  }
  return { isAny, isDone };
}

/** As far as it goes in this turn. */
async function runThrough(tools: Turn, payout: Payout): Promise<Payout | undefined> {
  let stands: Payout | undefined = payout;
  for (let before: Payout | undefined; stands && stands.status !== before?.status; ) {
    if (before && tools.signal?.aborted) return stands;
    before = stands;
    stands = await advancePayout(tools, stands);
  }
  return stands;
}
