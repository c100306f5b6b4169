import { fail, type Result, succeed } from '@emporion/kernel';
import {
  accountNumberOf,
  leafHash,
  leafKey,
  nodeHash,
  numberEnd,
  parseHash,
  parseNumber,
  sameBytes,
  type TreeNode,
} from './format.ts';
import { type Hashing, webHashing } from './hashing.ts';

/** One's own leaves as the server answers them: all numbers of the tree are texts, since a JavaScript number does not hold them. */
export interface WrittenProof {
  readonly account_id: string;
  readonly account_nonce: string;
  readonly height: number;
  readonly root: string;
  /** In the unit of the publication, as are the values of leaves. */
  readonly total_value: string;
  readonly leaves: readonly {
    readonly index: number;
    readonly value: string;
    /** The other child at each step, from the leaf up to below the root. */
    readonly path: readonly { readonly hash: string; readonly value: string }[];
  }[];
}

/** `malformed`: it cannot be read; `leaf_twice`: a leaf counts once; `path_length`: leaves of one tree are equally deep; `sum`, `root`: the path leads to another root. */
export type ProofFault = 'malformed' | 'leaf_twice' | 'path_length' | 'sum' | 'root';

/** The sum of the leaves, which the root contains. */
export async function checkProof(
  proof: WrittenProof,
  hashing: Hashing = webHashing,
): Promise<Result<bigint, ProofFault>> {
  const accountNonce = parseHash(proof.account_nonce);
  const root = { hash: parseHash(proof.root), value: parseNumber(proof.total_value) };
  if (!accountNonce || !root.hash || root.value === undefined || !isIndex(proof.height))
    return fail('malformed');
  // Worked out and not taken from the answer: with the number of somebody else one would be shown their leaves.
  const account = await accountNumberOf(proof.account_id, hashing);
  const key = await leafKey({ accountNonce, height: BigInt(proof.height), account }, hashing);
  const seen = new Set<number>();
  const depth = proof.leaves[0]?.path.length ?? 0;
  let sum = 0n;
  for (const { index, value: written, path } of proof.leaves) {
    const value = parseNumber(written);
    const siblings = path.map(parseNode);
    if (value === undefined || !isIndex(index)) return fail('malformed');
    if (siblings.includes(undefined)) return fail('malformed');
    if (path.length !== depth || depth === 0 || index >= 2 ** depth) return fail('path_length');
    if (seen.has(index)) return fail('leaf_twice');
    seen.add(index);
    let node: TreeNode = { hash: await leafHash(key, { value, index }, hashing), value };
    let place = index;
    for (const sibling of siblings as TreeNode[]) {
      const [left, right] = place % 2 === 0 ? [node, sibling] : [sibling, node];
      if (left.value + right.value >= numberEnd) return fail('sum');
      node = { hash: await nodeHash(left, right, hashing), value: left.value + right.value };
      place = Math.floor(place / 2);
    }
    if (node.value !== root.value) return fail('sum');
    if (!sameBytes(node.hash, root.hash)) return fail('root');
    sum += value;
  }
  return succeed(sum);
}

function parseNode({ hash, value }: { hash: string; value: string }): TreeNode | undefined {
  const parsed = { hash: parseHash(hash), value: parseNumber(value) };
  return parsed.hash && parsed.value !== undefined ? { hash: parsed.hash, value: parsed.value } : undefined;
}

const isIndex = (number: number) => Number.isSafeInteger(number) && number >= 0;
