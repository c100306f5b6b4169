import { fail, type Result, succeed } from '@emporion/kernel';
import {
  leafHash,
  nodeHash,
  numberEnd,
  parseHash,
  parseNumber,
  sameBytes,
  type TreeNode,
  toHex,
} from './format.ts';
import { type Hashing, webHashing } from './hashing.ts';

export interface CheckedFile {
  readonly height: bigint;
  readonly root: string;
  readonly total: bigint;
  readonly leaves: number;
  /** Whose key was given: their leaves, and the sum of them. */
  readonly own: { readonly leaves: readonly number[]; readonly value: bigint };
}

/** What is wrong, and in which line, counted from 1. */
export interface FileFault {
  readonly fault: 'header' | 'line' | 'leaf_count' | 'sum' | 'hash';
  readonly line: number;
}

const header = /^block_height:([0-9]+)(?:,|$)/;

/**
 * Checks a whole publication as its lines come: that each node is the sum and the hash of the two below it. Only nodes whose children have not come yet are kept,
 * which is a row of the tree.
 */
export async function checkFile(
  lines: Iterable<string> | AsyncIterable<string>,
  { hashing = webHashing, key }: { hashing?: Hashing; key?: Uint8Array } = {},
): Promise<Result<CheckedFile, FileFault>> {
  let number = 0;
  let height: bigint | undefined;
  let root: TreeNode | undefined;
  let left: TreeNode | undefined;
  const rows = new Rows();
  for await (const line of lines) {
    number += 1;
    if (number === 1) {
      height = parseNumber(header.exec(line)?.[1] ?? '');
      if (height === undefined) return fail({ fault: 'header', line: 1 });
      continue;
    }
    const node = parseNode(line);
    if (!node) return fail({ fault: 'line', line: number });
    rows.add(node);
    if (!root) root = node;
    else if (!left) left = node;
    else {
      const parent = rows.takeParent();
      if (left.value + node.value >= numberEnd || left.value + node.value !== parent.value)
        return fail({ fault: 'sum', line: number });
      const expected = nodeHash(left, node, hashing);
      if (!sameBytes(expected instanceof Promise ? await expected : expected, parent.hash))
        return fail({ fault: 'hash', line: number });
      left = undefined;
    }
  }
  if (height === undefined) return fail({ fault: 'header', line: 1 });
  const leaves = number / 2;
  // A header and 2n - 1 nodes, where n is a power of two: whatever is left without children is one row.
  if (!root || leaves < 2 || !Number.isInteger(Math.log2(leaves)))
    return fail({ fault: 'leaf_count', line: number });
  const own = key ? await ownLeaves(rows.rest(), key, hashing) : { leaves: [], value: 0n };
  return succeed({ height, root: toHex(root.hash), total: root.value, leaves, own });
}

async function ownLeaves(
  leaves: Iterable<TreeNode>,
  key: Uint8Array,
  hashing: Hashing,
): Promise<CheckedFile['own']> {
  const own: number[] = [];
  let sum = 0n;
  let index = 0;
  for (const { hash, value } of leaves) {
    const expected = leafHash(key, { value, index }, hashing);
    if (sameBytes(expected instanceof Promise ? await expected : expected, hash)) {
      own.push(index);
      sum += value;
    }
    index += 1;
  }
  return { leaves: own, value: sum };
}

function parseNode(line: string): TreeNode | undefined {
  if (line[64] !== ',') return undefined;
  const hash = parseHash(line.slice(0, 64));
  const value = parseNumber(line.slice(65));
  return hash && value !== undefined ? { hash, value } : undefined;
}

const nodeBytes = 40;
const blockNodes = 4_096;

/** The nodes whose children have not come, in their order: packed, in blocks that are let go when all of their nodes were taken. */
class Rows {
  readonly #blocks: Uint8Array[] = [];
  /** Of the first block, and of the last. */
  #taken = 0;
  #filled = blockNodes;

  add({ hash, value }: TreeNode): void {
    if (this.#filled === blockNodes) {
      this.#blocks.push(new Uint8Array(blockNodes * nodeBytes));
      this.#filled = 0;
    }
    const block = this.#blocks.at(-1) as Uint8Array;
    block.set(hash, this.#filled * nodeBytes);
    new DataView(block.buffer).setBigUint64(this.#filled * nodeBytes + 32, value, true);
    this.#filled += 1;
  }

  takeParent(): TreeNode {
    const parent = nodeOf(this.#blocks[0] as Uint8Array, this.#taken);
    this.#taken += 1;
    if (this.#taken === blockNodes) {
      this.#blocks.shift();
      this.#taken = 0;
    }
    return parent;
  }

  *rest(): Iterable<TreeNode> {
    for (const [at, block] of this.#blocks.entries()) {
      const end = at === this.#blocks.length - 1 ? this.#filled : blockNodes;
      for (let index = at === 0 ? this.#taken : 0; index < end; index += 1) yield nodeOf(block, index);
    }
  }
}

function nodeOf(block: Uint8Array, index: number): TreeNode {
  const at = index * nodeBytes;
  return {
    hash: block.subarray(at, at + 32),
    value: new DataView(block.buffer).getBigUint64(at + 32, true),
  };
}
