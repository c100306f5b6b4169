import { useState } from 'react';
import { Link } from 'react-router';
import { browserStorage } from '#api/browser-storage.ts';
import { IconButton } from '#ui/button/icon-button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { useAnnouncements } from './announcements-query.ts';

const dismissedKey = 'emporion.announcements';
/** Older ones are over by then. */
const dismissedMax = 50;

const readDismissed = (): readonly string[] => browserStorage.getItem(dismissedKey)?.split(' ') ?? [];

/**
 * The newest bar that was not dismissed here; the others follow once it is, and all of them stay in the list of notifications. Above it the newest critical incident,
 * which stays until it is over.
 */
export function AnnouncementBar({ revision }: { revision: string }) {
  const { t } = useTranslation();
  const [dismissed, setDismissed] = useState(readDismissed);
  const bars = useAnnouncements(revision).filter(({ kind }) => kind === 'bar');
  const warning = bars.find(({ incident }) => incident);
  const bar = bars.find(({ id, incident }) => !incident && !dismissed.includes(id));
  const dismiss = (id: string): void => {
    // Read again, because another tab may have dismissed one since.
    const next = [id, ...readDismissed()].slice(0, dismissedMax);
    browserStorage.setItem(dismissedKey, next.join(' '));
    setDismissed(next);
  };
  return (
    <div role="status">
      {warning && (
        <div className="flex items-start gap-2 border-b border-warn/50 bg-warn/10 px-3 py-2">
          <Icon name="triangle-alert" size={16} className="mt-0.5 shrink-0 text-warn" />
          <p className="min-w-0 flex-1 text-pretty whitespace-pre-line wrap-anywhere">
            <b className="font-semibold">{warning.title}</b> {warning.text}{' '}
            <Link to="/support/status" className="text-accent underline">
              {t('alerts.notifications.status')}
            </Link>
          </p>
        </div>
      )}
      {bar && (
        <div className="flex items-center gap-2 border-b hairline bg-raised py-1 pr-1 pl-3">
          <Icon name="info" size={16} className="shrink-0 text-accent" />
          <p className="min-w-0 flex-1 text-pretty whitespace-pre-line wrap-anywhere">
            <b className="font-semibold">{bar.title}</b> {bar.text}
          </p>
          <IconButton
            icon="x"
            iconSize={16}
            label={t('alerts.notifications.dismiss', { title: bar.title })}
            title={t('alerts.notifications.dismissShort')}
            onClick={() => dismiss(bar.id)}
          />
        </div>
      )}
    </div>
  );
}
