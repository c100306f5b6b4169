import type { ReactNode } from 'react';
import { CopyButton } from '#ui/copy/copy-button.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { AddressText } from '../components/address-text.tsx';
import { PrivateAmount } from '../components/private-amount.tsx';

/** A name and what it stands for. */
export function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-8 items-center justify-between gap-4">
      <dt className="flex-none text-muted">{name}</dt>
      <dd className="num flex min-w-0 items-center justify-end gap-1 text-right">{children}</dd>
    </div>
  );
}

export function Copied({
  name,
  text,
  isAddress = false,
}: {
  name: string;
  text: string;
  isAddress?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <Line name={name}>
      {isAddress ? (
        <AddressText value={text} short={text.length > 44} />
      ) : (
        <span className="truncate font-mono" title={text}>
          {text}
        </span>
      )}
      <CopyButton text={text} label={t('history.copy', { what: name })} className="-my-1 flex-none" />
    </Line>
  );
}

export function Figure({ name, value, coin }: { name: string; value: string; coin: string }) {
  return (
    <Line name={name}>
      <PrivateAmount value={value} decimals={18} trimZeros unit={coin} />
    </Line>
  );
}
