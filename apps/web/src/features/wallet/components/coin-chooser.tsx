import type { ReactNode } from 'react';
import { coinName } from '#live/coin-name.ts';
import type { CoinState } from '#live/coin-state.ts';
import { CoinLogo } from '#ui/coin/coin-logo.tsx';
import { SelectList } from '#ui/field/select-list.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { PrivateAmount } from './private-amount.tsx';

interface CoinChooserProps {
  coins: readonly CoinState[];
  value: string;
  onValueChange(code: string): void;
  label?: string | undefined;
  /** At the far end of the label: what there is of the coin. */
  labelEnd?: ReactNode;
  error?: string | undefined;
}

/** One of the coins, found by code or name, with what one has of each. */
export function CoinChooser({ coins, value, onValueChange, label, labelEnd, error }: CoinChooserProps) {
  const { t, i18n } = useTranslation();
  return (
    <SelectList
      label={label ?? t('wallet.coin')}
      labelEnd={labelEnd}
      value={value}
      onValueChange={onValueChange}
      error={error}
      options={coins.map((coin) => {
        const { code, actual, decimals } = coin;
        const name = coinName(coin, i18n.language);
        return {
          value: code,
          html: code,
          note: name,
          otherNames: [name],
          start: <CoinLogo code={code} size={24} />,
          end: <PrivateAmount value={actual} decimals={decimals} trimZeros className="text-muted" />,
        };
      })}
    />
  );
}
