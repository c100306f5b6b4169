import type { BlockHeader, ChainTransfer } from '#port.ts';
import { readCount, readHash, readHex, readQuantity, readRpcList, readRpcRecord } from './rpc-values.ts';

export interface EvmTransaction {
  readonly hash: string;
  readonly from: string;
  /** Undefined when it makes a contract. */
  readonly to: string | undefined;
  readonly value: bigint;
  /** Null while it waits. */
  readonly blockHash: string | null;
}

export interface EvmBlock {
  readonly header: BlockHeader;
  readonly logsBloom: string;
  readonly transactions: readonly EvmTransaction[];
}

export interface EvmLog {
  readonly transactionHash: string;
  /** Its number in the block. */
  readonly index: number;
  readonly contract: string;
  readonly topics: readonly string[];
  readonly data: string;
}

export interface EvmReceipt {
  readonly transactionHash: string;
  readonly blockHash: string;
  readonly height: number;
  readonly succeeded: boolean;
  readonly logs: readonly EvmLog[];
}

/** The hash of `Transfer(address,address,uint256)`. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const paddingLength = 2 + 24;
const addressPadding = `0x${'0'.repeat(24)}`;

export function readHeader(value: unknown): BlockHeader {
  const block = readRpcRecord(value, 'block');
  const height = readCount(block.number, 'block.number');
  return {
    height,
    hash: readHash(block.hash, 'block.hash'),
    parentHash: height === 0 ? undefined : readHash(block.parentHash, 'block.parentHash'),
    time: readCount(block.timestamp, 'block.timestamp') * 1_000,
  };
}

export function readBlock(value: unknown): EvmBlock {
  const block = readRpcRecord(value, 'block');
  return {
    header: readHeader(block),
    logsBloom: readHex(block.logsBloom, { at: 'block.logsBloom', bytes: 256 }),
    transactions: readTransactions(block),
  };
}

export function readTransactions(block: Record<string, unknown>): EvmTransaction[] {
  return readRpcList(block.transactions, 'block.transactions').map(readTransaction);
}

export function readTransaction(value: unknown): EvmTransaction {
  const transaction = readRpcRecord(value, 'transaction');
  const { to, blockHash } = transaction;
  return {
    hash: readHash(transaction.hash, 'transaction.hash'),
    from: readHex(transaction.from, { at: 'transaction.from', bytes: 20 }),
    to: to === null || to === undefined ? undefined : readHex(to, { at: 'transaction.to', bytes: 20 }),
    value: readQuantity(transaction.value, 'transaction.value'),
    blockHash:
      blockHash === null || blockHash === undefined ? null : readHash(blockHash, 'transaction.blockHash'),
  };
}

/** Logs of one block. One that was removed by a reorganisation, or is of another block, is no answer to what was asked. */
export function readLogs(value: unknown, { blockHash }: { blockHash: string }): EvmLog[] {
  return readRpcList(value, 'logs').map((entry) => {
    const log = readRpcRecord(entry, 'log');
    const isOfBlock = readHash(log.blockHash, 'log.blockHash') === blockHash && log.removed !== true;
    return {
      transactionHash: readHash(log.transactionHash, 'log.transactionHash'),
      index: readCount(isOfBlock ? log.logIndex : undefined, 'log.logIndex'),
      contract: readHex(log.address, { at: 'log.address', bytes: 20 }),
      topics: readRpcList(log.topics, 'log.topics').map((topic) => readHash(topic, 'log.topics')),
      data: readHex(log.data, { at: 'log.data' }),
    };
  });
}

export function readReceipt(value: unknown): EvmReceipt {
  const receipt = readRpcRecord(value, 'receipt');
  const blockHash = readHash(receipt.blockHash, 'receipt.blockHash');
  return {
    transactionHash: readHash(receipt.transactionHash, 'receipt.transactionHash'),
    blockHash,
    height: readCount(receipt.blockNumber, 'receipt.blockNumber'),
    // Without a status it is not known to have succeeded.
    succeeded: receipt.status === '0x1',
    logs: readLogs(receipt.logs, { blockHash }),
  };
}

/** What the network took for a transaction, by its receipt. */
export function readCost(value: unknown): bigint {
  const receipt = readRpcRecord(value, 'receipt');
  const gasUsed = readQuantity(receipt.gasUsed, 'receipt.gasUsed');
  const price = readQuantity(receipt.effectiveGasPrice, 'receipt.effectiveGasPrice');
  // A layer-2 chain charges for the data that it writes to the chain below it.
  const dataFee = receipt.l1Fee ? readQuantity(receipt.l1Fee, 'receipt.l1Fee') : 0n;
  return gasUsed * price + dataFee;
}

/**
 * The value that a successful transaction gives to the address that it names. What contracts then pass on of the chain's own coin leaves no trace in a block:
 * it is not listed, and shows only in the balance of whoever got it. Nothing, and what goes from an address to itself, moves nothing.
 * Addresses are in lower case here and below.
 */
export function nativeTransfer({ hash, from, to, value }: EvmTransaction): ChainTransfer | undefined {
  if (to === undefined || value === 0n || from === to) return undefined;
  return {
    transactionId: hash,
    index: 0,
    to,
    memo: undefined,
    contract: undefined,
    amount: value,
  };
}

/**
 * The transfers of tokens among the logs of one block, of whatever contract: which of them are worth something is for others to know.
 *
 * A transfer's index is one more than its place among the logs of its transaction, since 0 is the transaction's own value. So it is the same when the
 * transaction is mined again in another block, where its logs have other numbers.
 */
export function tokenTransfers(logs: readonly EvmLog[]): ChainTransfer[] {
  const places = new Map<string, number>();
  const transfers: ChainTransfer[] = [];
  for (const log of logs.toSorted((a, b) => a.index - b.index)) {
    const index = (places.get(log.transactionHash) ?? 0) + 1;
    places.set(log.transactionHash, index);
    const moved = movedBy(log);
    if (moved)
      transfers.push({
        transactionId: log.transactionHash,
        index,
        to: moved.to,
        memo: undefined,
        contract: log.contract,
        amount: moved.amount,
      });
  }
  return transfers;
}

/** Exactly three topics: a fourth is the number of a thing that is not money (ERC-721). */
function movedBy({ topics, data }: EvmLog): { to: string; amount: bigint } | undefined {
  const [event, from, to, ...more] = topics;
  if (event !== transferTopic || from === undefined || to === undefined || more.length > 0) return undefined;
  if (!from.startsWith(addressPadding) || !to.startsWith(addressPadding) || from === to) return undefined;
  if (data.length !== 2 + 64) return undefined;
  const amount = BigInt(data);
  return amount === 0n ? undefined : { to: `0x${to.slice(paddingLength)}`, amount };
}
