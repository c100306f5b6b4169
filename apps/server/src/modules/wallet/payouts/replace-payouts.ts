import { randomUUID } from 'node:crypto';
import { costOf, paymentToItself } from '@emporion/chains';
import { listOfPayout } from '../withdrawals/store.ts';
import { isCancel, type Payout } from './payout.ts';
import type { Prepared } from './payout-network.ts';
import { changePayout, discardPayout, insertPayout, listVariants } from './store.ts';
import { listRefused, listStuck } from './stuck-payouts.ts';
import type { Tools } from './take-step.ts';

/** So many payments to ourselves are made to take the place of one. */
const cancelsMax = 5;

/**
 * Puts another transaction in the place of what is stuck: the same payments at a higher fee, or a payment to ourselves for what the network refuses or an
 * operator called off. Both are stored beside the first one, and whichever of them is mined counts. It goes on from there like any other payout.
 */
export async function replaceStuck(tools: Tools): Promise<void> {
  const { platform, net } = tools;
  for (const payout of await listStuck(platform.database.kysely, net.network)) await bump(tools, payout);
  for (const payout of await listRefused(platform.database.kysely, net.network)) await cancel(tools, payout);
}

async function bump(tools: Tools, payout: Payout): Promise<void> {
  const { net } = tools;
  const prepared = await net.bump(payout);
  if (!prepared) return alarm(tools, { payout, waitsFor: 'fee_ceiling' });
  // One without a number pays out of its own change, and has looked for more itself.
  const isNumbered = payout.nonce !== null;
  if (isNumbered && prepared.cost - costOf(payout.terms) > (await spare(tools, payout)))
    return alarm(tools, { payout, waitsFor: 'fee_funds' });
  const { kind, payments } = payout;
  await store(tools, { payout, prepared, content: { kind, payments, replaces: payout.id } });
}

/** What its sender has beyond what is on its way out. A sweep of the coin that pays fees leaves nothing behind, and can only wait. */
async function spare({ net }: Tools, { fromAddress, payments, terms }: Payout): Promise<bigint> {
  const { feeCoin, hot, needsSweeps, chain } = net;
  if (fromAddress === hot.address || !needsSweeps) return (await net.funds([feeCoin])).get(feeCoin) ?? 0n;
  const { height } = await chain.tip();
  const spent = payments.filter(({ coin }) => coin === feeCoin).reduce((sum, { amount }) => sum + amount, 0n);
  return (await chain.balance([fromAddress], { contract: undefined, height })) - spent - costOf(terms);
}

/**
 * To the signer it is a sweep like another: it pays ourselves, and only its fee counts. It offers more than the dearest of those whose place it takes, and
 * one that was refused is among them; a network that refuses several wants something else than a higher fee.
 */
async function cancel(tools: Tools, refused: Payout): Promise<void> {
  const variants = await listVariants(tools.platform.database.kysely, refused);
  const payout = dearest(variants.filter(isOpen)) ?? refused;
  const isExhausted = variants.filter(isCancel).length >= cancelsMax;
  const prepared = isExhausted ? undefined : await tools.net.cancel(payout);
  if (!prepared && variants.length === 1 && (await isEmptied(tools, payout))) return discard(tools, payout);
  if (!prepared) return alarm(tools, { payout, waitsFor: 'review' });
  await store(tools, { payout, prepared, content: { kind: 'sweep', payments: prepared.payments } });
}

/** Whether we have no bytes of it, and all that it was to pay was paid otherwise. Its number or inputs are used up, for nothing can take its place. */
async function isEmptied({ platform }: Tools, payout: Payout): Promise<boolean> {
  if (payout.raw !== null) return false;
  return (await listOfPayout(platform.database.kysely, payout)).length === 0;
}

async function discard({ platform, net }: Tools, payout: Payout): Promise<void> {
  await platform.database.kysely
    .transaction()
    .execute((transaction) => discardPayout(transaction, net, payout));
}

function isOpen({ status }: Payout): boolean {
  return status === 'built' || status === 'signed' || status === 'broadcast';
}

function dearest(payouts: readonly Payout[]): Payout | undefined {
  return payouts.toSorted((a, b) => (costOf(a.terms) < costOf(b.terms) ? 1 : -1))[0];
}

async function store(
  { platform, net }: Tools,
  {
    payout,
    prepared,
    content,
  }: {
    payout: Payout;
    prepared: Prepared;
    content: Pick<Payout, 'kind' | 'payments'> & { readonly replaces?: string };
  },
): Promise<void> {
  await platform.database.kysely.transaction().execute(async (transaction) => {
    const id = randomUUID();
    const plan = await prepared.plan(transaction, id);
    if ('waitsFor' in plan) {
      await changePayout(transaction, payout, { waitsFor: plan.waitsFor, waitsAnew: true });
      return;
    }
    const { root, fromAddress } = payout;
    const words = { id, network: net.network, fromAddress, root, status: 'built' } as const;
    await insertPayout(transaction, { ...words, ...content, ...plan });
    if (content.replaces) await changePayout(transaction, payout, { waitsFor: null });
  });
}

/** It waits on as it is; how long, the metrics tell. */
async function alarm(
  { platform }: Tools,
  { payout, waitsFor }: { payout: Payout; waitsFor: string },
): Promise<void> {
  const { id, network, transactionId } = payout;
  platform.log.error(
    { payout: id, network, transactionId, waitsFor },
    'a payout is stuck and cannot be replaced: a person must look',
  );
  await changePayout(platform.database.kysely, payout, { waitsFor, waitsAnew: true });
}

/** Uses up numbers that were given back while a later one was signed: nothing behind them could be mined. */
export async function fillGaps({ platform, net }: Tools): Promise<void> {
  for (const from of await net.gaps()) {
    const payments = [paymentToItself({ ...from, coin: net.feeCoin })];
    const prepared = await net.prepare({ kind: 'sweep', from, payments });
    await platform.database.kysely.transaction().execute(async (transaction) => {
      const id = randomUUID();
      const plan = await prepared.plan(transaction, id);
      if ('waitsFor' in plan) return;
      const words = { id, network: net.network, fromAddress: from.address, status: 'built' } as const;
      await insertPayout(transaction, { ...words, kind: 'sweep', payments, ...plan });
    });
  }
}
