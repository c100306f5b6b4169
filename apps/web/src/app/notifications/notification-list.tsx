import type { UserNotification } from '@emporion/contracts/rest';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router';
import type { z } from 'zod/mini';
import { Button } from '#ui/button/button.tsx';
import { IconButton } from '#ui/button/icon-button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { usePopup } from '#ui/popup/use-popup.ts';
import { EmptyState } from '#ui/state/empty-state.tsx';
import { ErrorState } from '#ui/state/error-state.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { dateFormat, dateStyles } from '#ui/text/formats.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { type Announcement, useAnnouncements } from './announcements-query.ts';
import {
  dismiss,
  markRead,
  notificationsKey,
  notificationsQuery,
  olderNotifications,
  pageRows,
} from './notifications-query.ts';

type Notification = z.infer<typeof UserNotification>;

interface EntryProps {
  readonly notification: Notification;
  readonly isNew: boolean;
  /** The button that was pressed goes with its entry, and the focus must go somewhere. */
  onDismiss(): void;
  /** A page opens that the list would hang over. */
  onOpen(): void;
}

/** The title leads to what it is about, and its link covers the entry, so that a click anywhere on it does. */
function Title({
  notification: { title, link },
  isNew,
  onOpen,
}: Pick<EntryProps, 'notification' | 'isNew' | 'onOpen'>) {
  const { t } = useTranslation();
  const words = (
    <>
      {isNew && <span className="sr-only">{t('alerts.notifications.new')} </span>}
      {title}
    </>
  );
  if (typeof link !== 'string') return words;
  return (
    <Link to={link} className="after:absolute after:inset-0 hover:underline" onClick={onOpen}>
      {words}
    </Link>
  );
}

function Entry({ notification, isNew, onDismiss, onOpen }: EntryProps) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const { id, title, text, time } = notification;
  const format = dateFormat(i18n.language, dateStyles.moment);
  const remove = async (): Promise<void> => {
    onDismiss();
    await dismiss(id);
    await client.invalidateQueries({ queryKey: notificationsKey });
  };
  return (
    <li data-id={id} className="relative flex gap-2 border-b hairline py-2 last:border-0">
      <span
        aria-hidden="true"
        className={`mt-1.5 size-2 shrink-0 rounded-full ${isNew ? 'bg-accent' : 'bg-transparent'}`}
      />
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">
          <Title notification={notification} isNew={isNew} onOpen={onOpen} />
        </p>
        <p className="text-sm text-pretty wrap-anywhere">{text}</p>
        <time className="text-xs text-muted" dateTime={time}>
          {format.format(new Date(time))}
        </time>
      </div>
      <IconButton
        className="relative"
        icon="x"
        iconSize={16}
        label={t('alerts.notifications.dismiss', { title })}
        title={t('alerts.notifications.dismissShort')}
        onClick={() => void remove()}
      />
    </li>
  );
}

/** What the exchange tells everybody stays until it is over: there is nothing to dismiss. */
function AnnouncementEntry({ announcement: { title, text, time } }: { announcement: Announcement }) {
  const { t, i18n } = useTranslation();
  return (
    <li className="flex gap-2 border-b hairline py-2 last:border-0">
      <Icon name="info" size={16} className="mt-0.5 shrink-0 text-accent" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">
          <span className="sr-only">{t('alerts.announcements.entry')} </span>
          {title}
        </p>
        <p className="text-sm text-pretty whitespace-pre-line wrap-anywhere">{text}</p>
        <time className="text-xs text-muted" dateTime={time}>
          {dateFormat(i18n.language, dateStyles.moment).format(new Date(time))}
        </time>
      </div>
    </li>
  );
}

/** Which entries of a list have been on the screen. Where nobody can tell, all of them. */
function useShown(listRef: RefObject<HTMLElement | null>, ids: string): ReadonlySet<string> {
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const add = (more: readonly string[]): void =>
      setShown((before) => (more.every((id) => before.has(id)) ? before : new Set([...before, ...more])));
    const entries = [...(listRef.current?.querySelectorAll<HTMLElement>('[data-id]') ?? [])];
    const idOf = (entry: Element): string => (entry as HTMLElement).dataset.id ?? '';
    if (typeof IntersectionObserver !== 'function') return add(ids === '' ? [] : ids.split(','));
    const observer = new IntersectionObserver(
      (seen) => add(seen.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => idOf(target))),
      { threshold: 0.5 },
    );
    for (const entry of entries) observer.observe(entry);
    return () => observer.disconnect();
  }, [listRef, ids]);
  return shown;
}

/**
 * Counts as read what was on the screen, and nothing further down. It stays marked while the list is open.
 */
function useSeen(
  results: readonly Notification[] | undefined,
  listRef: RefObject<HTMLElement | null>,
): ReadonlySet<string> {
  const client = useQueryClient();
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const shown = useShown(listRef, results?.map(({ id }) => id).join() ?? '');
  const unread = results?.filter(({ id, read }) => read === false && shown.has(id)).map(({ id }) => id) ?? [];
  const known = unread.join();
  useEffect(() => {
    const seen = known === '' ? [] : known.split(',');
    const [upTo] = seen;
    const from = seen.at(-1);
    if (upTo === undefined || from === undefined) return;
    setFresh((before) => new Set([...before, ...seen]));
    void markRead({ from, upTo }).then(() => client.invalidateQueries({ queryKey: notificationsKey }));
  }, [client, known]);
  return fresh;
}

type Handlers = Pick<EntryProps, 'onDismiss' | 'onOpen'>;

/** What came before the first page, a page at a time. */
function Older({ than, ...handlers }: Handlers & { readonly than: string }) {
  const { data, isFetching, hasNextPage, fetchNextPage } = useInfiniteQuery(olderNotifications(than));
  const entries = data?.pages.flat() ?? [];
  return (
    <>
      <ul>
        {entries.map((notification) => (
          <Entry
            key={notification.id}
            notification={notification}
            isNew={notification.read === false}
            {...handlers}
          />
        ))}
      </ul>
      {hasNextPage || isFetching ? (
        <OlderButton loading={isFetching} onClick={() => void fetchNextPage()} />
      ) : (
        <End />
      )}
    </>
  );
}

function End() {
  const { t } = useTranslation();
  return (
    <p role="status" className="py-2 text-center text-sm text-muted">
      {t('alerts.notifications.end')}
    </p>
  );
}

function OlderButton({ loading = false, onClick }: { readonly loading?: boolean; onClick(): void }) {
  const { t } = useTranslation();
  return (
    <Button variant="flat" size="small" className="my-1 w-full" loading={loading} onClick={onClick}>
      {t('alerts.notifications.older')}
    </Button>
  );
}

function Content({ onDismiss, onOpen }: Handlers) {
  const { t } = useTranslation();
  const { data, isError, isFetching, refetch } = useQuery(notificationsQuery);
  const announcements = useAnnouncements();
  const listRef = useRef<HTMLUListElement>(null);
  const fresh = useSeen(data?.results, listRef);
  // Where older ones begin stays where it was when they were asked for, whatever comes or is dismissed meanwhile.
  const [olderThan, setOlderThan] = useState<string>();
  if (data === undefined && isError)
    return (
      <ErrorState
        title={t('alerts.notifications.unread')}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  if (data === undefined) return <Skeleton className="my-2 h-24 w-full" />;
  if (data.results.length === 0 && announcements.length === 0)
    return <EmptyState icon="bell" text={t('alerts.notifications.none')} />;
  const first =
    olderThan === undefined ? data.results : data.results.filter(({ id }) => BigInt(id) >= BigInt(olderThan));
  const last = data.results.at(-1)?.id;
  return (
    <>
      <ul ref={listRef}>
        {announcements.map((announcement) => (
          <AnnouncementEntry key={`announcement ${announcement.id}`} announcement={announcement} />
        ))}
        {first.map((notification) => (
          <Entry
            key={notification.id}
            notification={notification}
            isNew={notification.read === false || fresh.has(notification.id)}
            onDismiss={onDismiss}
            onOpen={onOpen}
          />
        ))}
      </ul>
      {olderThan !== undefined && <Older than={olderThan} onDismiss={onDismiss} onOpen={onOpen} />}
      {olderThan === undefined &&
        (data.results.length >= pageRows ? <OlderButton onClick={() => setOlderThan(last)} /> : <End />)}
    </>
  );
}

interface NotificationListProps {
  readonly id: string;
  readonly anchorRef: RefObject<HTMLButtonElement | null>;
  close(): void;
}

/** What the user was told, the newest first. */
export function NotificationList({ id, anchorRef, close }: NotificationListProps) {
  const { t } = useTranslation();
  const popupRef = useRef<HTMLDivElement>(null);
  usePopup({ open: true, close, anchorRef, popupRef, align: 'end' });
  const focus = (): void => popupRef.current?.focus({ preventScroll: true });
  useLayoutEffect(focus, []);
  return createPortal(
    <div
      id={id}
      ref={popupRef}
      role="dialog"
      aria-label={t('alerts.notifications.title')}
      tabIndex={-1}
      className="popup w-96"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        close();
        anchorRef.current?.focus();
      }}
      onBlur={({ relatedTarget }) => {
        // Tab leads on to the rest of the page, and the list would hang over it.
        if (relatedTarget instanceof Node && !popupRef.current?.contains(relatedTarget)) close();
      }}
    >
      <div className="flex items-center justify-between gap-3 px-2 py-1">
        <h2 className="text-base font-semibold">{t('alerts.notifications.title')}</h2>
        <Link to="/settings#notifications" className="text-sm text-accent" onClick={close}>
          {t('alerts.notifications.settings')}
        </Link>
      </div>
      <div className="px-2">
        <Content onDismiss={focus} onOpen={close} />
      </div>
    </div>,
    document.body,
  );
}
