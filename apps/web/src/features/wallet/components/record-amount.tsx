import { useTranslation } from '#ui/text/use-translation.ts';
import type { WalletRecord } from '../api/wallet-records.ts';
import { PrivateAmount } from './private-amount.tsx';

/** What it changes of the balance, as the history says it: the fee is part of it, and named beside it. */
export function RecordAmount({ record }: { record: WalletRecord }) {
  const { t } = useTranslation();
  const { coin, amount, change = amount, fee = '0' } = record;
  return (
    <span>
      <PrivateAmount value={change} plus decimals={18} trimZeros unit={coin} className="font-semibold" />
      {/[1-9]/.test(fee) && (
        <span className="ml-2 text-xs text-muted">
          {`${t('wallet.feeIncluded')} `}
          <PrivateAmount value={fee} decimals={18} trimZeros />
        </span>
      )}
    </span>
  );
}
