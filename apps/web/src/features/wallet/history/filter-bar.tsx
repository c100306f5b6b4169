import { useEffect, useRef, useState } from 'react';
import { movementTypes, transactionStatuses, unlistedCurrency } from '#api/contract/movements.ts';
import { coinName } from '#live/coin-name.ts';
import type { CoinState } from '#live/coin-state.ts';
import { Button } from '#ui/button/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { CoinLogo } from '#ui/coin/coin-logo.tsx';
import { NumericInput } from '#ui/field/numeric-input.tsx';
import { SelectList } from '#ui/field/select-list.tsx';
import { TextField } from '#ui/field/text-field.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { countFilters, everything, type HistoryFilter, type Narrowing } from './history-filter.ts';

const typingMs = 350;

/** What is being typed goes into the filter when the typing pauses, so that not every letter is asked for. */
function useTyped(value: string, onValue: (value: string) => void) {
  // The text, and the filter that it was typed over: once that is another, the address bar was changed by a link or the way back.
  const [typed, setTyped] = useState({ text: value, over: value });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const isTaken = typed.text.trim() === value;
  useEffect(() => {
    if (isTaken) setTyped((before) => (before.over === value ? before : { ...before, over: value }));
  }, [isTaken, value]);
  return {
    text: isTaken || typed.over === value ? typed.text : value,
    type: (text: string): void => {
      setTyped({ text, over: value });
      clearTimeout(timer.current);
      timer.current = setTimeout(() => onValue(text.trim()), typingMs);
    },
  };
}

interface FieldProps {
  filter: HistoryFilter;
  onChange(change: Partial<Narrowing>): void;
}

interface SearchFieldProps extends FieldProps {
  coins: readonly CoinState[];
}

function SearchField({ filter, coins, onChange }: SearchFieldProps) {
  const { t } = useTranslation();
  const hasMemos = coins.some(({ networks }) => networks.some(({ memo }) => memo !== null));
  const { text, type } = useTyped(filter.text, (next) => onChange({ text: next }));
  return (
    <TextField
      type="search"
      label={t('common.search')}
      placeholder={t(hasMemos ? 'history.filters.searchHint' : 'history.filters.searchHintNoMemo')}
      maxLength={100}
      value={text}
      onChange={({ currentTarget }) => type(currentTarget.value)}
    />
  );
}

const amount = /^\d{1,30}(?:\.\d{1,18})?$|^$/;

function AmountBound({ filter, onChange, end }: FieldProps & { end: 'min' | 'max' }) {
  const { t } = useTranslation();
  const { text, type } = useTyped(filter[end], (next) => {
    if (amount.test(next)) onChange({ [end]: next });
  });
  return (
    <NumericInput label={t(`history.filters.${end}`)} maxDecimals={18} value={text} onValueChange={type} />
  );
}

/** What is asked for less often. */
function MoreFilters({ filter, onChange }: FieldProps) {
  const { t } = useTranslation();
  const any = { value: '', html: t('history.filters.any') };
  return (
    <div className="grid grid-cols-2 gap-3 md:grid-cols-5">
      <SelectList
        className="max-md:col-span-2"
        label={t('history.columns.status')}
        value={filter.status}
        onValueChange={(status) => onChange({ status: status as Narrowing['status'] })}
        options={[
          any,
          ...transactionStatuses.map((status) => ({ value: status, html: t(`wallet.status.${status}`) })),
        ]}
      />
      {(['from', 'to'] as const).map((end) => (
        <TextField
          key={end}
          type="date"
          label={t(`history.filters.${end}`)}
          value={filter[end]}
          onChange={({ currentTarget }) => onChange({ [end]: currentTarget.value })}
        />
      ))}
      <AmountBound filter={filter} onChange={onChange} end="min" />
      <AmountBound filter={filter} onChange={onChange} end="max" />
    </div>
  );
}

interface FilterBarProps extends FieldProps {
  coins: readonly CoinState[];
  onCoin(coin: string | undefined): void;
}

/** What the list is narrowed to. The address bar keeps it. */
export function FilterBar({ filter, coins, onChange, onCoin }: FilterBarProps) {
  const { t, i18n } = useTranslation();
  const { type: _, text: __, ...rare } = filter;
  const rareCount = countFilters({ ...rare, type: '', text: '' });
  const [shown, setShown] = useState(rareCount > 0);
  return (
    <search className="flex flex-col gap-3" aria-label={t('history.filters.label')}>
      <div className="grid grid-cols-2 items-end gap-3 md:grid-cols-[12rem_12rem_minmax(0,1fr)_auto]">
        <SelectList
          label={t('wallet.coin')}
          value={filter.coin ?? ''}
          onValueChange={(coin) => onCoin(coin === '' ? undefined : coin)}
          options={[
            { value: '', html: t('history.filters.allCoins') },
            ...coins.map((coin) => {
              const name = coinName(coin, i18n.language);
              return {
                value: coin.code,
                html: coin.code,
                note: name,
                otherNames: [name],
                start: <CoinLogo code={coin.code} size={20} />,
              };
            }),
            { value: unlistedCurrency, html: t('history.filters.unlisted') },
          ]}
        />
        <SelectList
          label={t('history.columns.type')}
          value={filter.type}
          onValueChange={(type) => onChange({ type: type as Narrowing['type'] })}
          options={[
            { value: '', html: t('history.filters.any') },
            ...movementTypes.map((type) => ({ value: type, html: t(`wallet.kinds.${type}`) })),
          ]}
        />
        <div className="col-span-2 flex items-end gap-3 md:contents">
          <div className="min-w-0 flex-1">
            <SearchField filter={filter} coins={coins} onChange={onChange} />
          </div>
          <button
            type="button"
            className={classNames(
              'icon-button h-10 w-auto min-w-10 gap-2 border hairline px-3 text-base max-md:h-11',
              rareCount > 0 && 'text-accent',
            )}
            aria-expanded={shown}
            onClick={() => setShown(!shown)}
          >
            <Icon name="funnel" size={16} />
            <span className="max-sm:sr-only">{t('history.filters.more')}</span>
            {rareCount > 0 && <span className="num text-xs">{rareCount}</span>}
          </button>
        </div>
      </div>
      {shown && <MoreFilters filter={filter} onChange={onChange} />}
      {countFilters(filter) > 0 && (
        <div className="flex">
          <Button size="small" variant="flat" onClick={() => onChange(everything)}>
            <Icon name="x" size={14} />
            {t('history.filters.clear')}
          </Button>
        </div>
      )}
    </search>
  );
}
