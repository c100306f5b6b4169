import type { ReactNode } from 'react';
import { Button } from '#ui/button/button.tsx';
import { NumericInput, type NumericInputProps } from '#ui/field/numeric-input.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';

interface AmountFieldProps
  extends Pick<
    NumericInputProps,
    'value' | 'onValueChange' | 'error' | 'onBlur' | 'id' | 'name' | 'disabled'
  > {
  label?: string | undefined;
  /** The coin, or the currency that the amount is written in. */
  unit: string;
  decimals: number;
  /** The button for all of it; without it there is none. */
  onMax?: (() => void) | undefined;
  /** At the far end of the label: what there is. */
  labelEnd?: ReactNode;
  hint?: ReactNode;
}

/** An amount of a coin as exact text: no finer than the coin divides, and never a floating point number. */
export function AmountField({ label, unit, decimals, onMax, onValueChange, ...field }: AmountFieldProps) {
  const { t } = useTranslation();
  return (
    <NumericInput
      {...field}
      label={label ?? t('wallet.amount')}
      maxDecimals={decimals}
      onValueChange={onValueChange}
      suffix={unit}
      control={
        onMax === undefined ? undefined : (
          <Button size="small" variant="flat" onClick={onMax}>
            {t('wallet.max')}
          </Button>
        )
      }
    />
  );
}
