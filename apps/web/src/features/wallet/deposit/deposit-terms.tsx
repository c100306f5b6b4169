import type { CoinNetwork } from '@emporion/contracts/rest';
import type { ReactNode } from 'react';
import { Amount } from '#ui/number/amount.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { expectedMinutes } from '../model/expected-time.ts';

function Term({ name, note, children }: { name: string; note?: string | undefined; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-4 py-2">
      <dt className="text-muted">{name}</dt>
      <dd className="ml-auto text-end">{children}</dd>
      {note !== undefined && <dd className="basis-full text-end text-xs text-pretty text-muted">{note}</dd>}
    </div>
  );
}

/** What holds for a deposit of the coin over the network. */
export function DepositTerms({
  coin,
  decimals,
  terms,
}: {
  coin: string;
  decimals: number;
  terms: CoinNetwork;
}) {
  const { t } = useTranslation();
  const minutes = expectedMinutes(terms);
  const { min, max } = terms.limits.deposit;
  const shown = { decimals, trimZeros: true, unit: coin };
  return (
    <dl className="divide-y divide-border/20">
      <Term name={t('wallet.deposit.terms.min')} note={t('wallet.deposit.terms.mayVary')}>
        <Amount value={min} {...shown} />
      </Term>
      {max !== null && (
        <Term name={t('wallet.deposit.terms.max')}>
          <Amount value={max} {...shown} />
        </Term>
      )}
      <Term name={t('wallet.deposit.terms.fee')}>
        {/[1-9]/.test(terms.fee.deposit) ? (
          <Amount value={terms.fee.deposit} {...shown} />
        ) : (
          t('wallet.network.free')
        )}
      </Term>
      <Term name={t('wallet.deposit.terms.credited')}>
        {t('wallet.confirmations.count', { count: terms.confirmations })}
      </Term>
      {minutes !== undefined && (
        <Term name={t('wallet.deposit.terms.time')}>{t('wallet.network.minutes', { count: minutes })}</Term>
      )}
    </dl>
  );
}
