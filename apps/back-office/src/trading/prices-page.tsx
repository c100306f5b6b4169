import {
  type CoinRate,
  type FiatRate,
  marketHaltEndpoints,
  rateEndpoints,
  rateHoursMax,
} from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { valueOrThrow } from '@emporion/web/api/queries.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMay } from '#app/me.ts';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { reasonField } from '#kit/action/field.ts';
import { Badge, inWords } from '#kit/badge.tsx';
import { Failure } from '#kit/failure.tsx';
import { Loading } from '#kit/loading.tsx';
import { PageHead } from '#kit/page-head.tsx';
import { Age } from '#kit/time.tsx';

function askRate({ currency, rate }: FiatRate): void {
  askAction({
    title: `Enter the rate of ${currency}`,
    text: `How much of ${currency} one USDT is worth. It counts for ${rateHoursMax} hours.`,
    fields: [
      {
        name: 'rate',
        label: `${currency} for one USDT`,
        kind: 'number',
        ...(rate === null ? {} : { initial: rate }),
      },
      reasonField,
    ],
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

const sources = { demo: 'The demo', operator: 'Entered by staff', url: 'Fetched' } as const;

function Table({ head, children }: { head: readonly string[]; children: ReactNode }) {
  return (
    <div className="table-scroll">
      <table className="table">
        <thead>
          <tr>
            {head.map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

function Currencies({ rates }: { rates: readonly FiatRate[] }) {
  const may = useMay();
  return (
    <Table head={['Currency', 'For one USDT', 'Source', 'Age', 'Counts', 'Action']}>
      {rates.map((rate) => (
        <tr key={rate.currency}>
          <td>{rate.currency}</td>
          <td className="num">{rate.rate ?? '–'}</td>
          <td>{rate.source === null ? '–' : sources[rate.source]}</td>
          <td>
            <Age since={rate.time} />
          </td>
          <td>
            <Badge tone={rate.counts ? 'good' : 'bad'}>{rate.counts ? 'Yes' : 'No'}</Badge>
          </td>
          <td>
            {may('rates.set') && (
              <Button size="small" variant="flat" onClick={() => askRate(rate)}>
                Enter
              </Button>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

interface Priced {
  readonly pair: string;
  readonly price: string | null;
  readonly reference_price: string | null;
  readonly state: string;
}

function Markets({ markets }: { markets: readonly Priced[] }) {
  return (
    <Table head={['Market', 'Last trade', 'Reference price', 'Deviation', 'State']}>
      {markets.map(({ pair, price, reference_price, state }) => (
        <tr key={pair}>
          <td>{pair}</td>
          <td className="num">{price ?? '–'}</td>
          <td className="num">{reference_price ?? '–'}</td>
          <td className="num">{deviation(price, reference_price)}</td>
          <td>{inWords(state)}</td>
        </tr>
      ))}
    </Table>
  );
}

/** How far the last trade is from the reference price, in percent. */
function deviation(price: string | null, reference: string | null): string {
  if (price === null || reference === null || Number(reference) === 0) return '–';
  return `${((Number(price) / Number(reference) - 1) * 100).toFixed(2)} %`;
}

function Coins({ rates }: { rates: readonly CoinRate[] }) {
  return (
    <Table head={['Coin', 'In USD', 'Age of the oldest trade in it']}>
      {rates.map(({ coin, rate, time }) => (
        <tr key={coin}>
          <td>{coin}</td>
          <td className="num">{rate ?? '–'}</td>
          <td>
            <Age since={time} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

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
      <PageHead title="Prices" text="What values go by: where each price comes from, and how old it is." />
      <Card title="Currencies">
        <Currencies rates={fiat.data} />
      </Card>
      {markets.data !== undefined && (
        <Card title="Markets">
          <Markets markets={markets.data} />
        </Card>
      )}
      {coins.data !== undefined && (
        <Card title="Coins, by their last trades">
          <Coins rates={coins.data} />
        </Card>
      )}
    </>
  );
}
