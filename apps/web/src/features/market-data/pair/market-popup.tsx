import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { usePopup } from '#ui/popup/use-popup.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { MarketList } from './market-list.tsx';
import type { SwitcherProps } from './market-switcher.tsx';

interface PopupProps extends Pick<SwitcherProps, 'pair' | 'pairs'> {
  id: string;
  anchorRef: React.RefObject<HTMLButtonElement | null>;
  close(): void;
}

/** The list of markets, under the name of the one that is shown. */
export function MarketPopup({ id, pair, pairs, anchorRef, close }: PopupProps) {
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
