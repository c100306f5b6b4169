import type { Payout } from './payout.ts';
import { giveBack, settle } from './settle-payout.ts';
import { changePayout } from './store.ts';
import { type Tools, take } from './take-step.ts';

/** Looks where a transaction that was sent stands, and settles it once it is final. */
export async function follow({ platform, net }: Tools, payout: Payout): Promise<Payout | undefined> {
  const { kysely } = platform.database;
  const { transactionId, raw } = payout;
  if (transactionId === null || raw === null) throw new Error(`The payout ${payout.id} has no bytes.`);
  const found = await net.chain.stateOf(transactionId);
  if (found.state !== 'mined') {
    // Forgotten by the node, or taken back by a reorganisation: the same bytes again.
    const again = found.state === 'unknown' ? await net.chain.send(raw) : undefined;
    if (again?.outcome === 'refused')
      platform.log.error(
        { payout: payout.id, reason: again.reason },
        'a payout that was sent is refused now',
      );
    return payout.status === 'confirming'
      ? take(platform, payout, { status: 'broadcast', block: null }, 'broadcast')
      : payout;
  }
  const { block, cost, succeeded } = found;
  const confirmations = (await net.chain.tip()).height - block.height + 1;
  const mined = { block: { height: block.height, hash: block.hash }, cost };
  if (confirmations < net.confirmations)
    return take(platform, payout, { status: 'confirming', waitsFor: null, ...mined }, 'confirming');
  const standing =
    payout.status === 'confirming'
      ? payout
      : await take(platform, payout, { status: 'confirming', ...mined }, 'confirming');
  if (!standing) return undefined;
  if (!succeeded) {
    const failed = await giveBack(platform, standing, 'transaction_failed', cost);
    return failed && settle({ platform, net }, failed);
  }
  const final = await changePayout(kysely, standing, { status: 'completed', books: 'settling', ...mined });
  return final && settle({ platform, net }, final);
}
