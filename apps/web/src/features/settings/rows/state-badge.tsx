import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon/icon.tsx';

/** Whether something is on, in words and in a mark: the colour is the least of it. */
export function StateBadge({ on }: { on: boolean }) {
  const { t } = useTranslation();
  return (
    <span className={`inline-flex items-center gap-1.5 ${on ? 'text-buy' : 'text-muted'}`}>
      <Icon name={on ? 'circle-check' : 'minus'} size={16} />
      {on ? t('settings.on') : t('settings.off')}
    </span>
  );
}
