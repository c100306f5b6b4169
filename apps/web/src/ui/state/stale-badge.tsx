import { useTranslation } from '#ui/text/use-translation.ts';
import { Spinner } from './spinner.tsx';

/** What is shown may be old: the connection is being made again. */
export function StaleBadge() {
  const { t } = useTranslation();
  return (
    <span
      role="status"
      className="inline-flex items-center gap-1.5 rounded-sm bg-raised px-2 py-0.5 text-xs text-warn"
    >
      <Spinner size={12} />
      {t('common.reconnecting')}
    </span>
  );
}
