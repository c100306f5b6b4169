import { type ReactNode, useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { OrderPanel, type OrderPanelProps } from '#features/order-entry/order-panel.tsx';
import { IconButton } from '#ui/button/icon-button.tsx';
import { stopAfterTab } from '#ui/modal/focus-trap.ts';
import { lockPage } from '#ui/modal/page-lock.ts';
import { useTranslation } from '#ui/text/use-translation.ts';

interface OrderSheetProps {
  title: string;
  /** What goes on behind the sheet and matters while an order is written. */
  live: ReactNode;
  close(): void;
  order: OrderPanelProps;
}

/**
 * The form of a phone. It is not the application's modal, because that one must be free to ask about the order while the
 * form stays as it is.
 */
export function OrderSheet({ title, live, close, order }: OrderSheetProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const layerRef = useRef<HTMLDivElement>(null);
  const sheetRef = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const layer = layerRef.current;
    if (layer === null) return;
    const focusedBefore = document.activeElement;
    const unlock = lockPage(layer);
    sheetRef.current?.focus();
    return () => {
      unlock();
      if (focusedBefore instanceof HTMLElement && focusedBefore.isConnected) focusedBefore.focus();
    };
  }, []);

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const sheet = sheetRef.current;
      // While something is asked above the sheet, the keys belong to it.
      if (event.defaultPrevented || sheet === null || sheet.closest('[inert]') !== null) return;
      if (event.key === 'Escape' && !event.repeat) close();
      const stop = event.key === 'Tab' ? stopAfterTab(sheet, { back: event.shiftKey }) : undefined;
      if (stop === undefined) return;
      event.preventDefault();
      stop.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [close]);

  return createPortal(
    <div className="sheet-layer" ref={layerRef}>
      <div className="modal-backdrop" aria-hidden="true" onClick={close} />
      <div
        className="sheet"
        role="dialog"
        aria-modal="true"
        aria-labelledby={titleId}
        tabIndex={-1}
        ref={sheetRef}
      >
        <header className="flex items-center justify-between gap-2 pl-4">
          <h2 id={titleId} className="text-lg font-semibold">
            {title}
          </h2>
          <span className="ml-auto">{live}</span>
          <IconButton icon="x" label={t('common.close')} onClick={close} />
        </header>
        <div className="sheet-content">
          <OrderPanel {...order} />
        </div>
      </div>
    </div>,
    document.body,
  );
}
