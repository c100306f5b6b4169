import type { TransactionState } from '@emporion/chains';
import { isCancel, type Payout } from './payout.ts';
import { noteRefused, sendOrWait } from './send-payout.ts';
import { giveBack, settle } from './settle-payout.ts';
import { changePayout, listVariants } from './store.ts';
import { isCalledOff } from './stuck-payouts.ts';
import { type Tools, take, takeIn } from './take-step.ts';

type Mined = TransactionState & { readonly state: 'mined' };

/** Looks where a transaction that was sent stands, and settles it once it is final. Every one that was ever sent is followed: any of them may be mined. */
export async function follow(tools: Tools, payout: Payout): Promise<Payout | undefined> {
  const { net } = tools;
  if (payout.transactionId === null) throw new Error(`The payout ${payout.id} has no bytes.`);
  const found = await net.chain.stateOf(payout.transactionId);
  if (found.state === 'mined') {
    const standing = await confirm(tools, payout, found);
    return standing && (await isFinal(net, found)) ? finish(tools, standing, found) : standing;
  }
  if (payout.status === 'confirming') return reopen(tools, payout);
  return found.state === 'unknown' ? sendAgain(tools, payout) : unlessRefused(tools, payout);
}

/** As deep as its network wants, and not above what the chain itself calls final. */
async function isFinal({ chain, confirmations }: Tools['net'], { block }: Mined): Promise<boolean> {
  if ((await chain.tip()).height - block.height + 1 < confirmations) return false;
  const final = await chain.finalHeight?.();
  return final === undefined || block.height <= final;
}

/** It is in a block, so none of the others is. */
async function confirm({ platform }: Tools, payout: Payout, found: Mined): Promise<Payout | undefined> {
  const { block, cost } = found;
  if (payout.status === 'confirming' && payout.blockHash === block.hash) return payout;
  return platform.database.kysely.transaction().execute(async (transaction) => {
    for (const other of await listVariants(transaction, payout)) {
      if (other.id === payout.id || !isSent(other)) continue;
      const back = { status: 'broadcast', block: null } as const;
      const loser =
        other.status === 'confirming'
          ? await takeIn(transaction, { platform, payout: other, change: back })
          : other;
      if (loser) await changePayout(transaction, loser, { status: 'replaced', waitsFor: null });
    }
    const mined = { block: { height: block.height, hash: block.hash }, cost };
    const change = { status: 'confirming', waitsFor: null, ...mined } as const;
    return takeIn(transaction, { platform, payout, change });
  });
}

/** A reorganisation took it back: each of those that share its number may be mined now. */
async function reopen({ platform }: Tools, payout: Payout): Promise<Payout | undefined> {
  return platform.database.kysely.transaction().execute(async (transaction) => {
    const change = { status: 'broadcast', block: null, waitsAnew: true } as const;
    const opened = await takeIn(transaction, { platform, payout, change });
    for (const other of await listVariants(transaction, payout))
      if (other.status === 'replaced') await changePayout(transaction, other, change);
    return opened;
  });
}

/** Forgotten by the node: the same bytes again, of the newest, or of the one before it if the node does not take that. What was called off is not sent again. */
async function sendAgain(tools: Tools, payout: Payout): Promise<Payout | undefined> {
  const { platform, net } = tools;
  const { kysely } = platform.database;
  const sent = (await listVariants(kysely, payout)).filter(isSent);
  if (sent[0]?.id !== payout.id) return payout;
  const maySend = (await isCalledOff(kysely, payout)) ? isCancel : () => true;
  for (const each of sent.filter(maySend)) {
    if (!each.raw) continue;
    const again = await sendOrWait(net, each.raw);
    if (again.outcome === 'accepted') return each.id === payout.id ? unlessRefused(tools, payout) : payout;
    if (again.outcome === 'refused') await noteRefused(tools, each, again.reason);
  }
  return payout;
}

/** What a node refused before and takes now needs no cancelling. */
async function unlessRefused({ platform }: Tools, payout: Payout): Promise<Payout | undefined> {
  if (payout.waitsFor !== 'refused') return payout;
  return take(platform, payout, { status: 'broadcast', waitsFor: null });
}

function isSent({ status }: Payout): boolean {
  return status === 'signed' || status === 'broadcast' || status === 'confirming';
}

/** Deep enough that nothing takes it back: the others can never be mined. */
async function finish(tools: Tools, payout: Payout, { succeeded }: Mined): Promise<Payout | undefined> {
  const isPaid = succeeded && !isCancel(payout);
  const final = isPaid
    ? await changePayout(tools.platform.database.kysely, payout, { status: 'completed', books: 'settling' })
    : await giveBack(tools, payout, {
        ...{ status: succeeded ? 'completed' : 'failed', reason: 'transaction_failed' },
      });
  return final && settle(tools, final);
}
