import { useEffect, useRef } from 'react';
import { Button, LinkButton } from '#ui/button/button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { formatNumber } from '#ui/number/format-number.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import type { Swap } from './swap-form.tsx';

export function SwapDone({ swap, onNew }: { swap: Swap; onNew(): void }) {
  const { t } = useTranslation();
  const headingRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => headingRef.current?.focus(), []);
  const show = (amount: string, coin: string) =>
    `${formatNumber(amount, { decimals: 18, trimZeros: true })} ${coin}`;
  return (
    <div className="flex flex-col items-center gap-4 py-4 text-center">
      <Icon name="circle-check" size={36} className="text-buy" />
      <div role="status">
        <h3 ref={headingRef} tabIndex={-1} className="num text-lg font-semibold outline-none">
          {t('swap.doneTitle', { received: show(swap.received, swap.to) })}
        </h3>
        <p className="num mt-1 text-pretty text-muted">
          {t('swap.doneText', { given: show(swap.given, swap.from) })}
        </p>
      </div>
      <div className="flex flex-wrap justify-center gap-2">
        <Button onClick={onNew}>{t('swap.another')}</Button>
        <LinkButton to="/wallet" color="black">
          {t('swap.toWallet')}
        </LinkButton>
      </div>
    </div>
  );
}
