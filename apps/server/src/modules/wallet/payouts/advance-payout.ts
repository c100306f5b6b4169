import { book } from '../withdrawals/book.ts';
import { listOfPayout } from '../withdrawals/store.ts';
import { paymentOf } from './build-payout.ts';
import { endExpired, hasExpired } from './expired-payout.ts';
import { follow } from './follow-payout.ts';
import { isFound, type Payout } from './payout.ts';
import { send, signPayout } from './send-payout.ts';
import { settle } from './settle-payout.ts';
import { changePayout, discardPayout, listVariants } from './store.ts';
import { type Tools, take } from './take-step.ts';

/**
 * Takes a payout one step further, if it can be taken. Every step is written down before the next one is begun, and each may be repeated: after a crash it
 * goes on from the last one that stands.
 *
 * @returns it as it stands now; undefined when it is gone, because nothing of it was left to pay.
 */
export async function advancePayout(tools: Tools, payout: Payout): Promise<Payout | undefined> {
  if (await hasExpired(tools, payout)) return endExpired(tools, payout);
  switch (payout.status) {
    case 'building':
      return depart(tools, payout);
    case 'built':
      if (isFound(payout)) return takeFound(tools, payout);
      return (await isDecided(tools, payout)) ? payout : signPayout(tools, payout);
    case 'signed':
      return send(tools, payout);
    case 'broadcast':
    case 'confirming':
      return follow(tools, payout);
    default:
      return payout.books === 'settling' ? settle(tools, payout) : payout;
  }
}

/** It is in a block already: there is nothing to sign. */
function takeFound({ platform }: Tools, payout: Payout): Promise<Payout | undefined> {
  const signed = { transactionId: payout.transactionId ?? '', raw: '' };
  return take(platform, payout, { status: 'signed', signed, waitsFor: null });
}

/** Whether one that it was to replace is in a block: then it is not needed, unless a reorganisation takes that back. */
async function isDecided({ platform }: Tools, payout: Payout): Promise<boolean> {
  if (payout.root === payout.id) return false;
  const variants = await listVariants(platform.database.kysely, payout);
  return variants.some(({ blockHash }) => blockHash !== null);
}

/** Tells the exchange that the money leaves. What it refuses, because the account was switched off since, stays behind. */
async function depart({ platform, net }: Tools, payout: Payout): Promise<Payout | undefined> {
  const { kysely } = platform.database;
  for (const withdrawal of await listOfPayout(kysely, payout)) await book(platform, withdrawal);
  const leaving = await listOfPayout(kysely, payout);
  if (leaving.length === 0) {
    await kysely.transaction().execute((transaction) => discardPayout(transaction, net, payout));
    return undefined;
  }
  if (leaving.some(({ books }) => books !== 'in_flight')) return payout;
  const payments = leaving.flatMap((withdrawal) => paymentOf(withdrawal, net) ?? []);
  if (payments.length !== leaving.length)
    throw new Error(`The payout ${payout.id} cannot pay all it should.`);
  if (payments.length === payout.payments.length) return changePayout(kysely, payout, { status: 'built' });
  if (isFound(payout))
    return changePayout(kysely, payout, { status: 'built', content: { payments, terms: payout.terms } });
  const draft = { kind: payout.kind, from: net.hot, payments, holds: payout };
  const prepared = await net.prepare(draft);
  return kysely.transaction().execute(async (transaction) => {
    const plan = await prepared.plan(transaction, payout.id);
    if ('waitsFor' in plan) return changePayout(transaction, payout, { waitsFor: plan.waitsFor });
    const content = { payments, terms: plan.terms };
    return changePayout(transaction, payout, { status: 'built', content });
  });
}
