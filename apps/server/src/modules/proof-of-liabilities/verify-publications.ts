import { createHash, createHmac, hash } from 'node:crypto';
import { checkFile, type Hashing } from '@emporion/contracts/liabilities';
import { houseKindOf, isHouseAccount } from '@emporion/core';
import { powerOfTen } from '@emporion/kernel';
import { executorOn } from '#platform/database/executor-on.ts';
import { count, type Queryable, type VerifyPart } from '#runtime/verify/index.ts';
import { plainFile } from './file.ts';
import { anchorReference, anchorTopic } from './publish.ts';

interface Published {
  readonly id: string;
  readonly coin: string;
  readonly coinDecimals: number;
  readonly height: number;
  readonly decimals: number;
  readonly total: string;
  readonly holders: number;
  readonly root: string;
  readonly digest: string;
  readonly isNewest: boolean;
  /** False: its digest is on its way into the journal, or there already. */
  readonly isPublished: boolean;
}

/**
 * Every publication against the journal: its total is what was owed at its height, worked out from the postings alone, its file is what the journal has the digest
 * of, and nothing that the journal has is missing. Of each coin the newest tree is checked node by node; those before it once were the newest.
 */
export function publicationsPart(): VerifyPart {
  let published: readonly Published[] = [];
  const heights = new Set<number>();
  const owed = new Map<string, bigint>();
  const owedAt = new Map<string, bigint>();
  const anchors = new Map<string, string>();
  const note = (height: number) => {
    for (const { id, coin, height: wanted } of published)
      if (wanted === height) owedAt.set(id, owed.get(coin) ?? 0n);
  };
  return {
    name: 'Proofs of liabilities',
    prepare: async (database) => {
      published = await listAll(database);
      for (const { height } of published) heights.add(height);
      note(0);
    },
    onBatch: ({ number, events }) => {
      for (const event of events) {
        if (event.kind === 'DigestAnchored' && event.topic === anchorTopic)
          anchors.set(event.reference, event.digest);
        if (!('postings' in event)) continue;
        for (const { account, coin, amount } of event.postings)
          if (isOwed(account)) owed.set(coin, (owed.get(coin) ?? 0n) + amount);
      }
      if (heights.has(number)) note(number);
    },
    run: async ({ database }) => {
      const problems: string[] = [];
      const known = new Set<string>();
      for (const publication of published) {
        const reference = anchorReference(publication);
        known.add(reference);
        if (!publication.isPublished) continue;
        const say = (problem: string) =>
          problems.push(`${publication.coin} at ${publication.height}: ${problem}`);
        if (anchors.get(reference) !== publication.digest) say('the journal does not have its digest.');
        for (const problem of totalProblems(publication, owedAt.get(publication.id))) say(problem);
        for (const problem of await fileProblems(database, publication)) say(problem);
      }
      for (const reference of anchors.keys())
        if (!known.has(reference))
          problems.push(`The journal has the digest of a proof that is gone: ${reference}.`);
      return { summary: `${count(known.size, 'publication')}, each as the journal has it`, problems };
    },
  };
}

/** What users have, and what left them and is not final on its network. */
function isOwed(account: string): boolean {
  return !isHouseAccount(account) || houseKindOf(account) === 'in-flight';
}

async function listAll(database: Queryable): Promise<Published[]> {
  const { rows } = await database.query<Published>(
    `SELECT made.id, coin, coins.decimals AS "coinDecimals", height::float8 AS height, made.decimals, total::text AS total, holders,
       encode(root, 'hex') AS root, encode(digest, 'hex') AS digest,
       row_number() OVER (PARTITION BY coin ORDER BY published_at DESC NULLS LAST, height DESC) = 1 AS "isNewest",
       status = 'published' AS "isPublished"
     FROM liability_publications AS made JOIN coins ON coins.code = coin WHERE status IN ('built', 'published') ORDER BY published_at`,
  );
  return rows;
}

function totalProblems(
  { total, decimals, coinDecimals, holders }: Published,
  owed: bigint | undefined,
): string[] {
  if (owed === undefined) return ['the journal does not reach that far.'];
  const unit = powerOfTen(coinDecimals - decimals);
  const published = BigInt(total) * unit;
  if (published < owed) return [`it says ${published}, and ${owed} were owed.`];
  // Each balance was rounded up by less than a unit.
  if (published - owed > BigInt(holders) * (unit - 1n))
    return [`it says ${published}, which is more than ${owed} rounded up.`];
  return [];
}

const nodeHashing: Hashing = {
  sha256: (bytes) => hash('sha256', bytes, 'buffer'),
  hmac: (key, bytes) => createHmac('sha256', key).update(bytes).digest(),
};

async function fileProblems(database: Queryable, publication: Published): Promise<string[]> {
  const { id, root, digest, total, height, isNewest } = publication;
  const found = createHash('sha256');
  try {
    if (!isNewest) {
      for await (const part of plainFile(executorOn(database), id)) found.update(part);
      return found.digest('hex') === digest ? [] : ['its file has another digest.'];
    }
    const checked = await checkFile(
      linesOf(database, id, (part) => found.update(part)),
      {
        hashing: nodeHashing,
      },
    );
    if (!checked.ok) return [`line ${checked.failure.line} of its file is wrong (${checked.failure.fault}).`];
    const { value } = checked;
    if (value.root !== root || value.total !== BigInt(total) || value.height !== BigInt(height))
      return ['its file is of another tree.'];
    return found.digest('hex') === digest ? [] : ['its file has another digest.'];
  } catch (error) {
    return [`its file cannot be read (${error instanceof Error ? error.message : error}).`];
  }
}

async function* linesOf(
  database: Queryable,
  publication: string,
  onPart: (part: Buffer) => void,
): AsyncGenerator<string> {
  for await (const part of plainFile(executorOn(database), publication)) {
    onPart(part);
    yield* part.toString('latin1').slice(0, -1).split('\n');
  }
}
