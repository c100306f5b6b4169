import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { pairsQuery } from '#api/queries.ts';
import { MarketList } from './market-list.tsx';
import { OutlineFrame, OutlinePage } from './outline-page.tsx';
import { UnknownSubject } from './unknown-subject.tsx';

/** The trading page's outline above the markets as they stand; a market that does not exist is not presented. */
export function TradeOutline() {
  const { t } = useTranslation();
  const { pairprop = '' } = useParams();
  const pairs = useQuery(pairsQuery).data?.pairs;
  const first = pairs?.[0];
  if (pairs !== undefined && first === undefined) {
    return (
      <OutlineFrame>
        <UnknownSubject
          title={t('pages.unknown.noMarkets')}
          text={t('pages.unknown.noMarketsText')}
          links={[{ to: '/fees', text: 'pages.links.fees' }]}
        />
      </OutlineFrame>
    );
  }
  if (first !== undefined && !pairs?.some(({ code }) => code === pairprop)) {
    return (
      <OutlineFrame>
        <UnknownSubject
          title={t('pages.unknown.market', { subject: pairprop })}
          text={t('pages.unknown.marketText')}
          links={[{ to: `/trade/${first.code}`, text: 'pages.links.trade' }]}
        />
        <MarketList />
      </OutlineFrame>
    );
  }
  return (
    <OutlinePage outline="trade">
      <MarketList />
    </OutlinePage>
  );
}
