import { Amount, type AmountProps } from '@emporion/web/ui/number/amount.tsx';

/** Digits of the finest coin. */
const finest = 18;

/** An amount with every digit that it has, and none that says nothing: staff compare them with chains. */
export function ExactAmount(props: Pick<AmountProps, 'value' | 'unit' | 'signed'>) {
  return <Amount {...props} decimals={finest} trimZeros />;
}
