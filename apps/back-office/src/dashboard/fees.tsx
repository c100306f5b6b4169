import type { Dashboard } from '@emporion/contracts/rest';
import { CoinLogo } from '@emporion/web/ui/coin/coin-logo.tsx';
import { Amount } from '@emporion/web/ui/number/amount.tsx';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { Link } from 'react-router';
import { periodName } from './period-name.ts';

type Periods = NonNullable<Dashboard['fees']>;

const account = encodeURIComponent('house:fees');

/** What the house earned, coin by coin. Each figure opens the ledger lines that come to it. */
export function Fees({ periods }: { periods: Periods }) {
  const coins = [...new Set(periods.flatMap(({ earned }) => earned.map(({ currency }) => currency)))];
  return (
    <Card
      title="Fees earned, by days of UTC"
      flush={coins.length > 0}
      actions={
        <Link to={`/wallet/house/lines?account=${account}`} className="text-accent hover:underline">
          Ledger lines
        </Link>
      }
    >
      {coins.length === 0 ? (
        <p className="text-muted">Nothing was earned in the last 30 days.</p>
      ) : (
        <div className="table-scroll">
          <table className="table list-table">
            <caption className="sr-only">Fees earned, less those that were given back</caption>
            <thead>
              <tr>
                <th scope="col">Coin</th>
                {periods.map(({ days }) => (
                  <th key={days} scope="col" className="text-right">
                    {periodName(days)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {coins.map((coin) => (
                <tr key={coin}>
                  <td>
                    <span className="inline-flex items-center gap-2 font-semibold">
                      <CoinLogo code={coin} size={18} />
                      {coin}
                    </span>
                  </td>
                  {periods.map(({ days, from, earned }) => (
                    <td key={days} data-label={periodName(days)} className="text-right">
                      <Link
                        to={`/wallet/house/lines?account=${account}&currency=${coin}&from=${from}`}
                        className="hover:underline"
                      >
                        <Amount
                          value={earned.find(({ currency }) => currency === coin)?.amount ?? '0'}
                          decimals={8}
                          trimZeros
                        />
                      </Link>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}
