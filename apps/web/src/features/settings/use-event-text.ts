import { useTranslation } from '#ui/text/use-translation.ts';

/** The name of a security event. A server that is newer than this page may know events that this page has no words for. */
export function useEventText() {
  const { t, i18n } = useTranslation();
  return (event: string): string => {
    const key = `settings.events.${event}`;
    return /^[a-z_]+$/.test(event) && i18n.exists(key) ? t(key) : t('settings.events.other');
  };
}
