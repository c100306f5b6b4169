import type { OwnLiabilities } from '@emporion/contracts/rest';
import { formatDecimal, powerOfTen } from '@emporion/kernel';
import { sql } from 'kysely';
import type { Platform } from '#platform/platform.ts';
import { readNodes } from './file.ts';
import type { BuiltPublication } from './publication.ts';
import { readPublicationKey } from './publication-key.ts';
import { accountKey, accountNonce, accountNumber } from './tree/sum-tree.ts';

/** What somebody needs to find themselves in a publication: nothing of it says anything about anybody else that the file does not. */
export async function ownLeaves(
  { config, database }: Platform,
  publication: BuiltPublication,
  account: string,
): Promise<OwnLiabilities> {
  const { id, coin, coinDecimals, height, decimals, root, total, leaves: count } = publication;
  const key = await readPublicationKey(database.kysely, config, id);
  const { rows } = await sql<{ leaves: number[] }>`
    select leaves from liability_leaves where publication = ${id} and account = ${account}
  `.execute(database.kysely);
  const own = rows[0]?.leaves ?? [];
  const nodes = await readNodes(
    database.kysely,
    id,
    own.flatMap((index) => [count + index, ...siblingsOf(count + index)]),
  );
  const node = (number: number) => nodes.get(number) ?? { hash: '', value: '' };
  const sum = own.reduce((sum, index) => sum + BigInt(node(count + index).value), 0n);
  return {
    ...{ id, coin, height, decimals, root, total_value: total, account_id: account },
    account: `${accountNumber(account)}`,
    account_nonce: accountNonce(key, account).toString('hex'),
    nonce: accountKey(key, account, height).toString('hex'),
    amount: formatDecimal(sum * powerOfTen(coinDecimals - decimals), coinDecimals),
    leaves: own.map((index) => ({
      index,
      value: node(count + index).value,
      path: siblingsOf(count + index).map(node),
    })),
  };
}

/** The other child at each step from a node up to below the root, which is node 1. */
function siblingsOf(number: number): number[] {
  const siblings: number[] = [];
  for (let node = number; node > 1; node = Math.floor(node / 2)) siblings.push(node ^ 1);
  return siblings;
}
