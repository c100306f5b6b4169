import type { Pair } from '@emporion/contracts/rest';
import { Navigate } from 'react-router';
import { LinkButton } from '#ui/button/button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { MarketList } from './market-list.tsx';

/** Where everybody begins who has chosen no market. An exchange may not have it. */
const usualMarket = 'BTC-USDT';

/** Stands where the page would speak of a market that does not exist here, above those that do. */
export function UnknownMarket({ code, pairs }: { code: string; pairs: readonly Pair[] }) {
  const { t } = useTranslation();
  const first = pairs.find(({ rules }) => rules.state === 'open') ?? pairs[0];
  const none = first === undefined;
  if (!none && code === usualMarket) return <Navigate to={`/trade/${first.code}`} replace />;
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-8 md:py-12">
      <div className="flex flex-col items-center gap-4 text-center">
        <Icon name="search" size={32} className="text-muted" />
        <div>
          <h1 className="text-xl font-bold">
            {none ? t('trade.unknown.none') : t('trade.unknown.title', { pair: code })}
          </h1>
          <p className="mt-1 max-w-xl text-base text-pretty text-muted">
            {none ? t('trade.unknown.noneText') : t('trade.unknown.text')}
          </p>
        </div>
        <LinkButton to={none ? '/fees' : `/trade/${first.code}`}>
          {none ? t('trade.unknown.fees') : t('trade.unknown.go')}
        </LinkButton>
      </div>
      {!none && (
        <div className="rounded-md bg-surface p-2">
          <MarketList pairs={pairs} />
        </div>
      )}
    </div>
  );
}
