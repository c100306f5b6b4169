import { type BlockHeader, ChainUnavailable } from '#port.ts';
import {
  pairUp,
  readHeader,
  readInfo,
  readTransactions,
  type TronInfo,
  type TronTransaction,
} from './tron-block.ts';
import type { TronNode } from './tron-node.ts';
import { isNothing, readListOrNone } from './tron-values.ts';

export interface BlockContent {
  readonly header: BlockHeader;
  readonly content: readonly { readonly transaction: TronTransaction; readonly info: TronInfo }[];
}

/** Blocks that are not final yet are about twenty. */
const recentMax = 50;

/** The blocks of one node, with what came of their transactions. One that was read is kept: what the newest ones did is asked for at every turn. */
export class TronBlocks {
  readonly #node: TronNode;
  readonly #recent = new Map<number, BlockContent>();

  constructor(node: TronNode) {
    this.#node = node;
  }

  /** Undefined above the tip. */
  async at(height: number): Promise<BlockContent | undefined> {
    const known = this.#recent.get(height);
    if (known && (await headerAt(this.#node, height))?.hash === known.header.hash) return known;
    const block = await this.#read(height);
    if (block) this.#recent.set(height, block);
    forgetOldest(this.#recent, recentMax);
    return block;
  }

  /** Both parts are asked for by height, so the block must be the same afterwards. */
  async #read(height: number): Promise<BlockContent | undefined> {
    const found = await this.#node.call('wallet/getblockbynum', { num: height });
    if (isNothing(found)) return undefined;
    const header = readHeader(found);
    if (header.height !== height) throw new ChainUnavailable('The node answered with another block.');
    const transactions = await readTransactions(found);
    const answer = await this.#node.call('wallet/gettransactioninfobyblocknum', { num: height });
    const infos = isNothing(answer) ? [] : readListOrNone(answer, 'infos').map(readInfo);
    if ((await headerAt(this.#node, height))?.hash !== header.hash)
      throw new ChainUnavailable('A block changed while it was read.');
    return { header, content: pairUp(header, transactions, infos) };
  }
}

export async function headerAt(node: TronNode, height: number): Promise<BlockHeader | undefined> {
  const found = await node.call('wallet/getblock', { id_or_num: `${height}`, detail: false });
  if (isNothing(found)) return undefined;
  const header = readHeader(found);
  if (header.height !== height) throw new ChainUnavailable('The node answered with another block.');
  return header;
}

/** The newest block that the node calls final. */
export async function finalHeader(node: TronNode): Promise<BlockHeader> {
  return readHeader(await node.call('walletsolidity/getnowblock'));
}

export function forgetOldest(blocks: Map<number, unknown>, max: number): void {
  for (const oldest of blocks.keys()) {
    if (blocks.size <= max) return;
    blocks.delete(oldest);
  }
}
