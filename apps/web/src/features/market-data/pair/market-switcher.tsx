import type { Pair } from '@emporion/contracts/rest';
import { lazy, Suspense, useCallback, useId, useRef } from 'react';
import { CoinLogo } from '#ui/coin/coin-logo.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';

export interface SwitcherProps {
  pair: Pair;
  pairs: readonly Pair[];
  open: boolean;
  onOpen(open: boolean): void;
}

const loadPopup = () => import('./market-popup.tsx');
const MarketPopup = lazy(async () => ({ default: (await loadPopup()).MarketPopup }));

/** The name of the pair, and behind it all the others. */
export function MarketSwitcher({ pair, pairs, open, onOpen }: SwitcherProps) {
  const { t } = useTranslation();
  const id = useId();
  const buttonRef = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => onOpen(false), [onOpen]);
  return (
    <div className="shrink-0">
      <h1>
        <button
          type="button"
          ref={buttonRef}
          className="menu-button text-lg font-semibold"
          aria-haspopup="dialog"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          aria-describedby={`${id}-use`}
          onPointerEnter={() => void loadPopup()}
          onClick={() => onOpen(!open)}
        >
          <CoinLogo code={pair.base.code} size={24} />
          {pair.code}
          <Icon name="chevron-down" size={16} className="text-muted" />
        </button>
      </h1>
      {/* Beside the heading: the page is called by its pair alone. */}
      <span id={`${id}-use`} hidden>
        {t('trade.markets.switch')}
      </span>
      {open && (
        <Suspense>
          <MarketPopup id={id} pair={pair} pairs={pairs} anchorRef={buttonRef} close={close} />
        </Suspense>
      )}
    </div>
  );
}
