import { IconButton } from '#ui/button/icon-button.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { useOpenAlerts } from './use-open-alerts.ts';

/** Where a pair is shown: the way to its alerts. */
export function AlertsButton({ pair }: { pair: string }) {
  const { t } = useTranslation();
  const openAlerts = useOpenAlerts();
  return (
    <IconButton
      icon="bell-plus"
      label={t('common.alerts', { pair })}
      aria-haspopup="dialog"
      onClick={() => openAlerts({ pair })}
    />
  );
}
