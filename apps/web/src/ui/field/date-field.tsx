import { type FocusEvent, useState } from 'react';
import { useTranslation } from '#ui/text/use-translation.ts';
import { type DatePart, type DateParts, dateOf, monthNames, partsInOrder, partsOf } from './date-parts.ts';
import { type ControlProps, FieldFrame, type FieldLook } from './field-frame.tsx';

export interface DateFieldProps extends FieldLook {
  /** A calendar day such as `1990-05-17`; what is not whole yet is no day. */
  value: string;
  onValueChange(value: string): void;
  onBlur?(): void;
  id?: string | undefined;
  name?: string | undefined;
  /** Of the whole, as forms name it: `bday` makes `bday-day`, `bday-month` and `bday-year`. */
  autoComplete?: string | undefined;
}

interface PartProps {
  part: DatePart;
  parts: DateParts;
  isInvalid: boolean;
  autoComplete: string | undefined;
  onPart(part: DatePart, text: string): void;
}

function MonthPart({ parts, isInvalid, autoComplete, onPart }: PartProps) {
  const { t, i18n } = useTranslation();
  return (
    <div className="field-box flex-[2]">
      <select
        className="field-input"
        data-placeholder={parts.month === '' || undefined}
        aria-label={t('common.date.month')}
        aria-invalid={isInvalid || undefined}
        autoComplete={autoComplete}
        value={parts.month}
        onChange={(event) => onPart('month', event.currentTarget.value)}
      >
        <option value="">{t('common.date.month')}</option>
        {monthNames(i18n.language).map((name, index) => (
          <option key={name} value={String(index + 1)}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

function NumberPart({ part, parts, isInvalid, autoComplete, onPart }: PartProps & { part: 'day' | 'year' }) {
  const { t } = useTranslation();
  return (
    <div className="field-box min-w-20 flex-1">
      <input
        type="text"
        inputMode="numeric"
        className="field-input"
        aria-label={t(`common.date.${part}`)}
        placeholder={t(`common.date.${part}`)}
        aria-invalid={isInvalid || undefined}
        autoComplete={autoComplete}
        maxLength={part === 'day' ? 2 : 4}
        value={parts[part]}
        onChange={(event) => onPart(part, event.currentTarget.value.replaceAll(/\D/g, ''))}
      />
    </div>
  );
}

/**
 * A day in three parts, in the order and with the names of the months of the page's language. A browser's own field
 * goes by the language of the browser, and asks people to page through decades.
 */
export function DateField(props: DateFieldProps) {
  const { value, onValueChange, onBlur, autoComplete, name: _, ...look } = props;
  const { i18n } = useTranslation();
  const [parts, setParts] = useState(() => partsOf(value));
  const change = (part: DatePart, text: string): void => {
    const next = { ...parts, [part]: text };
    setParts(next);
    onValueChange(dateOf(next));
  };
  const leave = (event: FocusEvent<HTMLElement>): void => {
    if (!event.currentTarget.contains(event.relatedTarget)) onBlur?.();
  };
  const draw = (control: ControlProps, labelId: string) => (
    <fieldset
      id={control.id}
      aria-labelledby={labelId}
      aria-describedby={control['aria-describedby']}
      className="flex min-w-0 gap-2"
      onBlur={leave}
    >
      {partsInOrder(i18n.language).map((part) => {
        const own = {
          parts,
          isInvalid: control['aria-invalid'] === true,
          autoComplete: autoComplete && `${autoComplete}-${part}`,
          onPart: change,
        };
        return part === 'month' ? (
          <MonthPart key={part} part={part} {...own} />
        ) : (
          <NumberPart key={part} part={part} {...own} />
        );
      })}
    </fieldset>
  );
  return <FieldFrame {...look}>{draw}</FieldFrame>;
}
