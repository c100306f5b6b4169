import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { powerOfTen } from '@emporion/kernel';
import pg from 'pg';
import { insertRows, type TableWriter } from '#platform/database/insert-rows.ts';
import { leavesByHolder, splitBalances, valuesOf } from '../tree/split-balances.ts';
import { buildTree, nodeBytes } from '../tree/sum-tree.ts';
import { fileParts, partLines } from '../tree/tree-file.ts';
import { type LiabilitiesAt, readLiabilities } from './read-liabilities.ts';

export interface BuildOrder {
  /** The address of the database, password included. */
  readonly url: string;
  readonly id: string;
  readonly coin: string;
  /** Of the publication, in hexadecimal digits. */
  readonly key: string;
}

/** Hexadecimal digits shrink to little more than half at the first try; a harder one hardly helps. */
const packing = { level: 1 };
const leavesTogether = 20_000;
/** How far it is when the leaves are written down, and when the tree is made. */
const leavesPercent = 20;
const treePercent = 60;

/**
 * Makes the tree of a publication and writes it down, with the leaves of each account. It asks nothing of the running exchange, so it can work in another thread.
 * What an earlier attempt has left is thrown away. Only the last statement makes it count.
 */
export async function buildPublication({ url, id, coin, key }: BuildOrder): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'emporion liabilities' });
  // A connection that breaks also fails the query under way, which tells.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('DELETE FROM liability_parts WHERE publication = $1', [id]);
    await client.query('DELETE FROM liability_leaves WHERE publication = $1', [id]);
    await tellProgress(client, id, 0);
    const owed = await readLiabilities(client, coin);
    await writePublication(client, { id, coin, key: Buffer.from(key, 'hex'), owed });
  } finally {
    await client.end();
  }
}

interface Written {
  readonly id: string;
  readonly coin: string;
  readonly key: Buffer;
  readonly owed: LiabilitiesAt;
}

async function writePublication(client: pg.ClientBase, { id, coin, key, owed }: Written): Promise<void> {
  const { accounts, amounts, height, takenAt, coinDecimals } = owed;
  const { values, decimals, total } = valuesOf(amounts, coinDecimals);
  const leaves = splitBalances(values);
  await writeLeaves(client, { id, accounts, ...leavesByHolder(leaves, accounts.length) });
  await tellProgress(client, id, leavesPercent);
  const nodes = buildTree({ leaves, accounts, key, height });
  await tellProgress(client, id, treePercent);
  const digest = createHash('sha256');
  const count = leaves.values.length;
  const partsInAll = Math.ceil(nodes.length / nodeBytes / partLines);
  let bytes = 0;
  let part = 0;
  for (const content of fileParts(nodes, { height, coin, decimals, time: takenAt })) {
    digest.update(content);
    bytes += content.length;
    await client.query('INSERT INTO liability_parts (publication, part, content) VALUES ($1, $2, $3)', [
      id,
      part,
      gzipSync(content, packing),
    ]);
    part += 1;
    if (part % 256 === 0)
      await tellProgress(client, id, treePercent + Math.floor(((100 - treePercent) * part) / partsInAll));
  }
  const unit = powerOfTen(coinDecimals - decimals);
  await client.query(
    `UPDATE liability_publications SET status = 'built', progress = 100, height = $2, taken_at = $3, decimals = $4, total = $5,
       in_flight = $6, holders = $7, leaves = $8, root = $9, digest = $10, bytes = $11
     WHERE id = $1 AND status = 'building'`,
    [
      ...[id, height, takenAt, decimals, total, (owed.inFlight + unit - 1n) / unit, accounts.length, count],
      ...[nodes.subarray(nodeBytes, nodeBytes + 32), digest.digest(), bytes],
    ],
  );
}

interface HeldLeaves {
  readonly id: string;
  readonly accounts: readonly string[];
  readonly starts: Uint32Array;
  readonly leaves: Uint32Array;
}

async function writeLeaves(
  client: pg.ClientBase,
  { id, accounts, starts, leaves }: HeldLeaves,
): Promise<void> {
  const writer: TableWriter<number> = {
    table: 'liability_leaves',
    columns: [
      ['publication', 'uuid', () => id],
      ['account', 'text', (holder) => accounts[holder] ?? ''],
      [
        'leaves',
        'integer[]',
        (holder) => `{${leaves.subarray(starts[holder], starts[holder + 1]).join(',')}}`,
      ],
    ],
  };
  for (let first = 0; first < accounts.length; first += leavesTogether) {
    const length = Math.min(leavesTogether, accounts.length - first);
    await insertRows(
      client,
      writer,
      Array.from({ length }, (_, at) => first + at),
    );
  }
}

async function tellProgress(client: pg.ClientBase, id: string, percent: number): Promise<void> {
  await client.query('UPDATE liability_publications SET progress = $2 WHERE id = $1', [id, percent]);
}
