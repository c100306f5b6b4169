import { formatDecimal, invariant, parseDecimal } from '@emporion/kernel';
import type { ExportTable } from './export-table.ts';
import type { ExportWords } from './export-words.ts';

/** Nothing is finer than this. */
const finest = 18;

function unitsOf(text: string): bigint {
  const parsed = parseDecimal(text, finest);
  invariant(parsed.ok, `no decimal: ${text}`);
  return parsed.value;
}

/** Of decimals. */
export function sumOf(texts: readonly string[]): string {
  return formatDecimal(
    texts.reduce((sum, text) => sum + unitsOf(text), 0n),
    finest,
  );
}

interface Sums {
  rows: number;
  in: bigint;
  out: bigint;
  fee: bigint;
}

/** What rows that passed come to, coin by coin: exact, whatever the coin. */
export class CoinTotals {
  readonly #coins = new Map<string, Sums>();

  add(
    coin: string,
    { direction, amount, fee }: { direction: 'in' | 'out'; amount: string; fee: string },
  ): void {
    const sums = this.#of(coin);
    sums.rows += 1;
    sums[direction] += unitsOf(amount);
    sums.fee += unitsOf(fee);
  }

  /** A change of the balance, the fee included. */
  addLeg({ currency, change, fee }: { currency: string; change: string; fee: string }): void {
    const sums = this.#of(currency);
    const [units, paid] = [unitsOf(change), unitsOf(fee)];
    sums.rows += 1;
    if (units < 0n) sums.out -= units + paid;
    else sums.in += units + paid;
    sums.fee += paid;
  }

  /** A fee that is paid in another coin than the one of its row. */
  addFee(coin: string, fee: string): void {
    this.#of(coin).fee += unitsOf(fee);
  }

  table(words: ExportWords): ReturnType<NonNullable<ExportTable['totals']>> {
    return {
      title: words.say('labels.totals'),
      columns: [
        words.column('coin', 'text', 10),
        words.column('count', 'number', 10),
        ...(['in', 'out', 'fee', 'net'] as const).map((name) => words.column(name, 'number', 20)),
      ],
      rows: [...this.#coins]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([coin, { rows, in: came, out, fee }]) => {
          const show = (units: bigint) => formatDecimal(units, finest);
          return [coin, String(rows), show(came), show(out), show(fee), show(came - out - fee)];
        }),
    };
  }

  #of(coin: string): Sums {
    const known = this.#coins.get(coin) ?? { rows: 0, in: 0n, out: 0n, fee: 0n };
    this.#coins.set(coin, known);
    return known;
  }
}
