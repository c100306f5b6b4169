import { Card } from '#ui/surface/card.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { ForCoins } from '../components/for-coins.tsx';
import { ListInTurn } from '../components/list-in-turn.tsx';
import { SavedOnlyNotice, useSavedOnly } from './saved-only-notice.tsx';
import { TransferForm } from './transfer-form.tsx';
import { TransferList } from './transfer-list.tsx';

/** Coins to another user of the exchange, at once and without a network. */
export function TransferPage() {
  const { t } = useTranslation();
  const savedOnly = useSavedOnly();
  return (
    <ForCoins>
      {({ coins }) => (
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,30rem)_minmax(0,1fr)]">
          <Card title={t('withdrawal.transfer.title')}>
            <p className="mb-4 text-pretty text-muted">{t('withdrawal.transfer.lead')}</p>
            {savedOnly ? (
              <SavedOnlyNotice />
            ) : (
              <TransferForm
                coins={coins}
                coin={(coins.find(({ actual }) => /[1-9]/.test(actual)) ?? coins[0])?.code ?? ''}
              />
            )}
          </Card>
          <ListInTurn>
            <TransferList />
          </ListInTurn>
        </div>
      )}
    </ForCoins>
  );
}
