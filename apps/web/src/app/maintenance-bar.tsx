import { useStatus } from '#live/server-status.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';

/** Says, calmly and before anybody tries, that changes are refused for now. */
export function MaintenanceBar() {
  const { t } = useTranslation();
  const underMaintenance = useStatus('maintenance');
  return (
    <div role="status">
      {underMaintenance && (
        <p className="flex items-center justify-center gap-2 bg-raised px-4 py-2 text-center text-pretty">
          <Icon name="info" size={16} className="shrink-0 text-accent" />
          {t('shell.maintenance')}
        </p>
      )}
    </div>
  );
}
