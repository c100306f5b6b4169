import { Icon } from '#ui/icon/icon.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { useOnline } from './online.ts';

/** A line across the page while there is no network. `forced` shows it regardless. */
export function OfflineBar({ forced = false }: { forced?: boolean }) {
  const { t } = useTranslation();
  const online = useOnline();
  return (
    <div role="status">
      {(!online || forced) && (
        <p className="flex items-center justify-center gap-2 bg-raised px-4 py-2 text-warn">
          <Icon name="wifi-off" size={16} />
          {t('common.offline')}
        </p>
      )}
    </div>
  );
}
