import { Card } from '#ui/surface/card.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { ForCoins } from '../components/for-coins.tsx';
import { ListInTurn } from '../components/list-in-turn.tsx';
import { SavedOnlyNotice, useSavedOnly } from '../transfer/saved-only-notice.tsx';
import { CodeList } from './code-list.tsx';
import { CreateCode } from './create-code.tsx';
import { RedeemCode } from './redeem-code.tsx';

/** Coins behind a code: made, handed on, redeemed, taken back. */
export function CodesPage() {
  const { t } = useTranslation();
  const savedOnly = useSavedOnly();
  return (
    <ForCoins>
      {({ coins }) => (
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,30rem)_minmax(0,1fr)]">
          <div className="flex flex-col gap-4">
            <Card title={t('withdrawal.codes.create.title')}>
              <p className="mb-4 text-pretty text-muted">{t('withdrawal.codes.create.lead')}</p>
              {savedOnly ? <SavedOnlyNotice /> : <CreateCode coins={coins} />}
            </Card>
            <Card title={t('withdrawal.codes.redeem.title')}>
              <RedeemCode />
            </Card>
          </div>
          <ListInTurn>
            <CodeList />
          </ListInTurn>
        </div>
      )}
    </ForCoins>
  );
}
