import { useTranslation } from '#ui/text/use-translation.ts';

/** The server says "Firefox on Linux" to everybody; here it is said in the reader's language. */
export function useDeviceText() {
  const { t } = useTranslation();
  return (device: string): string => {
    const [, browser, system] = /^(.+) on (.+)$/.exec(device) ?? [];
    if (browser !== undefined && system !== undefined) return t('settings.devices.name', { browser, system });
    return device === '' || /^unknown/i.test(device) ? t('settings.devices.unknown') : device;
  };
}
