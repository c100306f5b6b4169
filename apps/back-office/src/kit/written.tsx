import { NumericInput } from '@emporion/web/ui/field/numeric-input.tsx';
import { SelectList } from '@emporion/web/ui/field/select-list.tsx';
import { TextField } from '@emporion/web/ui/field/text-field.tsx';
import { Textarea } from '@emporion/web/ui/field/textarea.tsx';
import type { FormRefusal } from '@emporion/web/ui/form/field-problem.ts';
import { useState } from 'react';
import { zoneText } from './time.tsx';

/** What was written into a page of fields, by field, and what the server said of it. */
export function useWritten<Name extends string>(initial: Readonly<Record<Name, string>>) {
  const [values, setValues] = useState<Readonly<Record<Name, string>>>(initial);
  const [refusal, setRefusal] = useState<FormRefusal>();
  const write = (name: Name, value: string): void => {
    setValues((before) => ({ ...before, [name]: value }));
    setRefusal(undefined);
  };
  const has = (...names: Name[]): boolean => names.every((name) => values[name].trim() !== '');
  return { values, write, has, refusal, setRefusal };
}

export type Written<Name extends string> = ReturnType<typeof useWritten<Name>>;

interface WrittenFieldProps<Name extends string> {
  written: Written<Name>;
  name: Name;
  label: string;
  hint?: string | undefined;
  isNumber?: boolean;
  /** Several lines, or a day with its time. */
  kind?: 'lines' | 'moment';
  /** Value and words; without them it is a line of text. */
  options?: readonly (readonly [value: string, label: string])[];
}

export function WrittenField<Name extends string>({
  written,
  name,
  label,
  hint,
  isNumber = false,
  kind,
  options,
}: WrittenFieldProps<Name>) {
  const value = written.values[name];
  const look = { label, hint, error: written.refusal?.fields?.[name] };
  if (options !== undefined) {
    return (
      <SelectList
        {...look}
        value={value}
        options={options.map(([option, html]) => ({ value: option, html }))}
        onValueChange={(next) => written.write(name, String(next ?? ''))}
      />
    );
  }
  if (kind === 'lines') {
    return (
      <Textarea
        {...look}
        value={value}
        rows={5}
        onChange={(event) => written.write(name, event.currentTarget.value)}
      />
    );
  }
  if (isNumber)
    return (
      <NumericInput
        {...look}
        value={value}
        maxDecimals={18}
        allowMinus
        onValueChange={(next) => written.write(name, next)}
      />
    );
  return (
    <TextField
      {...look}
      value={value}
      {...(kind === 'moment' && {
        type: 'datetime-local',
        hint: `${hint === undefined ? '' : `${hint} `}Time zone: ${zoneText()}.`,
      })}
      autoComplete="off"
      onChange={(event) => written.write(name, event.currentTarget.value)}
    />
  );
}

export function Refused({ refusal }: { refusal: FormRefusal | undefined }) {
  if (refusal?.message === undefined) return null;
  return (
    <p role="alert" className="pt-3 text-sell">
      {refusal.message}
    </p>
  );
}

export const fieldsGrid = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3';
