import { useState } from 'react';
import { browserStorage } from '#api/browser-storage.ts';
import { IconButton } from '#ui/button/icon-button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { useAnnouncements } from './announcements-query.ts';

const dismissedKey = 'emporion.announcements';
/** Older ones are over by then. */
const dismissedMax = 50;

const readDismissed = (): readonly string[] => browserStorage.getItem(dismissedKey)?.split(' ') ?? [];

/** The newest bar that was not dismissed here. The others follow once it is; all of them stay in the list of notifications. */
export function AnnouncementBar({ revision }: { revision: string }) {
  const { t } = useTranslation();
  const [dismissed, setDismissed] = useState(readDismissed);
  const bar = useAnnouncements(revision).find(({ id, kind }) => kind === 'bar' && !dismissed.includes(id));
  const dismiss = (id: string): void => {
    // Read again, because another tab may have dismissed one since.
    const next = [id, ...readDismissed()].slice(0, dismissedMax);
    browserStorage.setItem(dismissedKey, next.join(' '));
    setDismissed(next);
  };
  return (
    <div role="status">
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
