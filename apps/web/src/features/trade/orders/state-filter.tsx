import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon/icon.tsx';
import { DropdownMenu } from '#ui/menu/dropdown-menu.tsx';
import { type HistoryState, historyStates } from '../api/queries.ts';

const states: readonly HistoryState[] = ['all', ...historyStates];

interface StateFilterProps {
  state: HistoryState;
  onState(state: HistoryState): void;
}

/** Which closed orders are listed: all, those that were filled, those that were not. */
export function StateFilter({ state, onState }: StateFilterProps) {
  const { t } = useTranslation();
  return (
    <DropdownMenu
      label={t('trade.orders.filter')}
      entries={states.map((each) => ({
        kind: 'choice',
        label: t(`trade.states.${each}`),
        checked: each === state,
        onSelect: () => onState(each),
      }))}
    >
      <Icon name="funnel" size={14} />
      {t(`trade.states.${state}`)}
    </DropdownMenu>
  );
}
