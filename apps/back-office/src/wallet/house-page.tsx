import { type HouseAccount, treasuryEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { valueOrThrow } from '@emporion/web/api/queries.ts';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Badge, inWords } from '#kit/badge.tsx';
import { Failure } from '#kit/failure.tsx';
import { FilterBar } from '#kit/filters/filter-bar.tsx';
import { useNarrowed } from '#kit/filters/use-narrowed.ts';
import { Loading } from '#kit/loading.tsx';
import { PageHead } from '#kit/page-head.tsx';
import { Figure } from './coin-amount.tsx';

/** What each kind of account stands for. */
const kinds: Readonly<Record<string, string>> = {
  custody: 'Minus what we hold on a network',
  bank: 'Minus what we hold with a bank',
  acquirer: 'Minus what an acquirer owes us',
  adjustments: 'Against corrections of balances',
  'network-costs': 'What networks took',
  'reorg-loss': 'Lost to reorganisations',
  'chargeback-loss': 'Lost to chargebacks',
  'in-flight': 'Sent and not final',
  capital: 'What the owner put in',
  fees: 'Fees earned',
  rounding: 'Left over from rounding',
  pool: 'Of a programme',
};

interface Trial {
  readonly currency: string;
  readonly users: string;
  readonly house: string;
  readonly sum: string;
}

function TrialBalance({ trial }: { trial: readonly Trial[] }) {
  return (
    <div className="table-scroll">
      <table className="table list-table">
        <caption className="sr-only">Trial balance</caption>
        <thead>
          <tr>
            <th scope="col">Coin</th>
            <th scope="col" className="text-right">
              Users
            </th>
            <th scope="col" className="text-right">
              House
            </th>
            <th scope="col" className="text-right">
              Sum
            </th>
            <th scope="col">Balance</th>
          </tr>
        </thead>
        <tbody>
          {trial.map(({ currency, users, house, sum }) => (
            <tr key={currency}>
              <td className="font-semibold">{currency}</td>
              <td data-label="Users" className="text-right">
                <Figure value={users} />
              </td>
              <td data-label="House" className="text-right">
                <Figure value={house} />
              </td>
              <td data-label="Sum" className="text-right">
                <Figure value={sum} />
              </td>
              <td data-label="Balance">
                {sum === '0' ? <Badge tone="good">Zero</Badge> : <Badge tone="bad">Off</Badge>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Accounts({ accounts }: { accounts: readonly HouseAccount[] }) {
  return (
    <div className="table-scroll">
      <table className="table list-table">
        <caption className="sr-only">House accounts</caption>
        <thead>
          <tr>
            <th scope="col">Kind</th>
            <th scope="col">Name</th>
            <th scope="col">Coin</th>
            <th scope="col" className="text-right">
              Balance
            </th>
            <th scope="col">What it stands for</th>
          </tr>
        </thead>
        <tbody>
          {accounts.map(({ account, kind, name, currency, balance }) => (
            <tr key={`${account} ${currency}`}>
              <td>
                <Link
                  to={`/wallet/house/lines?account=${encodeURIComponent(account)}&currency=${currency}`}
                  className="text-accent hover:underline"
                >
                  {inWords(kind)}
                </Link>
              </td>
              <td data-label="Name">{name ?? '–'}</td>
              <td data-label="Coin">{currency}</td>
              <td data-label="Balance" className="text-right">
                <Figure value={balance} />
              </td>
              <td data-label="What it stands for" className="text-muted">
                {kinds[kind] ?? '–'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const nothing: readonly Trial[] = [];
const byCoin = [{ name: 'currency', label: 'Coin', read: ({ currency }: Trial) => currency }];

export function HousePage() {
  const house = useQuery({
    queryKey: ['house'],
    queryFn: async ({ signal }) => valueOrThrow(await call(treasuryEndpoints.houseAccounts, { signal })),
    refetchInterval: 30_000,
  });
  const { rows: trial, filters, values, change } = useNarrowed(house.data?.trial ?? nothing, byCoin);
  const coins = new Set(trial.map(({ currency }) => currency));
  return (
    <>
      <PageHead
        title="House accounts"
        text="The other side of every booking. Together with user balances they add up to zero for each coin."
      />
      {house.isPending && <Loading />}
      {house.error !== null && house.data === undefined && <Failure error={house.error} />}
      {house.data !== undefined && (
        <>
          <FilterBar name="house" filters={filters} values={values} onChange={change} />
          <Card title="Trial balance" flush>
            <TrialBalance trial={trial} />
          </Card>
          <Card title="Accounts" flush>
            <Accounts accounts={house.data.results.filter(({ currency }) => coins.has(currency))} />
          </Card>
        </>
      )}
    </>
  );
}
