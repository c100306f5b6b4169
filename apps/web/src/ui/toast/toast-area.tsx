import { useEffect, useState } from 'react';
import { IconButton } from '#ui/button/icon-button.tsx';
import { Icon, type IconName } from '#ui/icon/icon.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import {
  closeToast,
  pauseToasts,
  resumeToasts,
  type Toast,
  type ToastType,
  useToasts,
} from './toast-store.ts';

const iconOfType: Record<ToastType, IconName> = {
  success: 'circle-check',
  error: 'circle-alert',
  warning: 'triangle-alert',
  info: 'info',
};

function ToastTexts({ toast }: { toast: Toast }) {
  const { t } = useTranslation();
  return (
    <>
      <Icon
        name={iconOfType[toast.type]}
        size={20}
        className="toast-icon"
        label={t(`common.toastType.${toast.type}`)}
      />
      <p className="toast-texts">
        {toast.title !== undefined && <span className="toast-title">{toast.title}</span>}{' '}
        {toast.description !== undefined && <span className="toast-description">{toast.description}</span>}
      </p>
    </>
  );
}

function ToastContent({ toast, covered, close }: ToastItemProps & { close(): void }) {
  const { t } = useTranslation();
  const Content = toast.component ? toast.content : undefined;
  return (
    <>
      {Content === undefined ? (
        <ToastTexts toast={toast} />
      ) : (
        <div className="toast-texts">
          <Content id={toast.id} close={close} />
        </div>
      )}
      {toast.more > 0 && <span className="toast-more">{t('common.moreToasts', { count: toast.more })}</span>}
      {(!toast.component || toast.showClose) && !covered && (
        <IconButton icon="x" label={t('common.close')} className="toast-close" onClick={close} />
      )}
    </>
  );
}

interface ToastItemProps {
  readonly toast: Toast;
  /** A newer toast lies over it. It stays in the page, so that a screen reader finishes reading it. */
  readonly covered: boolean;
}

/** Every toast is a live region of its own and stands in none, so that it is announced once. */
function ToastItem({ toast, covered }: ToastItemProps) {
  const close = (): void => closeToast(toast.id);
  // Some screen readers announce only what is added to a region that existed before.
  const [heard, setHeard] = useState(false);
  useEffect(() => setHeard(true), []);
  return (
    <li className="toast-place" data-covered={covered || undefined} inert={covered && toast.component}>
      {/* An error interrupts, everything else waits for a pause in what is being read. */}
      <div
        className="toast"
        data-type={toast.type}
        data-toast-id={toast.id}
        role={toast.type === 'error' ? 'alert' : 'status'}
      >
        {heard && <ToastContent toast={toast} covered={covered} close={close} />}
      </div>
    </li>
  );
}

const otherUsersOfEscape = '[role="dialog"], dialog[open], [role="menu"], [role="listbox"]';

/** Escape closes the toast unless a dialog, a menu or a field has a use for the key. */
function useCloseByEscape(top: Toast | undefined): void {
  useEffect(() => {
    if (top === undefined) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.repeat) return;
      const isWriting =
        event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
      if (!isWriting && document.querySelector(otherUsersOfEscape) === null) closeToast(top.id);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [top]);
}

/**
 * The one place of all toasts at the top right of the viewport. It lies over the header, on phones below it, and takes no
 * room from the page. It is a layer of its own, so an open modal leaves it usable.
 */
export function ToastArea() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const top = toasts.at(-1);
  useCloseByEscape(top);
  return (
    <section className="toast-area" aria-label={t('common.notifications')} data-layer="toasts">
      <ol
        className="toast-stack"
        onPointerEnter={pauseToasts}
        onPointerLeave={resumeToasts}
        onFocus={pauseToasts}
        onBlur={resumeToasts}
      >
        {toasts.map((toast) => (
          <ToastItem key={toast.id} toast={toast} covered={toast !== top} />
        ))}
      </ol>
    </section>
  );
}
