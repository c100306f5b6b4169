import { setImmediate } from 'node:timers/promises';
import { hexToBytes } from '@noble/hashes/utils.js';
import { type BlockHeader, type ChainTransfer, ChainUnavailable } from '#port.ts';
import { tronAddressOfHex } from './tron-address.ts';
import { readRawData, type TronContract } from './tron-transaction.ts';
import { nonsense, readBytes, readListOrNone, readRecord, readWhole } from './tron-values.ts';

export interface TronTransaction {
  readonly id: string;
  readonly contract: TronContract;
  /** By what stands in the block. Of a payment of the coin nothing else tells. */
  readonly succeeded: boolean;
}

export interface TronLog {
  /** In hexadecimal, as the node writes it. */
  readonly contract: string;
  readonly topics: readonly string[];
  readonly data: string;
}

/** What came of a transaction. */
export interface TronInfo {
  readonly id: string;
  readonly height: number;
  readonly time: number;
  /** What the network took, in units of the coin. */
  readonly fee: bigint;
  /** It is not said to have failed; of a contract that is not enough. */
  readonly isNotFailed: boolean;
  /** Its receipt says that a contract came to its end. */
  readonly contractSucceeded: boolean;
  readonly logs: readonly TronLog[];
  /** What contracts passed on of the coin. */
  readonly internal: readonly unknown[];
}

/** The hash of `Transfer(address,address,uint256)`. */
const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const addressPadding = '0'.repeat(24);
/** After so many of a block's transactions others may have the processor. */
const stretch = 100;

export function readHeader(value: unknown): BlockHeader {
  const block = readRecord(value, 'block');
  const raw = readRecord(readRecord(block.block_header, 'block_header').raw_data, 'raw_data');
  const height = readWhole(raw.number, 'number');
  return {
    height,
    hash: readBytes(block.blockID, { at: 'blockID', bytes: 32 }),
    parentHash: height === 0 ? undefined : readBytes(raw.parentHash, { at: 'parentHash', bytes: 32 }),
    time: readWhole(raw.timestamp, 'timestamp'),
  };
}

export async function readTransactions(value: unknown): Promise<TronTransaction[]> {
  const listed = readListOrNone(readRecord(value, 'block').transactions, 'transactions');
  const read: TronTransaction[] = [];
  for (const each of listed) {
    if (read.length % stretch === stretch - 1) await setImmediate();
    read.push(readTransaction(each));
  }
  return read;
}

/** Read from the bytes that its id is the hash of, where amounts are exact: a number of JSON holds 53 bits. */
export function readTransaction(value: unknown): TronTransaction {
  const transaction = readRecord(value, 'transaction');
  const id = readBytes(transaction.txID, { at: 'txID', bytes: 32 });
  const read = readRawData(hexToBytes(readBytes(transaction.raw_data_hex, { at: 'raw_data_hex' })));
  if (read && read.id !== id) throw new ChainUnavailable('A transaction has another id than its bytes.');
  const [result] = readListOrNone(transaction.ret, 'ret');
  return {
    id,
    // What cannot be read is of a kind that we do not know, and pays nobody.
    contract: read?.contract ?? { kind: 'other', from: undefined },
    succeeded: result !== undefined && readRecord(result, 'ret').contractRet === 'SUCCESS',
  };
}

export function readInfo(value: unknown): TronInfo {
  const info = readRecord(value, 'info');
  const receipt = info.receipt === undefined ? {} : readRecord(info.receipt, 'receipt');
  return {
    id: readBytes(info.id, { at: 'id', bytes: 32 }),
    height: readWhole(info.blockNumber, 'blockNumber'),
    time: readWhole(info.blockTimeStamp, 'blockTimeStamp'),
    fee: BigInt(readWhole(info.fee, 'fee')),
    isNotFailed: info.result !== 'FAILED',
    contractSucceeded: receipt.result === 'SUCCESS',
    logs: readListOrNone(info.log, 'log').map(readLog),
    internal: readListOrNone(info.internal_transactions, 'internal_transactions'),
  };
}

function readLog(value: unknown): TronLog {
  const log = readRecord(value, 'log');
  return {
    contract: readBytes(log.address, { at: 'log.address' }),
    topics: readListOrNone(log.topics, 'log.topics').map((topic) =>
      readBytes(topic, { at: 'log.topics', bytes: 32 }),
    ),
    data: log.data === undefined ? '' : readBytes(log.data, { at: 'log.data' }),
  };
}

/** Whether it did what it was made for. */
export function hasSucceeded({ contract, succeeded }: TronTransaction, info: TronInfo): boolean {
  return succeeded && info.isNotFailed && (contract.kind !== 'trigger' || info.contractSucceeded);
}

/**
 * What a transaction that succeeded gives to whom: the coin to the address that it names, and tokens by their logs, of whatever contract. Which of them are
 * worth something is for others to know. What contracts pass on of the coin, and tokens of the older kind (TRC-10), are not listed.
 *
 * Index 0 is the coin; a token has one more than its place among the logs of its transaction.
 */
export function transfersIn(transaction: TronTransaction, info: TronInfo): ChainTransfer[] {
  if (!hasSucceeded(transaction, info)) return [];
  const coin = coinTransfer(transaction);
  const tokens = info.logs.flatMap((log, at): ChainTransfer[] => {
    const moved = movedBy(log);
    const contract = moved && tronAddressOfHex(log.contract);
    if (!moved || contract === undefined) return [];
    const { to, amount } = moved;
    return [{ transactionId: transaction.id, index: at + 1, to, memo: undefined, contract, amount }];
  });
  return coin ? [coin, ...tokens] : tokens;
}

export function coinTransfer({ id, contract }: TronTransaction): ChainTransfer | undefined {
  if (contract.kind !== 'transfer' || contract.amount <= 0n || contract.from === contract.to)
    return undefined;
  const { to, amount } = contract;
  return { transactionId: id, index: 0, to, memo: undefined, contract: undefined, amount };
}

/** Exactly three topics and one word: a fourth is the number of a thing that is not money. */
export function movedBy({ topics, data }: TronLog): { from: string; to: string; amount: bigint } | undefined {
  const [event, from, to, ...more] = topics;
  if (event !== transferTopic || from === undefined || to === undefined || more.length > 0) return undefined;
  if (!from.startsWith(addressPadding) || !to.startsWith(addressPadding) || from === to) return undefined;
  if (data.length !== 64) return undefined;
  const amount = BigInt(`0x${data}`);
  const giver = tronAddressOfHex(from.slice(addressPadding.length));
  const taker = tronAddressOfHex(to.slice(addressPadding.length));
  return amount === 0n || giver === undefined || taker === undefined
    ? undefined
    : { from: giver, to: taker, amount };
}

/** By how much a transaction changed what lies on these addresses together: the coin's, or that of a token. */
export function changeBy(
  { transaction, info }: { transaction: TronTransaction; info: TronInfo },
  { addresses, contract }: { addresses: ReadonlySet<string>; contract: string | undefined },
): bigint {
  let change = 0n;
  const move = (from: string | undefined, to: string | undefined, amount: bigint) => {
    if (from !== undefined && addresses.has(from)) change -= amount;
    if (to !== undefined && addresses.has(to)) change += amount;
  };
  const succeeded = hasSucceeded(transaction, info);
  if (contract !== undefined) {
    for (const log of succeeded ? info.logs : []) {
      const moved = movedBy(log);
      if (moved && tronAddressOfHex(log.contract) === contract) move(moved.from, moved.to, moved.amount);
    }
    return change;
  }
  const asked = transaction.contract;
  move(asked.from, undefined, info.fee);
  if (!succeeded) return change;
  if (asked.kind === 'transfer') move(asked.from, asked.to, asked.amount);
  if (asked.kind === 'trigger') move(asked.from, asked.contract, asked.callValue);
  for (const each of info.internal) {
    const inside = readRecord(each, 'internal_transactions');
    if (inside.rejected === true) continue;
    const from = addressIn(inside.caller_address);
    const to = addressIn(inside.transferTo_address);
    if (!(from && addresses.has(from)) && !(to && addresses.has(to))) continue;
    for (const value of readListOrNone(inside.callValueInfo, 'callValueInfo')) {
      const paid = readRecord(value, 'callValueInfo');
      if (!paid.tokenId) move(from, to, BigInt(readWhole(paid.callValue, 'callValue')));
    }
  }
  return change;
}

function addressIn(value: unknown): string | undefined {
  return value === undefined ? undefined : tronAddressOfHex(readBytes(value, { at: 'address' }));
}

/** Every transaction of a block with what came of it. A node that has the block and not yet all of that is asked again later. */
export function pairUp(
  header: BlockHeader,
  transactions: readonly TronTransaction[],
  infos: readonly TronInfo[],
): { transaction: TronTransaction; info: TronInfo }[] {
  const byId = new Map(infos.map((info) => [info.id, info]));
  if (byId.size !== infos.length) throw nonsense('the same transaction twice');
  return transactions.map((transaction) => {
    const info = byId.get(transaction.id);
    if (!info || info.height !== header.height || info.time !== header.time)
      throw new ChainUnavailable(`The node does not have all receipts of block ${header.height} yet.`);
    return { transaction, info };
  });
}
