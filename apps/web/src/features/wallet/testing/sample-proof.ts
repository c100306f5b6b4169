import { createHash, createHmac } from 'node:crypto';
import type { LiabilitiesProof, OwnLiabilities } from '@emporion/contracts/rest';

const accountId = '624bb3c5-613a-4be1-a4f6-37e4cf4eb360';
const height = 421;

function number(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
}
const sha256 = (...parts: Buffer[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();

interface Node {
  readonly hash: Buffer;
  readonly value: bigint;
}
const parent = (left: Node, right: Node): Node => ({
  hash: sha256(left.hash, number(left.value), right.hash, number(right.value)),
  value: left.value + right.value,
});
const written = ({ hash, value }: Node) => ({ hash: hash.toString('hex'), value: value.toString() });

/** A tree of four leaves, made without the code that checks it: 1.5 of 10 BTC are one's own, in the first and the third leaf. */
export function sampleProof() {
  const nonce = Buffer.alloc(32, 7);
  const account = createHash('sha256').update(accountId).digest().readBigUInt64LE(0);
  const key = sha256(nonce, number(BigInt(height)), number(account));
  const other = Buffer.alloc(32, 9);
  const leaf = (leafKey: Buffer, value: bigint, index: bigint): Node => ({
    hash: createHmac('sha256', leafKey)
      .update(Buffer.concat([number(value), number(index)]))
      .digest(),
    value,
  });
  const leaves = [
    leaf(key, 100_000_000n, 0n),
    leaf(other, 800_000_000n, 1n),
    leaf(key, 50_000_000n, 2n),
    leaf(other, 50_000_000n, 3n),
  ] as const;
  const [left, right] = [parent(leaves[0], leaves[1]), parent(leaves[2], leaves[3])];
  const root = parent(left, right);
  const file = [
    `block_height:${height},coin:BTC,decimals:8,time:2026-11-17T00:00:00.000Z`,
    ...[root, left, right, ...leaves].map(written).map(({ hash, value }) => `${hash},${value}`),
    '',
  ].join('\n');
  const proof: LiabilitiesProof = {
    id: '17175b52-7645-41e6-9014-d60758458cc0',
    coin: 'BTC',
    time: '2026-11-17T00:00:00.000Z',
    height,
    decimals: 8,
    total: '10.00000000',
    in_flight: '0',
    leaves: 4,
    root: root.hash.toString('hex'),
    digest: createHash('sha256').update(file).digest('hex'),
    bytes: file.length,
    anchored: 422,
    published: '2026-11-17T00:01:00.000Z',
  };
  const own: OwnLiabilities = {
    id: proof.id,
    coin: 'BTC',
    height,
    decimals: 8,
    root: proof.root,
    total_value: '1000000000',
    account_id: accountId,
    account: account.toString(),
    account_nonce: nonce.toString('hex'),
    nonce: key.toString('hex'),
    amount: '1.5',
    leaves: [
      { index: 0, value: '100000000', path: [written(leaves[1]), written(right)] },
      { index: 2, value: '50000000', path: [written(leaves[3]), written(left)] },
    ],
  };
  return { proof, own, file };
}
