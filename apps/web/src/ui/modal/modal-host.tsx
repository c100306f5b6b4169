import { useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { isHeldPress } from '#ui/button/held-key.ts';
import { IconButton } from '#ui/button/icon-button.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { focusInto, stopAfterTab } from './focus-trap.ts';
import { canDismiss, closeModal, type ModalState, useModalStore } from './modal-store.ts';
import { lockPage } from './page-lock.ts';

/** The second press of a double click on what opened the dialog falls on the backdrop within this time. */
const settleMs = 300;

function useModalLayer(dismiss: () => void) {
  const layerRef = useRef<HTMLDivElement>(null);
  const dialogRef = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const layer = layerRef.current;
    const dialog = dialogRef.current;
    if (layer === null || dialog === null) return;
    const focusedBefore = document.activeElement;
    const unlock = lockPage(layer);
    focusInto(dialog);
    return () => {
      unlock();
      if (focusedBefore instanceof HTMLElement && focusedBefore.isConnected) focusedBefore.focus();
    };
  }, []);

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (isHeldPress(event)) event.preventDefault();
      // A menu or list inside the modal that takes a key for itself marks the event as handled.
      if (event.defaultPrevented || dialogRef.current === null) return;
      if (event.key === 'Escape' && !event.repeat) dismiss();
      if (event.key !== 'Tab') return;
      const stop = stopAfterTab(dialogRef.current, { back: event.shiftKey });
      if (stop === undefined) return;
      event.preventDefault();
      stop.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [dismiss]);

  return { layerRef, dialogRef };
}

/** Closes on a press that began and ended here, once the dialog has been there long enough to be seen. */
function Backdrop({ dismiss }: { dismiss(): void }) {
  const [shownAt] = useState(() => performance.now());
  const pressedRef = useRef(false);
  return (
    <div
      className="modal-backdrop"
      data-testid="modal-backdrop"
      onPointerDown={() => {
        pressedRef.current = performance.now() - shownAt >= settleMs;
      }}
      // A press on nothing would take the focus out of the dialog.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        if (pressedRef.current) dismiss();
      }}
      aria-hidden="true"
    />
  );
}

function OpenModal({
  content: Content,
  config,
}: { content: NonNullable<ModalState['content']> } & Pick<ModalState, 'config'>) {
  const { t } = useTranslation();
  const titleId = useId();
  const dismissable = canDismiss(config);
  const dismiss = dismissable ? closeModal : ignore;
  const { layerRef, dialogRef } = useModalLayer(dismiss);
  return createPortal(
    <div className="modal-layer" data-layer="modal" ref={layerRef}>
      {/* The backdrop is a convenience of the pointer; the keyboard has Esc and the close icon. */}
      <Backdrop dismiss={dismiss} />
      <div
        className="modal"
        data-size={config.size ?? 'md'}
        role="dialog"
        aria-modal="true"
        aria-labelledby={config.title === undefined ? undefined : titleId}
        aria-label={config.title === undefined ? (config.label ?? t('common.dialog')) : undefined}
        tabIndex={-1}
        ref={dialogRef}
      >
        <header className="modal-header">
          {config.title !== undefined && (
            <h2 id={titleId} className="modal-title">
              {config.title}
            </h2>
          )}
          <IconButton
            icon="x"
            label={t('common.close')}
            className="modal-close"
            disabled={!dismissable}
            onClick={dismiss}
          />
        </header>
        <div className="modal-content">
          <Content />
        </div>
      </div>
    </div>,
    document.body,
  );
}

function ignore(): void {}

/** Stands once in the application and shows whatever the modal store holds. */
export function ModalHost() {
  const { content, config, showing } = useModalStore();
  if (content === null) return null;
  return <OpenModal key={showing} content={content} config={config} />;
}
