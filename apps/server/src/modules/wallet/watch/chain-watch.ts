import { type ChainBlock, ChainUnavailable } from '@emporion/chains';
import { recordMined, unmineAbove } from '../deposits/record.ts';
import { recordOutputs, takeBackOutputs } from '../outputs/record-outputs.ts';
import {
  type Checkpoint,
  forgetBlocksAbove,
  keepBlocks,
  listBlocks,
  readCheckpoint,
  writeCheckpoint,
} from './chain-store.ts';
import { matchTransfers } from './match-transfers.ts';
import { followWaiting } from './waiting.ts';
import { matchingOf, type WatchParts } from './watch-parts.ts';

/** Another process has moved the checkpoint meanwhile. What was under way is left to it. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken';
}

/** The node does not have a single block in which deposits were seen: it is of another chain. */
export class AnotherHistory extends Error {
  override readonly name = 'AnotherHistory';
}

/** Blocks that are fetched and written together, so that days off are caught up with quickly. */
const pageBlocks = 20;
const forkPage = 50;
/** A chain that still contradicts itself after so many looks cannot be asked now. */
const looksMax = 10;

/**
 * Follows a chain up to its tip: the blocks that were replaced are taken back, then every further block is matched against our addresses, its deposits and the
 * checkpoint written in one transaction. Whatever interrupts it, the next call goes on from the checkpoint. Answers with the height that it came to.
 *
 * @throws ChainUnavailable, Overtaken.
 */
export async function followChain(parts: WatchParts, signal?: AbortSignal): Promise<number> {
  const { chain, network, database } = parts;
  for (let looks = 0; looks < looksMax; ) {
    signal?.throwIfAborted();
    const tip = await chain.tip();
    const checkpoint = await returnToFork(parts, tip.height);
    if (checkpoint && checkpoint.height >= tip.height) {
      await followWaiting(parts);
      return checkpoint.height;
    }
    // A chain of our own begins with money for us; on any other, nothing can be ours before the first address.
    const first = network.family === 'development' ? 0 : tip.height;
    const from = checkpoint ? checkpoint.height + 1 : first;
    const blocks = await fetchBlocks(parts, { from, to: Math.min(tip.height, from + pageBlocks - 1) });
    looks = isLinked(checkpoint, blocks) ? 0 : looks + 1;
    if (looks > 0) continue;
    await parts.addresses.refresh();
    const networks = await parts.readNetworks();
    await database.kysely.transaction().execute(async (transaction) => {
      const known = await readCheckpoint(transaction, network.code, { lock: true });
      if (known?.hash !== checkpoint?.hash) throw new Overtaken();
      for (const block of blocks) {
        const seen = await matchTransfers(transaction, matchingOf(parts), block.transfers);
        await recordMined(transaction, block, { network: network.code, coins: networks.coins, seen });
        await recordOutputs(transaction, matchingOf(parts), block);
      }
      await keepBlocks(transaction, network.code, blocks);
      const last = blocks.at(-1);
      if (last) await writeCheckpoint(transaction, network.code, last);
    });
  }
  throw new ChainUnavailable(`the node of ${network.code} tells blocks that do not belong together`);
}

async function fetchBlocks(
  { chain }: WatchParts,
  { from, to }: { from: number; to: number },
): Promise<ChainBlock[]> {
  const blocks: ChainBlock[] = [];
  for (let height = from; height <= to; height += 1) {
    const block = await chain.block(height);
    if (!block) break;
    blocks.push(block);
  }
  return blocks;
}

/** Whether each block names the one before it. While the chain reorganises, pages can be of two branches. */
function isLinked(checkpoint: Checkpoint | undefined, blocks: readonly ChainBlock[]): boolean {
  let parent = checkpoint?.hash;
  for (const { parentHash, hash } of blocks) {
    if (parent !== undefined && parentHash !== parent) return false;
    parent = hash;
  }
  return blocks.length > 0;
}

/** Goes back to the last block that the chain still has, and takes back what came after it. Answers with where that leaves us. */
async function returnToFork(parts: WatchParts, tipHeight: number): Promise<Checkpoint | undefined> {
  const { chain, network, database } = parts;
  const checkpoint = await readCheckpoint(database.kysely, network.code);
  if (!checkpoint) return undefined;
  // A branch that replaces ours is longer. A node that is behind us has to catch up first.
  if (tipHeight < checkpoint.height) {
    // Unless it has other blocks at heights that we know: then it never catches up with ours.
    const [known] = await listBlocks(database.kysely, { network: network.code, upTo: tipHeight, limit: 1 });
    if (known) await findFork(parts, tipHeight);
    throw new ChainUnavailable(`the node of ${network.code} is at ${tipHeight}, behind ${checkpoint.height}`);
  }
  const there = await chain.header(checkpoint.height);
  if (there?.hash === checkpoint.hash) return checkpoint;
  const fork = await findFork(parts, checkpoint.height);
  await database.kysely.transaction().execute(async (transaction) => {
    const known = await readCheckpoint(transaction, network.code, { lock: true });
    if (known?.hash !== checkpoint.hash) throw new Overtaken();
    const above = { network: network.code, height: fork.height };
    await forgetBlocksAbove(transaction, above);
    await unmineAbove(transaction, above);
    await takeBackOutputs(transaction, above);
    await writeCheckpoint(transaction, network.code, fork);
  });
  return fork;
}

async function findFork({ chain, network, database }: WatchParts, from: number): Promise<Checkpoint> {
  let upTo = from;
  for (;;) {
    const blocks = await listBlocks(database.kysely, { network: network.code, upTo, limit: forkPage });
    for (const block of blocks) if ((await chain.header(block.height))?.hash === block.hash) return block;
    const lowest = blocks.at(-1);
    if (!lowest)
      throw new AnotherHistory(
        `The node of ${network.code} is of another chain: it has no block in which deposits were seen.`,
      );
    upTo = lowest.height - 1;
  }
}
