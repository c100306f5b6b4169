import { useState } from 'react';
import { Button } from '#ui/button/button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { acceptNotice, isNoticeAccepted } from './notice-cookie.ts';

/**
 * Says what is kept in the browser, until it has been read once: one line below the header, in the flow of the page, so
 * that it is seen first and covers nothing. The server writes the same into the page, see `cookie-notice-html.ts`.
 */
export function CookieNotice() {
  const { t } = useTranslation();
  const [accepted, setAccepted] = useState(isNoticeAccepted);
  if (accepted) return null;
  const accept = (): void => {
    acceptNotice();
    setAccepted(true);
  };
  return (
    <section
      aria-label={t('shell.cookies.label')}
      className="cookie-notice flex items-center gap-3 border-b hairline bg-surface px-3 py-1"
    >
      <Icon name="cookie" size={18} className="shrink-0 text-muted max-md:hidden" />
      <p className="text-pretty max-md:flex-1 max-md:text-xs">{t('shell.cookies.text')}</p>
      <Button size="small" variant="flat" className="shrink-0" onClick={accept}>
        {t('shell.cookies.accept')}
      </Button>
    </section>
  );
}
