import {
  approvalEndpoints,
  type CoinRate,
  type FiatRate,
  marketHaltEndpoints,
  rateEndpoints,
  rateHoursMax,
  rateStepPercentMax,
} from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { valueOrThrow } from '@emporion/web/api/queries.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '#app/me.ts';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { reasonField } from '#kit/action/field.ts';
import { priceText } from '#kit/amount-text.ts';
import { Badge, inWords } from '#kit/badge.tsx';
import { Failure } from '#kit/failure.tsx';
import { Loading } from '#kit/loading.tsx';
import { PageHead } from '#kit/page-head.tsx';
import type { Column } from '#kit/table/column.ts';
import { PlainTable } from '#kit/table/plain-table.tsx';
import { Age } from '#kit/time.tsx';

const fieldsOf = ({ currency, rate }: FiatRate) => [
  {
    name: 'rate',
    label: `${currency} for one USDT`,
    kind: 'number' as const,
    ...(rate === null ? {} : { initial: rate }),
  },
  reasonField,
];

function askRate(known: FiatRate): void {
  const { currency } = known;
  askAction({
    title: `Enter the rate of ${currency}`,
    text: `How much of ${currency} one USDT is worth. It counts for ${rateHoursMax} hours. One person moves it by ${rateStepPercentMax}% at most.`,
    fields: fieldsOf(known),
    confirm: 'Enter the rate',
    run: ({ rate: entered = '', reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(rateEndpoints.setFiat, {
            params: { currency },
            body: { rate: entered, reason, confirmation },
          }),
        done: `The rate of ${currency} was entered.`,
      }),
  });
}

/** A larger step, and the first rate of all. */
function proposeRate(known: FiatRate): void {
  const { currency } = known;
  askAction({
    title: `Propose a rate of ${currency}`,
    text: `How much of ${currency} one USDT is worth. It counts once a second person agrees, for ${rateHoursMax} hours.`,
    fields: fieldsOf(known),
    confirm: 'Propose',
    run: ({ rate: entered = '', reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(approvalEndpoints.setFiatRate, { body: { currency, rate: entered, reason, confirmation } }),
        done: 'Proposed. It waits for a second person.',
      }),
  });
}

const priced = (price: string | null) => (price === null ? '–' : priceText(price));

const sources = { demo: 'The demo', operator: 'Entered by staff', url: 'Fetched' } as const;

const currencyColumns: readonly Column<FiatRate>[] = [
  { id: 'currency', label: 'Currency', main: 1, cell: ({ currency }) => currency },
  { id: 'rate', label: 'For one USDT', main: 2, cell: ({ rate }) => priced(rate), isNumeric: true },
  { id: 'source', label: 'Source', cell: ({ source }) => (source === null ? '–' : sources[source]) },
  { id: 'age', label: 'Age', main: 4, cell: ({ time }) => <Age since={time} /> },
  {
    id: 'counts',
    label: 'State',
    main: 3,
    cell: ({ counts }) => <Badge tone={counts ? 'good' : 'bad'}>{counts ? 'Valid' : 'Out of date'}</Badge>,
  },
];
const enterColumn: Column<FiatRate> = {
  id: 'action',
  label: 'Action',
  main: 5,
  cell: (rate) => (
    <span className="inline-flex gap-2">
      {rate.rate !== null && (
        <Button size="small" variant="flat" onClick={() => askRate(rate)}>
          Enter
        </Button>
      )}
      <Button size="small" variant="flat" onClick={() => proposeRate(rate)}>
        Propose
      </Button>
    </span>
  ),
};
const currencyColumnsWithEntry = [...currencyColumns, enterColumn];

interface Priced {
  readonly pair: string;
  readonly price: string | null;
  readonly reference_price: string | null;
  readonly state: string;
}

/** How far the last trade is from the reference price, in percent. */
function deviation(price: string | null, reference: string | null): string {
  if (price === null || reference === null || Number(reference) === 0) return '–';
  return `${((Number(price) / Number(reference) - 1) * 100).toFixed(2)}%`;
}

const marketColumns: readonly Column<Priced>[] = [
  { id: 'pair', label: 'Market', main: 1, cell: ({ pair }) => pair },
  { id: 'price', label: 'Last trade', main: 2, cell: ({ price }) => priced(price), isNumeric: true },
  {
    id: 'reference',
    label: 'Reference price',
    cell: ({ reference_price }) => priced(reference_price),
    isNumeric: true,
  },
  {
    id: 'deviation',
    main: 4,
    label: 'Deviation',
    cell: ({ price, reference_price }) => deviation(price, reference_price),
    isNumeric: true,
  },
  { id: 'state', label: 'State', main: 3, cell: ({ state }) => inWords(state) },
];

const coinColumns: readonly Column<CoinRate>[] = [
  { id: 'coin', label: 'Coin', main: 1, cell: ({ coin }) => coin },
  { id: 'rate', label: 'In USD', main: 2, cell: ({ rate }) => priced(rate), isNumeric: true },
  {
    id: 'age',
    label: 'Age of the oldest trade or rate in it',
    main: 4,
    cell: ({ time }) => <Age since={time} />,
  },
];

const refetchInterval = 15_000;

export function PricesPage() {
  const may = useMay();
  const fiat = useQuery({
    queryKey: ['fiat-rates'],
    queryFn: async ({ signal }) => valueOrThrow(await call(rateEndpoints.listFiat, { signal })).results,
    refetchInterval,
  });
  const coins = useQuery({
    queryKey: ['coin-rates'],
    queryFn: async ({ signal }) =>
      valueOrThrow(await call(rateEndpoints.list, { query: { in: 'USD' }, signal })).results,
    refetchInterval,
  });
  const markets = useQuery({
    queryKey: ['priced-markets'],
    queryFn: async ({ signal }) => valueOrThrow(await call(marketHaltEndpoints.list, { signal })).results,
    refetchInterval,
    enabled: may('markets.read'),
  });
  if (fiat.data === undefined) {
    if (fiat.isPending) return <Loading />;
    return <Failure error={fiat.error} onRetry={() => void fiat.refetch()} retrying={fiat.isFetching} />;
  }
  return (
    <>
      <PageHead
        title="Prices"
        text="Prices used for values and limits: where each comes from, and how old it is."
      />
      <Card title="Currencies" flush>
        <PlainTable
          caption="Currencies"
          columns={may('rates.set') ? currencyColumnsWithEntry : currencyColumns}
          rows={fiat.data}
          rowKey={({ currency }) => currency}
        />
      </Card>
      {markets.data !== undefined && (
        <Card title="Markets" flush>
          <PlainTable
            caption="Markets"
            columns={marketColumns}
            rows={markets.data}
            rowKey={({ pair }) => pair}
          />
        </Card>
      )}
      {coins.data !== undefined && (
        <Card title="Coins, by their last trades" flush>
          <PlainTable caption="Coins" columns={coinColumns} rows={coins.data} rowKey={({ coin }) => coin} />
        </Card>
      )}
    </>
  );
}
