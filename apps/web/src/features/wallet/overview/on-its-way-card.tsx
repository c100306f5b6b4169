import { Card } from '#ui/surface/card.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { useWalletCoins } from '../api/use-wallet-coins.ts';
import { useWalletRecords, type WalletRecord } from '../api/wallet-records.ts';
import { RecordItem } from '../components/record-item.tsx';

const shownMax = 5;

/** Seen or asked for, and not done. */
export function isOnItsWay({ status }: WalletRecord): boolean {
  return status === 'pending' || status === 'confirming';
}

/** Deposits and withdrawals that are not done yet; without any there is nothing to show. */
export function OnItsWayCard() {
  const { t } = useTranslation();
  const { blockchains, explorers } = useWalletCoins();
  const waiting = (useWalletRecords('all').records ?? []).filter(isOnItsWay);
  if (waiting.length === 0) return null;
  return (
    <Card title={t('wallet.overview.onItsWay')}>
      <ul>
        {waiting.slice(0, shownMax).map((record) => (
          <RecordItem key={record.id} record={record} blockchains={blockchains} explorers={explorers} />
        ))}
      </ul>
    </Card>
  );
}
