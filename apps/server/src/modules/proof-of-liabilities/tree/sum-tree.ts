import { createHmac, hash, randomBytes } from 'node:crypto';
import { type Leaves, nobody } from './split-balances.ts';

/** A hash and a value, the lowest byte first. */
export const nodeBytes = 40;
const hashBytes = 32;

/** An account's own secret in one publication, from which its key is made. */
export function accountNonce(publicationKey: Buffer, account: string): Buffer {
  return createHmac('sha256', publicationKey).update(account).digest();
}

/** The number under which an account's leaves are hashed; see `accountNumberOf` of the contracts. */
export function accountNumber(account: string): bigint {
  return hash('sha256', account, 'buffer').readBigUInt64LE();
}

/** What the leaves of an account are hashed with. */
export function accountKey(publicationKey: Buffer, account: string, height: number): Buffer {
  const message = Buffer.alloc(hashBytes + 16);
  accountNonce(publicationKey, account).copy(message);
  message.writeBigUInt64LE(BigInt(height), hashBytes);
  message.writeBigUInt64LE(accountNumber(account), hashBytes + 8);
  return hash('sha256', message, 'buffer');
}

interface TreeOptions {
  readonly leaves: Leaves;
  readonly accounts: readonly string[];
  readonly key: Buffer;
  readonly height: number;
}

/**
 * All nodes of the tree, packed: node 1 is the root, and the children of node k are 2k and 2k + 1, as are the lines of the file. Nothing is at 0.
 * It takes 80 bytes for each leaf.
 */
export function buildTree({ leaves, accounts, key, height }: TreeOptions): Buffer {
  const { holders, values } = leaves;
  const size = values.length;
  const keys = Buffer.alloc(accounts.length * hashBytes);
  for (const [at, account] of accounts.entries()) accountKey(key, account, height).copy(keys, at * hashBytes);
  const nodes = Buffer.alloc(size * 2 * nodeBytes);
  const message = Buffer.alloc(16);
  for (let index = 0; index < size; index += 1) {
    const holder = holders[index] as number;
    const value = values[index] as bigint;
    message.writeBigUInt64LE(value, 0);
    message.writeBigUInt64LE(BigInt(index), 8);
    // A leaf of nobody is hashed with a key that nobody has, and looks like any other.
    const leafKey =
      holder === nobody
        ? randomBytes(hashBytes)
        : keys.subarray(holder * hashBytes, (holder + 1) * hashBytes);
    const at = (size + index) * nodeBytes;
    createHmac('sha256', leafKey).update(message).digest().copy(nodes, at);
    nodes.writeBigUInt64LE(value, at + hashBytes);
  }
  for (let node = size - 1; node > 0; node -= 1) {
    const children = node * 2 * nodeBytes;
    const at = node * nodeBytes;
    hash('sha256', nodes.subarray(children, children + nodeBytes * 2), 'buffer').copy(nodes, at);
    // Below 2^64, as the total is: the values were rounded so that they fit.
    const sum =
      nodes.readBigUInt64LE(children + hashBytes) + nodes.readBigUInt64LE(children + nodeBytes + hashBytes);
    nodes.writeBigUInt64LE(sum, at + hashBytes);
  }
  return nodes;
}
