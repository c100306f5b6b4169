import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { browserStorage } from '#api/browser-storage.ts';
import { Button } from '#ui/button/button.tsx';
import { Icon } from '#ui/icon/icon.tsx';

const acceptedKey = 'cookie_notice';

/**
 * Says what is kept in the browser, until it has been read once. It stays in sight and has its own place at the end of
 * the page, so that nothing is hidden below it when the page has been scrolled to its end.
 */
export function CookieNotice() {
  const { t } = useTranslation();
  const [accepted, setAccepted] = useState(() => browserStorage.getItem(acceptedKey) !== null);
  if (accepted) return null;
  const accept = (): void => {
    browserStorage.setItem(acceptedKey, 'accepted');
    setAccepted(true);
  };
  return (
    <section
      aria-label={t('shell.cookies.label')}
      className="sticky bottom-2 z-30 m-2 flex items-center gap-3 rounded-lg bg-surface p-3 shadow-popup sm:bottom-3 sm:m-3 sm:max-w-lg"
    >
      <Icon name="cookie" size={24} className="shrink-0 text-muted" />
      <p className="flex-1 text-pretty">{t('shell.cookies.text')}</p>
      <Button size="small" onClick={accept}>
        {t('shell.cookies.accept')}
      </Button>
    </section>
  );
}
