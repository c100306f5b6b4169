import type { CoinState } from '#live/coin-state.ts';
import { Amount } from '#ui/number/amount.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';

/** What holds for a bank transfer in. */
export function TransferTerms({ coin: { code, decimals, limits, fee } }: { coin: CoinState }) {
  const { t } = useTranslation();
  const { min, max } = limits.deposit;
  const lines = [
    ['min', min],
    ['max', max],
    ['fee', fee.deposit],
  ] as const;
  return (
    <dl className="divide-y divide-border/20">
      {lines.map(
        ([name, value]) =>
          value !== null && (
            <div key={name} className="flex items-baseline justify-between gap-4 py-2">
              <dt className="text-muted">{t(`wallet.deposit.terms.${name}`)}</dt>
              <dd className="text-end">
                {name === 'fee' && !/[1-9]/.test(value) ? (
                  t('wallet.network.free')
                ) : (
                  <Amount value={value} decimals={decimals} unit={code} />
                )}
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}
