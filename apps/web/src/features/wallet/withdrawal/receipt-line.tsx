import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Amount } from '#ui/number/amount.tsx';
import { noNumber } from '#ui/number/format-number.ts';
import { useTranslation } from '#ui/text/use-translation.ts';

interface ReceiptLineProps {
  name: string;
  /** Undefined: nobody has said how much. */
  amount?: string | undefined;
  coin?: string | undefined;
  /** Nothing is called so instead of a zero. */
  free?: boolean | undefined;
  strong?: boolean | undefined;
  /** Below it, muted: what it is worth. */
  note?: ReactNode;
  children?: ReactNode;
}

/** A name and what stands for it, as on a receipt. */
export function ReceiptLine({ name, amount, coin, free, strong, note, children }: ReceiptLineProps) {
  const { t } = useTranslation();
  const figure = () => {
    if (amount === undefined) return <span className="text-muted">{noNumber}</span>;
    if (free === true && !/[1-9]/.test(amount)) return t('wallet.network.free');
    // A figure of thirty digits takes two lines of a phone instead of leaving it.
    return (
      <Amount
        value={amount}
        decimals={18}
        trimZeros
        unit={coin}
        dimZeros={false}
        className="wrap-anywhere whitespace-normal!"
      />
    );
  };
  return (
    <div className="flex items-baseline justify-between gap-4 py-2">
      <dt className="flex-none text-muted">{name}</dt>
      <dd className={classNames('min-w-0 text-end', strong === true && 'font-semibold')}>
        {children ?? figure()}
        {note !== undefined && <span className="block text-xs font-normal text-muted">{note}</span>}
      </dd>
    </div>
  );
}
