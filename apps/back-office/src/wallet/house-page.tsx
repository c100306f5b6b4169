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
import { NetworkName } from '#kit/network-name.tsx';
import { PageHead } from '#kit/page-head.tsx';
import type { Column } from '#kit/table/column.ts';
import { PlainTable } from '#kit/table/plain-table.tsx';
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

const trialColumns: readonly Column<Trial>[] = [
  {
    id: 'coin',
    label: 'Coin',
    main: 1,
    cell: ({ currency }) => <b className="font-semibold">{currency}</b>,
  },
  { id: 'users', label: 'Users', main: 3, cell: ({ users }) => <Figure value={users} />, isNumeric: true },
  { id: 'house', label: 'House', main: 4, cell: ({ house }) => <Figure value={house} />, isNumeric: true },
  { id: 'sum', label: 'Sum', cell: ({ sum }) => <Figure value={sum} />, isNumeric: true },
  {
    id: 'balance',
    label: 'Balance',
    main: 2,
    cell: ({ sum }) => (sum === '0' ? <Badge tone="good">Zero</Badge> : <Badge tone="bad">Off</Badge>),
  },
];

/** Accounts of these kinds are named after a network. */
const ofNetworks: readonly string[] = ['custody', 'network-costs', 'reorg-loss', 'in-flight'];

const accountColumns: readonly Column<HouseAccount>[] = [
  {
    id: 'kind',
    label: 'Kind',
    main: 1,
    cell: ({ account, kind, currency }) => (
      <Link
        to={`/wallet/house/lines?account=${encodeURIComponent(account)}&currency=${currency}`}
        className="text-accent hover:underline"
      >
        {inWords(kind)}
      </Link>
    ),
  },
  {
    id: 'name',
    label: 'Name',
    main: 3,
    cell: ({ kind, name }) =>
      name === null ? '–' : ofNetworks.includes(kind) ? <NetworkName code={name} /> : name,
  },
  { id: 'coin', label: 'Coin', main: 4, cell: ({ currency }) => currency },
  {
    id: 'balance',
    label: 'Balance',
    main: 2,
    cell: ({ balance }) => <Figure value={balance} />,
    isNumeric: true,
  },
  {
    id: 'meaning',
    label: 'Purpose',
    cell: ({ kind }) => <span className="text-muted">{kinds[kind] ?? '–'}</span>,
  },
];

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
            <PlainTable
              caption="Trial balance"
              columns={trialColumns}
              rows={trial}
              rowKey={({ currency }) => currency}
            />
          </Card>
          <Card title="Accounts" flush>
            <PlainTable
              caption="House accounts"
              columns={accountColumns}
              rows={house.data.results.filter(({ currency }) => coins.has(currency))}
              rowKey={({ account, currency }) => `${account} ${currency}`}
            />
          </Card>
        </>
      )}
    </>
  );
}
