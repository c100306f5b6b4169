import { Exchange, stateHash } from '@emporion/core';
import type pg from 'pg';
import type { JournalPosition } from '#platform/runtime.ts';
import { postgresJournal } from '#runtime/journal/read-journal.ts';
import { BrokenJournal, positionOf, type Tip, tipOfOrigin } from '#runtime/journal/tip.ts';
import { replay } from '#runtime/recover.ts';
import { postingsPart } from './postings-part.ts';
import { referencesPart } from './references-part.ts';
import { snapshotParts } from './snapshot-part.ts';
import { balancesPart, holdsPart } from './state-parts.ts';
import { count, type Finding, type Queryable, type VerifyPart } from './verify-part.ts';

export interface VerifyReport {
  readonly ok: boolean;
  readonly position: JournalPosition;
  readonly stateHash: string;
  /** Batches that are in the journal and not in the projections yet. */
  readonly batchesBehind: number;
  readonly findings: readonly (Finding & { readonly name: string })[];
}

/**
 * Replays the whole journal and compares it with everything that was made of it. It sees the database as it is when it begins, however much is
 * written meanwhile, and changes nothing.
 */
export async function verifyJournal(pool: pg.Pool, parts: readonly VerifyPart[] = []): Promise<VerifyReport> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const own = [postingsPart(), referencesPart(), balancesPart, holdsPart];
    const all = [...own, ...(await snapshotParts(client)), ...parts];
    const report = await run(client, all);
    let batchesBehind = 0;
    // One after another: a connection answers one question at a time.
    for (const part of parts) {
      const batch = (await part.at?.(client)) ?? report.position.batch;
      batchesBehind = Math.max(batchesBehind, report.position.batch - batch);
    }
    return { ...report, batchesBehind };
  } finally {
    // Closed, not returned: a failure may have left it in the middle of anything.
    client.release(true);
  }
}

interface Scheduled {
  readonly part: VerifyPart;
  /** Undefined: after the last batch. */
  readonly at: number | undefined;
}

async function run(
  database: Queryable,
  parts: readonly VerifyPart[],
): Promise<Omit<VerifyReport, 'batchesBehind'>> {
  const findings = new Map<VerifyPart, Finding>();
  const scheduled: Scheduled[] = [];
  for (const part of parts) {
    await part.prepare?.(database);
    scheduled.push({ part, at: await part.at?.(database) });
  }
  const journal = postgresJournal(database);
  const origin = await journal.origin();
  const exchange = new Exchange(...(origin ? [origin.limits] : []));
  let tip: Tip = tipOfOrigin(origin?.hash ?? Buffer.alloc(32));
  const look = async (due: (entry: Scheduled) => boolean) => {
    for (const { part } of scheduled.filter(due))
      findings.set(part, await part.run({ database, exchange, position: positionOf(tip) }));
  };
  const journalProblems: string[] = [];
  try {
    await look(({ at }) => at === 0);
    for await (const read of journal.readAll(tip, { ahead: false })) {
      replay(exchange, read.batch.number, read.batch.events);
      tip = read.tip;
      for (const { part, at } of scheduled)
        if (at === undefined || at >= tip.batch) part.onBatch?.(read.batch);
      await look(({ at }) => at === tip.batch);
    }
    await look(({ at }) => at === undefined);
  } catch (error) {
    if (!(error instanceof BrokenJournal)) throw error;
    journalProblems.push(error.message);
  }
  const itself = { name: 'Journal', summary: describeJournal(tip), problems: journalProblems };
  const others = parts.map((part) => ({ name: part.name, ...(findings.get(part) ?? notReached) }));
  return {
    ok: [itself, ...others].every(({ problems }) => problems.length === 0),
    position: positionOf(tip),
    stateHash: stateHash(exchange),
    findings: [itself, ...others],
  };
}

const notReached: Finding = {
  summary: '',
  problems: ['It could not be compared: the journal does not reach that far.'],
};

function describeJournal({ batch, sequence, event }: Tip): string {
  const figures = [count(batch, 'batch', 'batches'), count(sequence, 'command'), count(event, 'event')];
  return `${figures.join(', ')}, without gaps, every hash fits`;
}
