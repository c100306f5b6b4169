import { useTranslation } from '#ui/text/use-translation.ts';
import { ForCoin } from '../components/for-coin.tsx';
import { Placeholder } from '../components/placeholder.tsx';

export function HistoryPage() {
  const { t } = useTranslation();
  return (
    <ForCoin skeleton={null}>
      {({ coin }) => (
        <>
          <h2 className="text-lg font-semibold">{t('wallet.headings.history', { coin: coin.code })}</h2>
          <Placeholder />
        </>
      )}
    </ForCoin>
  );
}
