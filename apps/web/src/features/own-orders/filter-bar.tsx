import { kindNames } from '#orders/model/order-kind.ts';
import { Button } from '#ui/button/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { TextField } from '#ui/field/text-field.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { DropdownMenu } from '#ui/menu/dropdown-menu.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { closedStates, everything, type OrderFilter, periods } from './order-filter.ts';

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  values: readonly Value[];
  nameOf(value: Value): string;
  onValue(value: Value): void;
}

function Choice<Value extends string>({ label, value, values, nameOf, onValue }: ChoiceProps<Value>) {
  return (
    <DropdownMenu
      label={label}
      align="start"
      className="filter-choice"
      entries={values.map((each) => ({
        kind: 'choice',
        label: nameOf(each),
        checked: each === value,
        onSelect: () => onValue(each),
      }))}
    >
      <span className="text-muted">{label}</span>
      <span>{nameOf(value)}</span>
      <Icon name="chevron-down" size={14} className="shrink-0" />
    </DropdownMenu>
  );
}

type Changed = Partial<Omit<OrderFilter, 'pair'>>;

export interface FilterBarProps {
  filter: OrderFilter;
  /** Which list it is for: trades have no type and no state, open orders no state. */
  list: 'open' | 'history' | 'fills';
  onChange(change: Changed): void;
}

/** Days of a period that its owner chooses. Both belong to it. */
function OwnPeriod({ filter, onChange }: Omit<FilterBarProps, 'list'>) {
  const { t } = useTranslation();
  return (['from', 'to'] as const).map((end) => (
    <TextField
      key={end}
      type="date"
      className="filter-day"
      label={t(`trade.filter.${end}`)}
      hideLabel
      value={filter[end]}
      onChange={({ currentTarget }) => onChange({ [end]: currentTarget.value })}
    />
  ));
}

/** What the list is narrowed to. It comes when somebody asks for it. */
export function FilterBar({ filter, list, onChange }: FilterBarProps) {
  const { t } = useTranslation();
  const any = t('trade.filter.any');
  const kinds = list === 'history' ? kindNames : kindNames.filter((kind) => kind !== 'market');
  return (
    <fieldset className="filter-bar">
      <legend className="sr-only">{t('trade.orders.filter')}</legend>
      <Choice
        label={t('trade.orders.side')}
        value={filter.side ?? 'any'}
        values={['any', 'buy', 'sell']}
        nameOf={(side) => (side === 'any' ? any : t(`trade.side.${side}`))}
        onValue={(side) => onChange({ side: side === 'any' ? null : side })}
      />
      {list !== 'fills' && (
        <Choice
          label={t('trade.orders.kind')}
          value={filter.kind ?? 'any'}
          values={['any', ...kinds]}
          nameOf={(kind) => (kind === 'any' ? any : t(`trade.kinds.${kind}`))}
          onValue={(kind) => onChange({ kind: kind === 'any' ? null : kind })}
        />
      )}
      {list === 'history' && (
        <Choice
          label={t('trade.orders.status')}
          value={filter.state}
          values={closedStates}
          nameOf={(state) => (state === 'closed' ? any : t(`trade.states.${state}`))}
          onValue={(state) => onChange({ state })}
        />
      )}
      <Choice
        label={t('trade.filter.period')}
        value={filter.period}
        values={periods}
        nameOf={(period) => t(`trade.filter.periods.${period}`)}
        onValue={(period) => onChange({ period })}
      />
      {filter.period === 'own' && <OwnPeriod filter={filter} onChange={onChange} />}
      <Button size="small" variant="flat" color="black" onClick={() => onChange(everything)}>
        {t('trade.filter.clear')}
      </Button>
    </fieldset>
  );
}

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
