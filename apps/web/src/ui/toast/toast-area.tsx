import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/button/icon-button.tsx';
import { Icon, type IconName } from '#ui/icon/icon.tsx';
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
      <div className="toast-texts">
        {toast.title !== undefined && <p className="toast-title">{toast.title}</p>}
        {toast.description !== undefined && <p className="toast-description">{toast.description}</p>}
      </div>
    </>
  );
}

function ToastContent({ toast, close }: { toast: Toast; close(): void }) {
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
      {toast.showClose && (
        <IconButton icon="x" label={t('common.close')} className="toast-close" onClick={close} />
      )}
    </>
  );
}

/** Every toast is a live region of its own and stands in none, so that it is heard once. */
function ToastItem({ toast }: { toast: Toast }) {
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
        {heard && <ToastContent toast={toast} close={close} />}
      </div>
    </li>
  );
}

/** The stack at the top right of the viewport. It is a layer of its own, so an open modal leaves it usable. */
export function ToastArea() {
  const { t } = useTranslation();
  const toasts = useToasts();
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
          <ToastItem key={toast.id} toast={toast} />
        ))}
      </ol>
    </section>
  );
}
