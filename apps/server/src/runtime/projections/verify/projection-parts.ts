import { readCheckpoint } from '#runtime/projections/sql/checkpoint.ts';
import * as tables from '#runtime/projections/sql/tables.ts';
import { count, few, type Moment, type Queryable, type VerifyPart } from '#runtime/verify/verify-part.ts';
import { compareBalances, compareOpenOrders } from './compare-with-exchange.ts';
import { ExpectedTables } from './expected-tables.ts';
import { candleProblems, ledgerProblems, orderProblems } from './sum-checks.ts';
import { type ComparedTable, compareTable } from './table-part.ts';

/** A table of whatever rows. */
type AnyTable = { readonly compare: (database: Queryable) => ReturnType<typeof compareTable> };
const table = <Row>(compared: ComparedTable<Row>): AnyTable => ({
  compare: (database) => compareTable(database, compared),
});

/**
 * The projections against the journal: every row is what a projection from the first batch gives, and sums that have nothing to do with
 * how they are projected agree. The parts share one replay, so they are made anew for every verification.
 */
export function projectionParts(): VerifyPart[] {
  const expected = new ExpectedTables();
  let rest: ReturnType<ExpectedTables['finish']> | undefined;
  const finished = () => {
    rest ??= expected.finish();
    return rest;
  };
  const at = async (database: Queryable) => (await readCheckpoint(database))?.batch ?? 0;
  const part = (
    name: string,
    tablesOf: () => readonly AnyTable[],
    sums: (moment: Moment) => Promise<readonly string[]>,
  ): VerifyPart => ({
    name,
    at,
    run: async (moment) => {
      let rows = 0;
      const problems: string[] = [];
      for (const { compare } of tablesOf()) {
        const found = await compare(moment.database);
        rows += found.rows;
        problems.push(...found.problems);
      }
      problems.push(...(await sums(moment)));
      const summary = `${count(rows, 'row')}, as the journal says up to batch ${moment.position.batch}`;
      return { summary, problems: few(problems) };
    },
  });
  const none = async () => [];
  const { closedOrders, trades, fills, ledgerEntries, swaps, candles } = expected;
  const first = part(
    'Projected orders',
    () => [
      table({ writer: tables.openOrders, digest: finished().openOrders, range: 'id' }),
      table({ writer: tables.closedOrders, digest: closedOrders, range: 'id' }),
    ],
    async (moment) => [...(await compareOpenOrders(moment)), ...(await orderProblems(moment.database))],
  );
  return [
    // The first of them carries the replay for all.
    { ...first, onBatch: (batch) => expected.add(batch) },
    part(
      'Projected trades',
      () => [
        table({ writer: tables.markets, digest: finished().markets, range: '0' }),
        table({ writer: tables.trades, digest: trades, range: 'id' }),
        table({ writer: tables.fills, digest: fills, range: 'trade_id' }),
        table({ writer: tables.swaps, digest: swaps, range: 'id' }),
        table({ writer: tables.volumes, digest: finished().volumes, range: '0' }),
      ],
      none,
    ),
    part(
      'Projected ledger',
      () => [table({ writer: tables.ledgerEntries, digest: ledgerEntries, range: 'event' })],
      ({ database }) => ledgerProblems(database),
    ),
    part(
      'Projected balances',
      () => [table({ writer: tables.balances, digest: finished().balances, range: '0' })],
      compareBalances,
    ),
    part(
      'Projected candles',
      () => {
        finished();
        return [table({ writer: tables.candles, digest: candles, range: '0' })];
      },
      ({ database }) => candleProblems(database),
    ),
  ];
}
