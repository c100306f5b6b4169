import type { Trade } from '@emporion/contracts/rest';
import { memo, useMemo } from 'react';
import { useTradingConnection } from '#live/connection-state.ts';
import { useTrades } from '#market/market.ts';
import { type MarketPair, priceDecimals, quantityDecimals } from '#market/market-pair.ts';
import { classNames } from '#ui/class-names.ts';
import { Amount } from '#ui/number/amount.tsx';
import { EmptyState } from '#ui/state/empty-state.tsx';
import { PanelSkeleton } from '#ui/surface/panel-skeleton.tsx';
import { dateFormat } from '#ui/text/formats.ts';
import { useTranslation } from '#ui/text/use-translation.ts';

export interface TapePanelProps {
  readonly pair: MarketPair;
}

interface RowProps {
  readonly trade: Trade;
  readonly decimals: { readonly price: number; readonly quantity: number };
  readonly sideText: string;
  readonly timeText: string;
}

/** The arrow says what the colour says. */
const TradeRow = memo(function TradeRow({ trade, decimals, sideText, timeText }: RowProps) {
  const isBuy = trade.operation === 'buy';
  return (
    <tr className="h-5">
      <td className={classNames('pl-3', isBuy ? 'text-buy' : 'text-sell')}>
        <Amount value={trade.price} decimals={decimals.price} dimZeros={false} />
        <span aria-hidden="true" className="ml-1 text-[9px]">
          {isBuy ? '▲' : '▼'}
        </span>
        <span className="sr-only">{sideText}</span>
      </td>
      <td className="text-right">
        <Amount value={trade.quantity} decimals={decimals.quantity} />
      </td>
      <td className="num pr-3 text-right text-muted">{timeText}</td>
    </tr>
  );
});

function TradeRows({ pair, list }: { pair: MarketPair; list: readonly Trade[] }) {
  const { t, i18n } = useTranslation();
  const price = priceDecimals(pair);
  const quantity = quantityDecimals(pair);
  const clock = useMemo(
    () => dateFormat(i18n.language, { timeStyle: 'medium', hourCycle: 'h23' }),
    [i18n.language],
  );
  const decimals = { price, quantity };
  return list.map((trade) => (
    <TradeRow
      key={trade.id}
      trade={trade}
      decimals={decimals}
      sideText={trade.operation === 'buy' ? t('market.tape.bought') : t('market.tape.sold')}
      timeText={clock.format(new Date(trade.time))}
    />
  ));
}

/** The recent trades of a pair, newest first. It fills the height it is given and scrolls within. */
export function TapePanel({ pair }: TapePanelProps) {
  const { t } = useTranslation();
  const { ready, list } = useTrades(pair.code);
  const stale = useTradingConnection() === 'reconnecting';
  return (
    <section
      aria-label={t('market.tape.title', { pair: pair.code })}
      aria-busy={!ready}
      className={classNames('flex h-full min-h-60 flex-col transition-opacity', stale && 'opacity-50')}
    >
      {!ready && <PanelSkeleton />}
      {ready && list.length === 0 && <EmptyState text={t('market.tape.empty')} icon="history" />}
      {ready && list.length > 0 && (
        <div className="min-h-0 flex-1 overflow-y-auto [contain:strict]">
          <table className="w-full text-xs">
            <caption className="sr-only">{t('market.tape.title', { pair: pair.code })}</caption>
            <thead className="sticky top-0 bg-surface text-muted">
              <tr className="h-6">
                <th scope="col" className="pl-3 text-left font-normal">
                  {t('market.price', { coin: pair.quote.code })}
                </th>
                <th scope="col" className="text-right font-normal">
                  {t('market.amount', { coin: pair.base.code })}
                </th>
                <th scope="col" className="pr-3 text-right font-normal">
                  {t('market.tape.time')}
                </th>
              </tr>
            </thead>
            <tbody>
              <TradeRows pair={pair} list={list} />
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
