import { type Statement, statementLines } from '@emporion/contracts/rest';
import type { ExportCell } from '../export-table.ts';
import type { ExportWords } from '../export-words.ts';
import type { CountedTable } from './counted-table.ts';

const lines = ['opening', ...statementLines, 'closing'] as const;
/** What takes from the balance is shown with its sign, so that a column adds up. */
const taken: readonly string[] = ['withdrawals', 'sold', 'transfers_out', 'codes_out', 'fees'];

/** The sums of a year: a row for each coin and line. */
export function statementTable(statement: Statement, words: ExportWords): CountedTable {
  const rows = statement.coins.flatMap((coin) =>
    lines.map((name): ExportCell[] => {
      const { amount, value } = coin[name];
      const signed = (text: string) => (taken.includes(name) && text !== '0' ? `-${text}` : text);
      return [
        coin.currency,
        words.word(`statement.${name}`),
        signed(amount),
        value === null ? null : signed(value),
        statement.in,
      ];
    }),
  );
  const { year, in: currency } = statement;
  return {
    count: rows.length,
    table: () => ({
      ...words.shared(),
      fileName: `emporion-statement-${year}`,
      title: `${words.say('titles.statement')} · ${words.say('labels.year', { year })}`,
      notes: [words.madeAt(), words.say('labels.in', { currency })],
      columns: [
        words.column('coin', 'text', 10),
        words.column('line', 'text', 30),
        words.column('amount', 'number', 25),
        words.column('value', 'number', 25),
        { label: currency, kind: 'text', width: 10 },
      ],
      rows: (async function* () {
        yield rows;
      })(),
    }),
  };
}
