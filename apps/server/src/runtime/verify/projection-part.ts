import type { CommittedBatch } from '#platform/runtime.ts';
import { checkpointOf } from '#runtime/followers/checkpoints.ts';
import { type ComparedTable, compareTable } from './compare-table.ts';
import { count, few, type Moment, type Queryable, type VerifyPart } from './verify-part.ts';

/** A table of whatever rows. */
export interface AnyComparedTable {
  compare(database: Queryable): ReturnType<typeof compareTable>;
}

export function compared<Row>(table: ComparedTable<Row>): AnyComparedTable {
  return { compare: (database) => compareTable(database, table) };
}

interface ProjectionPart {
  readonly name: string;
  /** Who writes the tables: they are compared with the journal up to its checkpoint. */
  readonly follower: string;
  /** Folds a batch once more, in memory. */
  readonly onBatch: (batch: CommittedBatch) => void;
  /** What the tables should have after the last batch. */
  readonly tables: () => readonly AnyComparedTable[];
  /** Sentences about sums that have nothing to do with how rows are projected. */
  readonly sums?: (moment: Moment) => Promise<readonly string[]>;
}

/** The tables of one follower against the journal: every row is what folding it from the first batch gives. */
export function projectionPart({ name, follower, onBatch, tables, sums }: ProjectionPart): VerifyPart {
  return {
    name,
    at: (database) => checkpointOf(database, follower),
    onBatch,
    run: async (moment) => {
      let rows = 0;
      const problems: string[] = [];
      for (const { compare } of tables()) {
        const found = await compare(moment.database);
        rows += found.rows;
        problems.push(...found.problems);
      }
      problems.push(...((await sums?.(moment)) ?? []));
      const summary = `${count(rows, 'row')}, as the journal says up to batch ${moment.position.batch}`;
      return { summary, problems: few(problems) };
    },
  };
}

/** The sentences of a query that selects a `problem` for each thing that is wrong. */
export async function problemsOf(database: Queryable, text: string): Promise<string[]> {
  const { rows } = await database.query<{ problem: string }>(`${text} LIMIT 100`);
  return rows.map(({ problem }) => problem);
}
