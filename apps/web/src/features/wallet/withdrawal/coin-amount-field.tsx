import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from '#ui/button/button.tsx';
import type { ChoiceBinding } from '#ui/form/use-form.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { formatNumber } from '#ui/number/format-number.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { ratesQuery } from '../api/value-queries.ts';
import { AmountField } from '../components/amount-field.tsx';
import { useCurrency, valueDecimals } from '../model/currency.ts';
import { coinsFor, unitsOf, worthOf } from './model/amounts.ts';

interface CoinAmountFieldProps extends ChoiceBinding<string> {
  coin: string;
  decimals: number;
  max?: string | undefined;
  labelEnd?: ReactNode;
}

/** The rate of a coin in the currency that was chosen for the wallet; undefined when nobody knows it, or when it is the coin itself. */
export function useRate(coin: string): { currency: string; rate: string | undefined } {
  const currency = useCurrency();
  const { data } = useQuery({ ...ratesQuery(currency), enabled: currency !== coin });
  const rate = data?.find((known) => known.coin === coin)?.rate;
  return { currency, rate: currency === coin || !rate || !/[1-9]/.test(rate) ? undefined : rate };
}

/** An amount of a coin, written in it or in the wallet's currency; what is meant is always the coin. */
export function CoinAmountField({ coin, decimals, max, labelEnd, ...field }: CoinAmountFieldProps) {
  const { t } = useTranslation();
  const { currency, rate } = useRate(coin);
  const [inCurrency, setInCurrency] = useState(false);
  const [value, setValue] = useState({ text: '', amount: '' });
  const valued = valueDecimals(currency);
  const isByValue = inCurrency && rate !== undefined;
  const isAmount = (unitsOf(field.value) ?? -1n) >= 0n;
  const worth =
    rate === undefined || !isAmount ? undefined : worthOf(field.value, { rate, decimals: valued });
  // A value that was written stays as it was; one that came from elsewhere, such as all of it, is worked out.
  const shownValue = value.amount === field.value && value.text !== '' ? value.text : (worth ?? '');
  const writeValue = (text: string): void => {
    const amount = rate === undefined ? '' : coinsFor(text, { rate, decimals });
    setValue({ text, amount });
    field.onValueChange(amount);
  };
  const other = isByValue
    ? isAmount && `= ${formatNumber(field.value, { decimals, trimZeros: true })} ${coin}`
    : worth !== undefined && `≈ ${formatNumber(worth, { decimals: valued })} ${currency}`;
  return (
    <div className="flex flex-col gap-1">
      <AmountField
        {...field}
        value={isByValue ? shownValue : field.value}
        onValueChange={isByValue ? writeValue : field.onValueChange}
        unit={isByValue ? currency : coin}
        decimals={isByValue ? valued : decimals}
        onMax={max === undefined ? undefined : () => field.onValueChange(max)}
        labelEnd={labelEnd}
      />
      {rate !== undefined && (
        <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4">
          <p className="num min-w-0 text-muted wrap-anywhere" aria-live="polite">
            {other}
          </p>
          <Button size="small" variant="flat" className="-mx-3" onClick={() => setInCurrency(!inCurrency)}>
            <Icon name="repeat" size={14} />
            {t('withdrawal.amount.enterIn', { unit: isByValue ? coin : currency })}
          </Button>
        </div>
      )}
    </div>
  );
}
