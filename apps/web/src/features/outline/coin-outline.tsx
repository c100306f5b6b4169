import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { coinsQuery } from '#api/queries.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { OutlineFrame, OutlinePage } from './outline-page.tsx';
import { UnknownSubject } from './unknown-subject.tsx';

/** The outline of a page about one coin; a coin that does not exist, or is hidden, is not presented. */
export function CoinOutline({ outline }: { outline: 'deposit' | 'withdrawal' | 'history' }) {
  const { t } = useTranslation();
  const { walletitem = '' } = useParams();
  const coins = useQuery(coinsQuery).data?.coins;
  if (coins === undefined || coins.some(({ code, disable_all }) => code === walletitem && !disable_all)) {
    return <OutlinePage outline={outline} />;
  }
  return (
    <OutlineFrame>
      <UnknownSubject
        title={t('pages.unknown.coin', { subject: walletitem })}
        text={t('pages.unknown.coinText')}
        links={[
          { to: '/wallet', text: 'pages.links.wallet' },
          { to: '/trade/BTC-USDT', text: 'pages.links.trade' },
        ]}
      />
    </OutlineFrame>
  );
}
