import { type MouseEvent, useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/button/icon-button.tsx';
import { canDismiss, closeModal, type ModalState, useModalStore } from './modal-store.ts';
import { lockPage } from './page-lock.ts';

const focusable =
  'input:not([disabled]), select:not([disabled]), textarea:not([disabled]), button:not([disabled]), a[href], [tabindex="0"]';

/** Focus goes to what asks for it, else to the first control of the content, else to the dialog itself. */
function focusInto(dialog: HTMLElement): void {
  if (dialog.contains(document.activeElement)) return;
  const wanted =
    dialog.querySelector<HTMLElement>('[autofocus], [data-autofocus]') ??
    dialog.querySelector('.modal-content')?.querySelector<HTMLElement>(focusable) ??
    dialog;
  wanted.focus();
}

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
      // A menu or list inside the modal that takes Esc for itself marks the event as handled.
      if (event.key === 'Escape' && !event.defaultPrevented) dismiss();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [dismiss]);

  return { layerRef, dialogRef };
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
  const onBackdrop = (event: MouseEvent): void => {
    if (event.target === event.currentTarget) dismiss();
  };
  return createPortal(
    <div className="modal-layer" data-layer="modal" ref={layerRef}>
      {/* The backdrop is a convenience of the pointer; the keyboard has Esc and the close icon. */}
      <div
        className="modal-backdrop"
        data-testid="modal-backdrop"
        onPointerDown={onBackdrop}
        aria-hidden="true"
      />
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
