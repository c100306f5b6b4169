import type { ReactNode } from 'react';
import { coinName } from '#live/coin-name.ts';
import type { CoinState } from '#live/coin-state.ts';
import { classNames } from '#ui/class-names.ts';
import { CoinLogo } from '#ui/coin/coin-logo.tsx';
import { NumericInput } from '#ui/field/numeric-input.tsx';
import { SelectList } from '#ui/field/select-list.tsx';
import { Amount } from '#ui/number/amount.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';

interface CoinAmountProps {
  label: string;
  coins: readonly CoinState[];
  coin: CoinState;
  amount: string;
  onCoin(code: string): void;
  onAmount(amount: string): void;
  /** At the far end of the label: what there is. */
  labelEnd?: ReactNode;
  error?: string | undefined;
  /** What is shown is not the answer to what is written yet. */
  isPending?: boolean;
}

/** The line above both: a long balance has the room over the coin too, and keeps to one line. */
const wideLabel =
  '[&_.field-label]:relative [&_.field-label]:z-1 [&_.field-label]:w-[calc(100%+8.75rem)] [&_.field-label]:whitespace-nowrap';

/** An amount and its coin, side by side. */
export function CoinAmount(props: CoinAmountProps) {
  const { label, coins, coin, amount, onCoin, onAmount, labelEnd, error, isPending = false } = props;
  const { t, i18n } = useTranslation();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_8.25rem] items-start gap-2">
      <NumericInput
        label={label}
        labelEnd={labelEnd}
        value={amount}
        onValueChange={onAmount}
        maxDecimals={coin.decimals}
        error={error}
        placeholder="0"
        className={classNames(wideLabel, isPending && 'opacity-60')}
      />
      <SelectList
        label={t('swap.coinOf', { side: label })}
        hideLabel
        className="pt-6"
        value={coin.code}
        onValueChange={onCoin}
        options={coins.map((each) => {
          const { code, actual, decimals } = each;
          const name = coinName(each, i18n.language);
          return {
            value: code,
            html: code,
            otherNames: [name],
            start: <CoinLogo code={code} size={20} />,
            end: (
              <span className="text-muted">
                {/[1-9]/.test(actual) ? <Amount value={actual} decimals={decimals} trimZeros /> : name}
              </span>
            ),
          };
        })}
      />
    </div>
  );
}
