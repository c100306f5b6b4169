import { ChainUnavailable } from '#port.ts';
import { type EvmBlock, type EvmLog, type EvmReceipt, readLogs, readReceipt } from './evm-block.ts';
import { type EvmNode, RpcError } from './evm-node.ts';
import { explainsBloom } from './logs-bloom.ts';
import { readRpcList } from './rpc-values.ts';

export interface BlockEffects {
  /** The transactions with a value that did not fail. */
  readonly succeeded: ReadonlySet<string>;
  /** All logs of the block; a failed transaction has none, whatever a node says. */
  readonly logs: readonly EvmLog[];
}

/** Codes of JSON-RPC and of its Ethereum extension for a call that a node does not have. */
const unknownMethodCodes: readonly (number | undefined)[] = [-32_601, -32_004];

/** Asks a node what came of the transactions of a block, by the hash of the block, so that the answer is of this block or none. */
export class BlockEffectsReader {
  readonly #node: EvmNode;
  #hasBlockReceipts = true;

  constructor(node: EvmNode) {
    this.#node = node;
  }

  async read(block: EvmBlock): Promise<BlockEffects> {
    const effects = (await this.#fromBlockReceipts(block)) ?? (await fromLogs(this.#node, block));
    if (new Set(effects.logs.map(({ index }) => index)).size !== effects.logs.length)
      throw new ChainUnavailable('The node answered with the same log twice.');
    return effects;
  }

  /** One call for everything, on nodes that have it. No log can be missing where every transaction has its receipt. */
  async #fromBlockReceipts({ header: { hash }, transactions }: EvmBlock): Promise<BlockEffects | undefined> {
    if (!this.#hasBlockReceipts) return undefined;
    let answer: unknown;
    try {
      answer = await this.#node.call('eth_getBlockReceipts', [hash]);
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      if (unknownMethodCodes.includes(error.code)) this.#hasBlockReceipts = false;
      return undefined;
    }
    const receipts = readRpcList(answer, 'receipts').map(readReceipt);
    const byTransaction = new Map(receipts.map((receipt) => [receipt.transactionHash, receipt]));
    return {
      succeeded: succeededOf(
        transactions.map((transaction) => byTransaction.get(transaction.hash)),
        hash,
      ),
      logs: receipts.flatMap(({ succeeded, logs }) => (succeeded ? logs : [])),
    };
  }
}

async function fromLogs(node: EvmNode, block: EvmBlock): Promise<BlockEffects> {
  const { transactions, logsBloom } = block;
  const { hash, height } = block.header;
  const logs = readLogs(await node.call('eth_getLogs', [{ blockHash: hash }]), { blockHash: hash });
  const giving = transactions.filter(({ value }) => value > 0n);
  const receipts = await node.batch(
    giving.map((transaction) => ({ method: 'eth_getTransactionReceipt', params: [transaction.hash] })),
  );
  if (!(await explainsBloom(logs, logsBloom)))
    throw new ChainUnavailable(`The node does not have all logs of block ${height} yet.`);
  const succeeded = succeededOf(receipts.map(readReceipt), hash);
  const failed = new Set(giving.flatMap((each) => (succeeded.has(each.hash) ? [] : each.hash)));
  return { succeeded, logs: logs.filter(({ transactionHash }) => !failed.has(transactionHash)) };
}

function succeededOf(receipts: readonly (EvmReceipt | undefined)[], blockHash: string): Set<string> {
  const succeeded = new Set<string>();
  for (const receipt of receipts) {
    if (receipt?.blockHash !== blockHash)
      throw new ChainUnavailable('A block changed while it was read, or a receipt is missing.');
    if (receipt.succeeded) succeeded.add(receipt.transactionHash);
  }
  return succeeded;
}
