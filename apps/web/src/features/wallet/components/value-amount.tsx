import { useTranslation } from '#ui/text/use-translation.ts';
import { useCurrency, valueDecimals } from '../model/currency.ts';
import { PrivateAmount } from './private-amount.tsx';

interface ValueAmountProps {
  /** Null: nobody knows it, and none is better than a wrong one. */
  value: string | null | undefined;
  /** A plus or a minus, in the colour of a gain or a loss. */
  signed?: boolean | undefined;
  className?: string | undefined;
}

/** What something of one's own is worth, in the currency that was chosen. */
export function ValueAmount({ value, signed, className }: ValueAmountProps) {
  const { t } = useTranslation();
  const currency = useCurrency();
  if (value === null || value === undefined) {
    return (
      <span className={className}>
        <span aria-hidden="true">{'–'}</span>
        <span className="sr-only">{t('wallet.value.unknown')}</span>
      </span>
    );
  }
  return (
    <PrivateAmount
      value={value}
      decimals={valueDecimals(currency)}
      trimZeros={valueDecimals(currency) > 2}
      unit={currency}
      signed={signed}
      dimZeros={false}
      className={className}
    />
  );
}
