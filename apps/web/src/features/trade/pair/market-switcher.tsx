import type { Pair } from '@emporion/contracts/rest';
import { type KeyboardEvent, useCallback, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { CoinLogo } from '#ui/coin/coin-logo.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { usePopup } from '#ui/popup/use-popup.ts';
import { MarketList } from './market-list.tsx';

interface SwitcherProps {
  pair: Pair;
  pairs: readonly Pair[];
  open: boolean;
  onOpen(open: boolean): void;
}

interface PopupProps extends Pick<SwitcherProps, 'pair' | 'pairs'> {
  id: string;
  anchorRef: React.RefObject<HTMLButtonElement | null>;
  close(): void;
}

function MarketPopup({ id, pair, pairs, anchorRef, close }: PopupProps) {
  const { t } = useTranslation();
  const popupRef = useRef<HTMLDivElement>(null);
  usePopup({ open: true, close, anchorRef, popupRef });
  useLayoutEffect(() => {
    popupRef.current?.querySelector<HTMLInputElement>('input')?.focus({ preventScroll: true });
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    close();
    anchorRef.current?.focus();
  };
  return createPortal(
    <div
      id={id}
      ref={popupRef}
      role="dialog"
      aria-label={t('trade.markets.label')}
      className="popup market-popup"
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <MarketList pairs={pairs} current={pair.code} onChosen={close} />
    </div>,
    document.body,
  );
}

/** The name of the pair, and behind it all the others. */
export function MarketSwitcher({ pair, pairs, open, onOpen }: SwitcherProps) {
  const { t } = useTranslation();
  const id = useId();
  const buttonRef = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => onOpen(false), [onOpen]);
  return (
    <h1 className="shrink-0">
      <button
        type="button"
        ref={buttonRef}
        className="menu-button text-lg font-semibold"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => onOpen(!open)}
      >
        <CoinLogo code={pair.base.code} size={24} />
        {pair.code}
        <Icon name="chevron-down" size={16} className="text-muted" />
        <span className="sr-only">{t('trade.markets.switch')}</span>
      </button>
      {open && <MarketPopup id={id} pair={pair} pairs={pairs} anchorRef={buttonRef} close={close} />}
    </h1>
  );
}
