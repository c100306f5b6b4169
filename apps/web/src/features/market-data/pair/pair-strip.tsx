import type { Pair } from '@emporion/contracts/rest';
import type { ReactNode } from 'react';
import { AlertsButton } from '#alerts/alerts-button.tsx';
import { useTradingConnection } from '#live/connection-state.ts';
import { directionMarks } from '#market/last-price.ts';
import { useLastPrice, useTicker } from '#market/market.ts';
import { Amount } from '#ui/number/amount.tsx';
import { ChangeText } from '#ui/number/change-text.tsx';
import { noNumber } from '#ui/number/format-number.ts';
import { InTurn } from '#ui/state/in-turn.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { MarketSwitcher } from './market-switcher.tsx';

interface FigureProps {
  name: string;
  /** What a phone has room for; nothing where the figure says by its form what it is. */
  short?: string;
  children: ReactNode;
}

function Figure({ name, short = '', children }: FigureProps) {
  return (
    <div className="pair-figure">
      <dt className="text-muted">
        <span className="max-md:sr-only">{name}</span>
        <span aria-hidden="true" className="md:hidden">
          {short}
        </span>
      </dt>
      <dd className="num">{children}</dd>
    </div>
  );
}

const tones = { up: 'text-buy', down: 'text-sell', none: '' } as const;

/** The price is the loudest thing on the screen. */
export function LastPrice({ pair }: { pair: Pair }) {
  const { t } = useTranslation();
  const { price, direction } = useLastPrice(pair.code) ?? { price: pair.price, direction: 'none' };
  return (
    <p className={`trade-price ${tones[direction]}`} data-testid="last-price">
      <span key={price} aria-hidden="true" className="trade-flash" />
      <span className="sr-only">{t('trade.strip.last')}</span>
      {price === null ? (
        noNumber
      ) : (
        <Amount value={price} decimals={pair.rules.price_decimals} dimZeros={false} />
      )}
      {direction !== 'none' && (
        <span aria-hidden="true" className="ml-1 text-xs">
          {directionMarks[direction]}
        </span>
      )}
    </p>
  );
}

function Figures({ pair }: { pair: Pair }) {
  const { t } = useTranslation();
  const { change, high, low, volume } = useTicker(pair.code) ?? pair;
  const wholeDigits = volume.split('.', 1)[0]?.length ?? 0;
  const decimals = pair.rules.price_decimals;
  return (
    <dl className="pair-figures">
      <Figure name={t('trade.strip.change')}>
        <ChangeText change={change} />
      </Figure>
      <Figure name={t('trade.strip.high')} short={t('market.chart.letters.high')}>
        {high == null ? noNumber : <Amount value={high} decimals={decimals} dimZeros={false} />}
      </Figure>
      <Figure name={t('trade.strip.low')} short={t('market.chart.letters.low')}>
        {low == null ? noNumber : <Amount value={low} decimals={decimals} dimZeros={false} />}
      </Figure>
      <Figure name={t('trade.strip.volume')} short={t('market.chart.letters.volume')}>
        {/* Cents say nothing of millions, and a phone has no room for them. */}
        <Amount value={volume} decimals={wholeDigits > 6 ? 0 : 2} unit={pair.quote.code} dimZeros={false} />
      </Figure>
    </dl>
  );
}

/** After the panels, which are looked at first. */
const toolsTurn = 5;
const toolsPlace = <span className="h-8 w-16 max-md:h-11 max-md:w-22" />;

interface PairStripProps {
  pair: Pair;
  pairs: readonly Pair[];
  switching: boolean;
  onSwitching(open: boolean): void;
  /** Stands at the far end of the line. */
  tools?: ReactNode;
}

/** The pair, its price and what it did within 24 hours. */
export function PairStrip({ pair, pairs, switching, onSwitching, tools }: PairStripProps) {
  const stale = useTradingConnection() === 'reconnecting';
  return (
    <div className="pair-strip" data-stale={stale}>
      <MarketSwitcher pair={pair} pairs={pairs} open={switching} onOpen={onSwitching} />
      <LastPrice pair={pair} />
      <Figures pair={pair} />
      <div className="pair-tools">
        <InTurn turn={toolsTurn} fallback={toolsPlace}>
          <AlertsButton pair={pair.code} />
          {tools}
        </InTurn>
      </div>
    </div>
  );
}
