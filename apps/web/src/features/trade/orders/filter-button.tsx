import { useTranslation } from 'react-i18next';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/icon/icon.tsx';

interface FilterButtonProps {
  /** How many filters are set. */
  count: number;
  shown: boolean;
  onShown(shown: boolean): void;
}

/** Brings the filters up; how many are set can be seen while they are away. */
export function FilterButton({ count, shown, onShown }: FilterButtonProps) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className={classNames('icon-button filter-button', count > 0 && 'text-accent')}
      aria-expanded={shown}
      aria-label={count > 0 ? t('trade.filter.buttonSet', { count }) : t('trade.filter.button')}
      title={t('trade.filter.button')}
      onClick={() => onShown(!shown)}
    >
      <Icon name="funnel" size={16} />
      {count > 0 && <span className="num text-xs">{count}</span>}
    </button>
  );
}
