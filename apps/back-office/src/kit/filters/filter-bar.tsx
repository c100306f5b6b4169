import { Button } from '@emporion/web/ui/button/button.tsx';
import { SelectList } from '@emporion/web/ui/field/select-list.tsx';
import { TextField } from '@emporion/web/ui/field/text-field.tsx';
import { Icon } from '@emporion/web/ui/icon/icon.tsx';
import { DropdownMenu, type MenuEntry } from '@emporion/web/ui/menu/dropdown-menu.tsx';
import { useEffect, useState } from 'react';
import { askAction } from '#kit/action/ask-action.tsx';
import { timeText } from '#kit/time.tsx';
import { isMoment, momentOf } from './day.ts';
import type { Filter, FilterValues } from './filter.ts';
import { type SavedView, useSavedViews } from './saved-views.ts';

interface FilterBarProps {
  /** Under which views are remembered. */
  name: string;
  filters: readonly Filter[];
  values: FilterValues;
  onChange(values: FilterValues): void;
}

/** The field itself has the label. */
const unspoken = { 'aria-hidden': true };

/** Typing is over when so long nothing more came. */
const typingMs = 350;

function TypedField({
  filter,
  value,
  change,
}: {
  filter: Filter & { kind: 'text' };
  value: string;
  change(value: string): void;
}) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => change(typed.trim()), typingMs);
    return () => clearTimeout(timer);
  });
  return (
    <TextField
      type="search"
      className="filter-text"
      label={filter.label}
      hideLabel
      placeholder={filter.placeholder ?? filter.label}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}

/** A day or a moment as the lists write them. What is no day yet changes nothing. */
function DayField({ label, value, change }: { label: string; value: string; change(value: string): void }) {
  const shown = isMoment(value) ? timeText(value) : value;
  const [typed, setTyped] = useState(shown);
  useEffect(() => setTyped(shown), [shown]);
  useEffect(() => {
    const text = typed.trim();
    if (text === shown || (text !== '' && momentOf(text) === undefined)) return;
    const timer = setTimeout(() => change(text), typingMs);
    return () => clearTimeout(timer);
  });
  return (
    <TextField
      label={label}
      hideLabel
      placeholder="YYYY-MM-DD"
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}

function Field({ filter, value, change }: { filter: Filter; value: string; change(value: string): void }) {
  if (filter.kind === 'text') return <TypedField filter={filter} value={value} change={change} />;
  if (filter.kind === 'day') {
    return (
      <div className="filter-day">
        <span className="text-muted" {...unspoken}>
          {filter.label}
        </span>
        <DayField label={filter.label} value={value} change={change} />
      </div>
    );
  }
  const any = { value: '', html: filter.any ?? `${filter.label}: any` };
  return (
    <SelectList
      className="filter-choice"
      label={filter.label}
      hideLabel
      options={[any, ...filter.options.map(([option, html]) => ({ value: option, html }))]}
      value={value}
      onValueChange={change}
    />
  );
}

function SavedViews({ name, values, onChange }: Pick<FilterBarProps, 'name' | 'values' | 'onChange'>) {
  const { views, save, remove } = useSavedViews(name);
  const isFiltered = Object.keys(values).length > 0;
  const current = views.find((view) => JSON.stringify(view.values) === JSON.stringify(values));
  const askName = (view?: SavedView): void =>
    askAction({
      title: view === undefined ? 'Save this view' : `Rename “${view.name}”`,
      confirm: 'Save',
      fields: [{ name: 'name', label: 'Name', kind: 'text', initial: view?.name ?? '' }],
      run: async ({ name: viewName = '' }) => {
        save({ name: viewName.trim(), values: view?.values ?? values }, view?.name);
        return undefined;
      },
    });
  const entries: MenuEntry[] = [
    ...views.map((view) => ({
      kind: 'choice' as const,
      label: view.name,
      checked: view === current,
      onSelect: () => onChange(view.values),
    })),
    ...(isFiltered && current === undefined
      ? [
          {
            kind: 'action' as const,
            label: 'Save this view',
            icon: 'plus' as const,
            onSelect: () => askName(),
          },
        ]
      : []),
    ...views.flatMap((view) => [
      {
        kind: 'action' as const,
        label: `Rename “${view.name}”`,
        icon: 'pencil' as const,
        onSelect: () => askName(view),
      },
      {
        kind: 'action' as const,
        label: `Forget “${view.name}”`,
        icon: 'trash-2' as const,
        onSelect: () => remove(view.name),
      },
    ]),
  ];
  if (entries.length === 0) return null;
  return (
    <DropdownMenu label="Saved views" entries={entries}>
      <Icon name="star" size={16} />
      <span>{current?.name ?? 'Views'}</span>
    </DropdownMenu>
  );
}

/** What narrows a list, in one line that wraps. On a phone it folds into one button that says how many are set. */
export function FilterBar({ name, filters, values, onChange }: FilterBarProps) {
  const [isWhole, setWhole] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const count = Object.keys(values).length;
  const shown = filters.filter((filter) => isWhole || !filter.isRare || values[filter.name] !== undefined);
  return (
    <search className="filter-bar" data-open={isOpen ? '' : undefined}>
      <Button
        size="small"
        variant="flat"
        className="filter-fold"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="funnel" size={16} />
        {count === 0 ? 'Filters' : `Filters (${count})`}
      </Button>
      {shown.map((filter) => (
        <Field
          key={filter.name}
          filter={filter}
          value={values[filter.name] ?? ''}
          change={(value) => onChange({ ...values, [filter.name]: value })}
        />
      ))}
      {shown.length < filters.length && (
        <Button size="small" variant="flat" color="black" onClick={() => setWhole(true)}>
          More filters
        </Button>
      )}
      {count > 0 && (
        <Button size="small" variant="flat" onClick={() => onChange({})}>
          Clear
        </Button>
      )}
      <SavedViews name={name} values={values} onChange={onChange} />
    </search>
  );
}
