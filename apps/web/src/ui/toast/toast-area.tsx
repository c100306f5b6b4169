import { useEffect, useRef, useState } from 'react';
import { IconButton } from '#ui/button/icon-button.tsx';
import { Icon, type IconName } from '#ui/icon/icon.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import {
  closeToast,
  pauseToasts,
  resumeToasts,
  type Toast,
  type ToastType,
  useToastRest,
  useToasts,
} from './toast-store.ts';

const iconOfType: Record<ToastType, IconName> = {
  success: 'circle-check',
  error: 'circle-alert',
  warning: 'triangle-alert',
  info: 'info',
};

interface ToastItemProps {
  readonly toast: Toast;
  /** How many others have given way to the stack; only the last one says so. */
  readonly rest: number;
}

function ToastTexts({ toast, rest }: ToastItemProps) {
  const { t } = useTranslation();
  return (
    <>
      <Icon
        name={iconOfType[toast.type]}
        size={20}
        className="toast-icon"
        label={t(`common.toastType.${toast.type}`)}
      />
      <div className="toast-texts">
        {toast.title !== undefined && <p className="toast-title">{toast.title}</p>}
        {toast.description !== undefined && <p className="toast-description">{toast.description}</p>}
        {rest > 0 && <p className="toast-rest">{t('common.moreToasts', { count: rest })}</p>}
      </div>
    </>
  );
}

function ToastContent({ toast, rest, close }: ToastItemProps & { close(): void }) {
  const { t } = useTranslation();
  const Content = toast.component ? toast.content : undefined;
  return (
    <>
      {Content === undefined ? (
        <ToastTexts toast={toast} rest={rest} />
      ) : (
        <div className="toast-texts">
          <Content id={toast.id} close={close} />
        </div>
      )}
      {toast.showClose && (
        <IconButton icon="x" label={t('common.close')} className="toast-close" onClick={close} />
      )}
    </>
  );
}

/** Every toast is a live region of its own and stands in none, so that it is heard once. */
function ToastItem({ toast, rest }: ToastItemProps) {
  const close = (): void => closeToast(toast.id);
  // Some screen readers hear only what comes into a region that was there before.
  const [heard, setHeard] = useState(false);
  useEffect(() => setHeard(true), []);
  return (
    <li>
      {/* An error interrupts, everything else waits for a pause in what is being read. */}
      <div
        className="toast"
        data-type={toast.type}
        data-toast-id={toast.id}
        role={toast.type === 'error' ? 'alert' : 'status'}
      >
        {heard && <ToastContent toast={toast} rest={rest} close={close} />}
      </div>
    </li>
  );
}

/** What makes room comes with the first toast; from then on there is room before it is painted: an observer of sizes runs between layout and paint. */
function useRoom() {
  const areaRef = useRef<HTMLElement>(null);
  useEffect(() => {
    const area = areaRef.current;
    if (area === null || typeof ResizeObserver !== 'function') return;
    let part: Promise<typeof import('./make-room.ts')> | undefined;
    const observer = new ResizeObserver(() => {
      if (area.offsetHeight > 0) part ??= import('./make-room.ts');
      void part?.then(({ setToastRoom }) => setToastRoom(area.offsetHeight));
    });
    observer.observe(area);
    return () => observer.disconnect();
  }, []);
  return areaRef;
}

/**
 * The stack at the top right of the viewport, below the header. It is a layer of its own, so an open modal leaves it
 * usable, and it covers no control: `make-room.ts` moves them out of its way.
 */
export function ToastArea() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const rest = useToastRest();
  const areaRef = useRoom();
  return (
    <>
      <div className="toast-lane" aria-hidden="true" />
      <section
        className="toast-area"
        aria-label={t('common.notifications')}
        data-layer="toasts"
        ref={areaRef}
      >
        <ol
          className="toast-stack"
          onPointerEnter={pauseToasts}
          onPointerLeave={resumeToasts}
          onFocus={pauseToasts}
          onBlur={resumeToasts}
        >
          {toasts.map((toast) => (
            <ToastItem key={toast.id} toast={toast} rest={toast === toasts.at(-1) ? rest : 0} />
          ))}
        </ol>
      </section>
    </>
  );
}
