import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useId, useRef, useState } from 'react';
import { Icon } from '#ui/icon/icon.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { notificationsQuery } from '../notifications/notifications-query.ts';

const NotificationList = lazy(async () => ({
  default: (await import('../notifications/notification-list.tsx')).NotificationList,
}));

const shownMax = 99;

/** What the user was told, and how much of it is new. */
export function NotificationBell() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const popupId = useId();
  const buttonRef = useRef<HTMLButtonElement>(null);
  const unread = useQuery(notificationsQuery).data?.unread ?? 0;
  const close = useCallback(() => setOpen(false), []);
  return (
    <>
      <button
        type="button"
        ref={buttonRef}
        className="menu-button relative"
        title={t('alerts.notifications.title')}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? popupId : undefined}
        onClick={() => setOpen(!open)}
      >
        <Icon name="bell" size={18} />
        <span className="sr-only">
          {unread > 0 ? t('alerts.notifications.label', { count: unread }) : t('alerts.notifications.title')}
        </span>
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="num absolute top-0 right-0 min-w-4 rounded-full bg-accent px-1 text-center text-[0.625rem] leading-4 font-semibold text-surface max-md:top-1"
          >
            {unread > shownMax ? `${shownMax}+` : unread}
          </span>
        )}
      </button>
      {open && (
        <Suspense>
          <NotificationList id={popupId} anchorRef={buttonRef} close={close} />
        </Suspense>
      )}
    </>
  );
}
