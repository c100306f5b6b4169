import { randomUUID } from 'node:crypto';
import { invariant } from '@emporion/kernel';
import { type QueryExecutorProvider, sql } from 'kysely';
import { ledgerHistory } from '#modules/wallet/index.ts';
import type { JobHandler } from '#platform/jobs/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import { buildInThread } from './build/build-in-thread.ts';
import { type BuiltPublication, findPublication, type Publication } from './publication.ts';
import { newSealedKey, readPublicationKey } from './publication-key.ts';

export const publishJob = 'proof-of-liabilities.publish';
/** What stands in the journal before the digest. */
export const anchorTopic = 'liabilities';

const attemptsMax = 5;
const historyMsMax = 30_000;

export interface Asked {
  readonly coins: readonly string[];
  /** Null: nobody, it was due. */
  readonly requestedBy: string | null;
  readonly reason: string | null;
}

/** Has publications made of these coins, within the transaction. Of a coin whose publication is under way there is no second one; answers with the ids of all. */
export async function askForPublications(
  transaction: QueryExecutorProvider,
  { config, jobs }: Pick<Platform, 'config' | 'jobs'>,
  { coins, requestedBy, reason }: Asked,
): Promise<string[]> {
  for (const coin of coins) {
    const id = randomUUID();
    const { rows } = await sql`
      insert into liability_publications (id, coin, requested_by, reason, sealed_key)
      values (${id}, ${coin}, ${requestedBy}, ${reason}, ${newSealedKey(config, id)})
      on conflict do nothing returning 1
    `.execute(transaction);
    if (rows.length > 0) await addPublishJob(jobs, id, transaction);
  }
  const { rows } = await sql<{ id: string }>`
    select id from liability_publications
    where coin = any(${coins}::text[]) and status in ('waiting', 'building', 'built') order by coin
  `.execute(transaction);
  return rows.map(({ id }) => id);
}

/** One after another: each takes a processor and some hundred bytes for every account. */
export async function addPublishJob(
  jobs: Platform['jobs'],
  id: string,
  transaction: QueryExecutorProvider,
): Promise<void> {
  const options = { transaction, queue: publishJob, attemptsMax, key: `${publishJob}:${id}` };
  await jobs.add(publishJob, { id }, options);
}

/** Builds the tree, notes its digest in the journal and publishes it. Whatever was done before a crash is not done again, but for a tree that was not whole. */
export const runPublication: JobHandler = async (payload, { platform, isLastAttempt, signal }) => {
  const { id } = payload as { id: string };
  try {
    await publish(platform, id, signal);
  } catch (error) {
    const failure = error instanceof Error ? error.message.slice(0, 300) : String(error);
    platform.log.error({ err: error, publication: id }, 'a proof of liabilities was not published');
    // What is built is never given up, for the journal may have its digest already: `askForDue` has it tried again.
    if (isLastAttempt)
      await sql`
        update liability_publications set status = 'failed', failure = ${failure}
        where id = ${id} and status in ('waiting', 'building')
      `.execute(platform.database.kysely);
    throw error;
  }
};

export async function publish(platform: Platform, id: string, signal: AbortSignal): Promise<void> {
  const { kysely } = platform.database;
  const found = await findPublication(kysely, id);
  if (!found || found.status === 'published' || found.status === 'failed') return;
  if (found.status !== 'built') await build(platform, found, signal);
  const built = await findPublication(kysely, id);
  invariant(built?.status === 'built', 'the tree was built, and its row does not say so');
  const batch = await anchor(platform, built as BuiltPublication);
  await sql`
    update liability_publications set status = 'published', anchored_batch = ${batch}, published_at = ${platform.clock.now()}
    where id = ${id} and status = 'built'
  `.execute(kysely);
}

async function build(platform: Platform, { id, coin }: Publication, signal: AbortSignal): Promise<void> {
  const { config, database, projections, runtime } = platform;
  // A proof shall be of now, and the balances are written a moment after the journal.
  if (!(await projections.caughtUp(ledgerHistory, runtime.position.batch, historyMsMax)))
    throw new Error('The history is behind: the proof is made later.');
  await sql`
    update liability_publications set status = 'building' where id = ${id} and status = 'waiting'
  `.execute(database.kysely);
  const key = (await readPublicationKey(database.kysely, config, id)).toString('hex');
  const { connectionString: url } = database.pool.options;
  invariant(url, 'the address of the database is not known');
  await buildInThread({ url, id, coin, key }, signal);
}

/** The digest of the file goes into the journal, and its root: the file has both, and can no longer change without anybody seeing it. Answers with the batch. */
async function anchor({ runtime }: Platform, built: BuiltPublication): Promise<number> {
  const { id, digest, requestedBy } = built;
  const result = await runtime.execute({
    kind: 'AnchorDigest',
    key: `liabilities:${id}`,
    topic: anchorTopic,
    digest,
    reference: anchorReference(built),
    actor: requestedBy ?? 'schedule',
  });
  invariant(result.status === 'accepted', 'the journal refused the digest of a proof of liabilities');
  return result.batch;
}

/** By which the journal names a publication. */
export function anchorReference({ coin, height, root }: Pick<BuiltPublication, 'coin' | 'height' | 'root'>) {
  return `${coin}:${height}:${root}`;
}
