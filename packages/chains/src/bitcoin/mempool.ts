import type { BitcoinScripts } from '#addresses/bitcoin-scripts.ts';
import type { ChainTransfer } from '#port.ts';
import { transfersIn } from './bitcoin-block.ts';
import type { CoreNode } from './core-node.ts';
import { readHash, readList } from './core-values.ts';

/** So many transactions are looked at in one go, and so many remembered. In a fuller mempool the older ones are left to their block. */
const transactionsMax = 2_000;

/** What waits to be mined: each transaction is fetched once, and its transfers are kept while it waits. */
export class Mempool {
  readonly #node: CoreNode;
  readonly #scripts: BitcoinScripts;
  #seen = new Set<string>();
  #transfers = new Map<string, readonly ChainTransfer[]>();

  constructor(node: CoreNode, scripts: BitcoinScripts) {
    this.#node = node;
    this.#scripts = scripts;
  }

  async transfers(): Promise<readonly ChainTransfer[]> {
    const ids = readList(await this.#node.call('getrawmempool', false), 'getrawmempool').map((id) =>
      readHash(id, 'getrawmempool'),
    );
    const fresh = ids.filter((id) => !this.#seen.has(id)).slice(-transactionsMax);
    const found = await this.#node.transactions(fresh);
    // From here on nothing waits for the node, so that two callers at a time leave one whole state behind.
    const waiting = new Set(ids);
    const kept = [...this.#transfers].filter(([id]) => waiting.has(id));
    for (const [id, transaction] of found)
      if (!this.#transfers.has(id)) kept.push([id, transfersIn(transaction, this.#scripts)]);
    this.#seen = new Set([...this.#seen, ...found.keys()].filter((id) => waiting.has(id)));
    this.#transfers = new Map(kept.slice(-transactionsMax));
    return [...this.#transfers.values()].flat();
  }
}
