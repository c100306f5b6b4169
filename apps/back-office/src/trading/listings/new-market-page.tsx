import { listingEndpoints, marketEndpoints, rateEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { valueOrThrow } from '@emporion/web/api/queries.ts';
import { refusalOf } from '@emporion/web/api/refusal-of.ts';
import type { CallOutput } from '@emporion/web/api/request.ts';
import { useTranslation } from '@emporion/web/ui/text/use-translation.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useMay } from '#app/me.ts';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { reasonField } from '#kit/action/field.ts';
import { figureText } from '#kit/amount-text.ts';
import { Facts } from '#kit/facts.tsx';
import { PageHead } from '#kit/page-head.tsx';
import { Steps } from '#kit/steps.tsx';
import { fieldsGrid, Refused, useWritten, type Written, WrittenField } from '#kit/written.tsx';
import { ruleNames, rulesInOrder } from '#trading/markets/market-query.ts';
import { coinsQuery } from './coins-query.ts';
import { asText, knownValue, marketDefaults } from './market-defaults.ts';

const initial = {
  base: '',
  quote: 'USDT',
  first_price: '',
  quote_value: '',
  price_decimals: '',
  quantity_decimals: '',
  tick: '',
  lot: '',
  quantity_min: '',
  quantity_max: '',
  cost_min: '',
  cost_max: '',
  band: '50',
};
type Field = keyof typeof initial;
type Preview = CallOutput<typeof listingEndpoints.previewMarket>;

const bodyOf = ({
  first_price: _price,
  quote_value: _value,
  price_decimals,
  quantity_decimals,
  ...rest
}: Readonly<Record<Field, string>>) => ({
  ...rest,
  price_decimals: Number(price_decimals),
  quantity_decimals: Number(quantity_decimals),
});

function CoinsStep({ written }: { written: Written<Field> }) {
  const coins = useQuery(coinsQuery).data?.results ?? [];
  const options = coins.map(({ code, name }) => [code, `${code} – ${name}`] as const);
  return (
    <div className={fieldsGrid}>
      <WrittenField written={written} name="base" label="Coin that is traded" options={options} />
      <WrittenField written={written} name="quote" label="Coin that prices are in" options={options} />
    </div>
  );
}

/** Fills in what one coin costs where other markets say it already. */
function useKnownPrices(written: Written<Field>): () => Promise<boolean> {
  const markets = useQuery({
    queryKey: ['pair-prices'],
    queryFn: async ({ signal }) => valueOrThrow(await call(marketEndpoints.pairs, { signal })),
  });
  const may = useMay();
  const rates = useQuery({
    queryKey: ['fiat-rates'],
    queryFn: async ({ signal }) => valueOrThrow(await call(rateEndpoints.listFiat, { signal })).results,
    enabled: may('rates.read'),
  });
  return async () => {
    const { base, quote } = written.values;
    const known = (coin: string) => knownValue(coin, markets.data?.pairs ?? [], rates.data);
    const [baseValue, quoteValue] = [known(base), known(quote)];
    written.write('quote_value', quoteValue === undefined ? '' : asText(quoteValue));
    written.write(
      'first_price',
      baseValue === undefined || quoteValue === undefined ? '' : asText(baseValue / quoteValue),
    );
    return true;
  };
}

const isPositive = (text: string): boolean => /^[0-9]+(?:\.[0-9]+)?$/.test(text.trim()) && Number(text) > 0;

function PriceStep({ written }: { written: Written<Field> }) {
  const { base, quote } = written.values;
  return (
    <>
      <p className="pb-4 text-muted">
        About what it costs now. Decimals, ticks, lots and totals that fit it are filled in; nothing is traded
        at it.
      </p>
      <div className={fieldsGrid}>
        <WrittenField
          written={written}
          name="first_price"
          label={`Price of one ${base}, in ${quote}`}
          isNumber
        />
        {quote !== 'USDT' && (
          <WrittenField
            written={written}
            name="quote_value"
            label={`Value of one ${quote}, in USDT`}
            hint="So that the least order is worth about 5 USDT and the largest a million."
            isNumber
          />
        )}
      </div>
    </>
  );
}

function ScaleStep({ written }: { written: Written<Field> }) {
  return (
    <>
      <p className="pb-4 text-muted">
        How fine prices and quantities can ever be. This cannot change later; ticks and lots can.
      </p>
      <div className={fieldsGrid}>
        <WrittenField written={written} name="price_decimals" label="Decimals of prices" isNumber />
        <WrittenField written={written} name="quantity_decimals" label="Decimals of quantities" isNumber />
      </div>
    </>
  );
}

function RulesStep({ written }: { written: Written<Field> }) {
  return (
    <div className={fieldsGrid}>
      {rulesInOrder.map((name) => (
        <WrittenField key={name} written={written} name={name} label={ruleNames[name]} isNumber />
      ))}
    </div>
  );
}

function PreviewStep({ preview }: { preview: Preview | undefined }) {
  if (preview === undefined) return null;
  const { pair, rules, book_steps } = preview;
  return (
    <Facts
      facts={[
        ['Market', pair],
        ...rulesInOrder.map((name) => [ruleNames[name], figureText(name, rules[name])] as const),
        ['Decimals of prices', rules.price_decimals],
        ['Decimals of quantities', rules.quantity_decimals],
        ['Decimals of the two coins', `${rules.base_decimals} and ${rules.quote_decimals}`],
        ['Steps of the order book', book_steps.join(', ')],
        ['State', 'Cancel only, until it is opened'],
      ]}
    />
  );
}

/** The wizard; on the page of its own and in the first set-up. */
export function NewMarket({ onDone }: { onDone(pair: string): void }) {
  const { t } = useTranslation();
  const written = useWritten<Field>(initial);
  const [at, setAt] = useState(0);
  const [isPending, setPending] = useState(false);
  const [preview, setPreview] = useState<Preview>();
  const { has, refusal } = written;

  const fillPrices = useKnownPrices(written);
  const coins = useQuery(coinsQuery).data?.results ?? [];
  const fillRules = async (): Promise<boolean> => {
    const { base, quote, first_price, quote_value } = written.values;
    const decimalsOf = (code: string): number => coins.find((coin) => coin.code === code)?.decimals ?? 8;
    const fitting = marketDefaults({
      price: Number(first_price),
      quoteValue: Number(quote_value),
      baseDecimals: decimalsOf(base),
      quoteDecimals: decimalsOf(quote),
    });
    for (const [name, value] of Object.entries(fitting)) written.write(name as Field, value);
    return true;
  };
  const look = async (): Promise<boolean> => {
    setPending(true);
    const result = await call(listingEndpoints.previewMarket, { body: bodyOf(written.values) });
    setPending(false);
    if (result.ok) setPreview(result.value);
    written.setRefusal(result.ok ? undefined : refusalOf(result.failure, t));
    return result.ok;
  };
  const create = (): void =>
    askAction({
      title: `Make the market ${preview?.pair ?? ''}`,
      text: 'It takes no orders until you open it, which is the next step.',
      fields: [reasonField],
      confirm: 'Make the market',
      run: ({ reason = '' }) =>
        makeChange({
          send: (confirmation) =>
            call(listingEndpoints.createMarket, {
              body: { ...bodyOf(written.values), reason, confirmation },
            }),
          done: 'Market created. It takes no orders yet.',
          onDone: ({ pair }) => onDone(pair),
        }),
    });

  return (
    <Steps
      at={at}
      go={setAt}
      isPending={isPending}
      finish={{ label: 'Make the market', run: create }}
      steps={[
        {
          title: 'Coins',
          content: <CoinsStep written={written} />,
          isDone: has('base', 'quote'),
          needs: 'Choose both coins.',
          leave: fillPrices,
        },
        {
          title: 'First price',
          content: <PriceStep written={written} />,
          isDone: isPositive(written.values.first_price) && isPositive(written.values.quote_value),
          needs: 'Enter a price above 0 in each field.',
          leave: fillRules,
        },
        {
          title: 'Decimals',
          content: <ScaleStep written={written} />,
          isDone: has('price_decimals', 'quantity_decimals'),
          needs: 'Enter both numbers of decimals.',
        },
        {
          title: 'Rules',
          content: (
            <>
              <RulesStep written={written} />
              <Refused refusal={refusal} />
            </>
          ),
          isDone: has(...rulesInOrder),
          needs: 'Fill in every rule.',
          leave: look,
        },
        { title: 'Preview', content: <PreviewStep preview={preview} />, isDone: preview !== undefined },
      ]}
    />
  );
}

export function NewMarketPage() {
  const navigate = useNavigate();
  return (
    <>
      <PageHead
        title="New market"
        text="Two coins, how finely they are traded, and the rules that orders keep to."
      />
      <NewMarket onDone={(pair) => void navigate(`/trading/markets/${pair}`)} />
    </>
  );
}
