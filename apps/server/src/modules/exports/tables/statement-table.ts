import { type Statement, type StatementCoin, statementLines } from '@emporion/contracts/rest';
import { formatDecimal, parseDecimal } from '@emporion/kernel';
import type { ExportCell } from '../export-table.ts';
import type { ExportWords } from '../export-words.ts';
import type { CountedTable } from './counted-table.ts';

const lines = ['opening', ...statementLines, 'closing'] as const;
/** What takes from the balance is shown with its sign, so that a column adds up. */
const taken: readonly string[] = ['withdrawals', 'sold', 'transfers_out', 'codes_out', 'fees'];
const finest = 18;

/** Whose statement it is. */
export interface StatementHolder {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** The sums of a year: a row for each coin and line, and at the end what all coins together were worth. */
export function statementTable(
  statement: Statement,
  holder: StatementHolder,
  words: ExportWords,
): CountedTable {
  const { year, in: currency, coins } = statement;
  const row = (coin: string, name: (typeof lines)[number], amount: string | null, value: string | null) => {
    const signed = (text: string | null) =>
      text !== null && taken.includes(name) && text !== '0' ? `-${text}` : text;
    return [coin, words.word(`statement.${name}`), signed(amount), signed(value), currency];
  };
  const rows: ExportCell[][] = [
    ...coins.flatMap((coin) =>
      lines.map((name) => row(coin.currency, name, coin[name].amount, coin[name].value)),
    ),
    ...lines.map((name) => row(words.word('statement.all'), name, null, worthOfAll(coins, name))),
  ];
  // A year that goes on ends with the moment of the statement.
  const isRunning = Date.parse(statement.to) < Date.UTC(year + 1, 0, 1) - dayMs;
  const span = {
    from: words.zone.show(Date.parse(statement.from)),
    to: words.zone.show(Date.parse(statement.to)),
  };
  return {
    count: rows.length,
    table: () => ({
      ...words.shared(),
      fileName: `${words.fileStem}-statement-${year}`,
      title: `${words.say('titles.statement')} · ${words.say(isRunning ? 'labels.year_to_date' : 'labels.year', { year })}`,
      notes: [
        words.say('labels.holder', { ...holder }),
        words.say('labels.period', span),
        words.madeAt(),
        words.say('labels.in', { currency }),
      ],
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

/** Zones are at most so far from UTC. */
const dayMs = 86_400_000;

/** What a line of all coins was worth together; null where that is not known of one of them. */
function worthOfAll(coins: readonly StatementCoin[], name: (typeof lines)[number]): string | null {
  let sum = 0n;
  for (const coin of coins) {
    const { value } = coin[name];
    const parsed = value === null ? undefined : parseDecimal(value, finest);
    if (!parsed?.ok) return null;
    sum += parsed.value;
  }
  return formatDecimal(sum, finest);
}
