import { count, type Queryable, type VerifyPart } from '#runtime/verify/index.ts';
import { anchorReference, anchorTopic } from './anchor.ts';
import { type ChainedRow, hashOfPersonal, hashOfRow, originHash } from './chain.ts';
import { erasedAction } from './erase-person.ts';

interface StoredRow extends ChainedRow {
  readonly hash: Buffer;
  readonly hasPersonal: boolean;
  readonly salt: Buffer | null;
  readonly content: string | null;
}

const pageRows = 1_000;
const problemsMax = 20;

/** The audit log row by row: nothing changed, taken out or put in, and everything that the journal has the hash of is there. */
export function auditPart(): VerifyPart {
  const anchors = new Map<string, string>();
  return {
    name: 'Audit log',
    onBatch: ({ events }) => {
      for (const event of events)
        if (event.kind === 'DigestAnchored' && event.topic === anchorTopic)
          anchors.set(event.reference, event.digest);
    },
    run: async ({ database }) => {
      const problems: string[] = [];
      const say = (problem: string) => void (problems.length < problemsMax && problems.push(problem));
      const anchorsLeft = new Map(anchors);
      const erasedPersons = await readErased(database);
      let previous: { readonly number: number; readonly hash: Buffer } = { number: 0, hash: originHash };
      for await (const row of readRows(database)) {
        for (const problem of problemsOf(row, { previous, erasedPersons }))
          say(`Row ${row.number} ${problem}`);
        const reference = anchorReference(row.number);
        const anchored = anchorsLeft.get(reference);
        anchorsLeft.delete(reference);
        if (anchored !== undefined && anchored !== row.hash.toString('hex'))
          say(`Row ${row.number} is not the one that the journal has the hash of.`);
        previous = row;
      }
      for (const reference of anchorsLeft.keys())
        say(`The journal has the hash of a row that is gone: ${reference}.`);
      const { rows } = await database.query<{ number: number; hash: Buffer }>(
        'SELECT number::float8 AS number, hash FROM audit_tip',
      );
      const [tip] = rows;
      if (!tip || tip.number !== previous.number || !tip.hash.equals(previous.hash))
        say(`The log ends with row ${previous.number}, and its tip is ${tip?.number ?? 'gone'}.`);
      return {
        summary: `${count(previous.number, 'row')}, each with the hash of the one before, ${anchors.size} in the journal`,
        problems,
      };
    },
  };
}

function problemsOf(
  row: StoredRow,
  {
    previous,
    erasedPersons,
  }: { previous: { number: number; hash: Buffer }; erasedPersons: ReadonlySet<string> },
): string[] {
  const problems: string[] = [];
  if (row.number !== previous.number + 1) problems.push(`follows row ${previous.number}.`);
  if (!row.previousHash.equals(previous.hash)) problems.push('does not have the hash of the one before.');
  if (!row.hash.equals(hashOfRow(row))) problems.push('was changed: it has another hash.');
  if (!row.hasPersonal) problems.push('has lost what was kept beside it.');
  else if (row.salt !== null && row.content !== null) {
    if (!hashOfPersonal(row.salt, row.content).equals(row.personalHash))
      problems.push('has other personal values than were written.');
  } else if (![row.subjectId, row.actorId].some((id) => id !== null && erasedPersons.has(id)))
    problems.push('has erased values, and nobody of it was erased.');
  return problems;
}

async function readErased(database: Queryable): Promise<ReadonlySet<string>> {
  const { rows } = await database.query<{ id: string }>(
    'SELECT DISTINCT subject_id AS id FROM audit_log WHERE action = $1 AND subject_id IS NOT NULL',
    [erasedAction],
  );
  return new Set(rows.map(({ id }) => id));
}

async function* readRows(database: Queryable): AsyncGenerator<StoredRow> {
  let after = 0;
  for (;;) {
    const { rows } = await database.query<StoredRow>(
      `SELECT log.number::float8 AS number, (extract(epoch FROM happened_at) * 1000000)::bigint::text AS "happenedAtMicros", action,
         actor_id AS "actorId", subject_id AS "subjectId", object, approval_id AS "approvalId", before::text AS before, after::text AS after,
         personal_hash AS "personalHash", previous_hash AS "previousHash", hash,
         personal.number IS NOT NULL AS "hasPersonal", salt, content::text AS content
       FROM audit_log AS log LEFT JOIN audit_personal AS personal ON personal.number = log.number
       WHERE log.number > $1 ORDER BY log.number LIMIT $2`,
      [after, pageRows],
    );
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.number;
  }
}
