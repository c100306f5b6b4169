import { sql } from 'kysely';
import { recordMined, recordWaiting } from '../deposits/record.ts';
import { withoutSurplus } from '../deposits/without-surplus.ts';
import { recordOutputs } from '../outputs/record-outputs.ts';
import { readCheckpoint } from './chain-store.ts';
import { matchTransfers } from './match-transfers.ts';
import { matchingOf, type WatchParts } from './watch-parts.ts';

/**
 * Goes through blocks once more, as far as the checkpoint. What is known already stays as it is, so it may be done as often as one likes. A block that is not
 * the one we believe in is left out: following the chain takes it back first. Answers with how many outputs for us there were.
 *
 * @throws ChainUnavailable.
 */
export async function rescan(parts: WatchParts, { from, to }: { from: number; to: number }): Promise<number> {
  const { chain, database, network } = parts;
  const checkpoint = await readCheckpoint(database.kysely, network.code);
  let found = 0;
  for (let height = Math.max(0, from); checkpoint && height <= Math.min(to, checkpoint.height); height += 1) {
    const block = await chain.block(height);
    if (!block) break;
    await parts.addresses.refresh();
    const { coins } = await parts.readNetworks();
    found += await database.kysely.transaction().execute(async (transaction) => {
      // Held until the end, so that no reorganisation comes in between.
      await readCheckpoint(transaction, network.code, { lock: true });
      const { rows } = await sql<{ isOther: boolean }>`
        select hash <> ${block.hash} as "isOther" from chain_blocks where network = ${network.code} and height = ${height}
      `.execute(transaction);
      if (rows[0]?.isOther) return 0;
      const seen = await matchTransfers(transaction, matchingOf(parts), block.transfers);
      const left = await withoutSurplus(transaction, { network: network.code, height, seen });
      await recordMined(transaction, block, { network: network.code, coins, seen: left });
      await recordOutputs(transaction, matchingOf(parts), block);
      return seen.length;
    });
  }
  return found;
}

/** Looks for one transaction, wherever it is, and writes down what it gives to us. @throws ChainUnavailable. */
export async function lookFor(parts: WatchParts, transactionId: string): Promise<number> {
  const { chain, database, network } = parts;
  const state = await chain.stateOf(transactionId);
  if (state.state === 'mined') {
    const { height } = state.block;
    return rescan(parts, { from: height, to: height });
  }
  const transfers = await chain.transfersOf(transactionId);
  if (!transfers) return 0;
  await parts.addresses.refresh();
  const { coins } = await parts.readNetworks();
  const seen = await matchTransfers(database.kysely, matchingOf(parts), transfers);
  await recordWaiting(database.kysely, { network: network.code, coins, seen });
  return seen.length;
}
