import { Button } from '@emporion/web/ui/button/button.tsx';
import { Checkbox } from '@emporion/web/ui/field/checkbox.tsx';
import { DateField } from '@emporion/web/ui/field/date-field.tsx';
import { NumericInput } from '@emporion/web/ui/field/numeric-input.tsx';
import { SelectList } from '@emporion/web/ui/field/select-list.tsx';
import { TextField } from '@emporion/web/ui/field/text-field.tsx';
import { Textarea } from '@emporion/web/ui/field/textarea.tsx';
import type { FieldProblem, FormRefusal } from '@emporion/web/ui/form/field-problem.ts';
import { Form, FormMessage } from '@emporion/web/ui/form/form.tsx';
import { type Form as FormState, useForm } from '@emporion/web/ui/form/use-form.ts';
import { closeModal } from '@emporion/web/ui/modal/modal-store.ts';
import { useTranslation } from '@emporion/web/ui/text/use-translation.ts';
import { useLayoutEffect, useState } from 'react';
import { CoinChoice, CountryChoice } from '#kit/choices.tsx';
import { zoneText } from '#kit/time.tsx';
import { UserField } from '#kit/user-field.tsx';
import type { Action } from './ask-action.tsx';
import type { ActionField, ActionValues } from './field.ts';

interface ActionFormProps {
  action: Action;
  written: ActionValues | undefined;
  refusal: FormRefusal | undefined;
  submit(values: ActionValues): Promise<void>;
}

type Values = Record<string, string>;

function initialValues(fields: readonly ActionField[], written: ActionValues | undefined): Values {
  return Object.fromEntries(
    fields.map(({ name, kind, initial }) => [
      name,
      written?.[name] ?? initial ?? (kind === 'switch' ? 'false' : ''),
    ]),
  );
}

function checkFields(fields: readonly ActionField[], values: Values): Record<string, FieldProblem> {
  const problems: Record<string, FieldProblem> = {};
  for (const { name, kind, isOptional, check } of fields) {
    const value = (values[name] ?? '').trim();
    const problem: FieldProblem | undefined =
      value === ''
        ? isOptional
          ? undefined
          : { code: 'field_required' }
        : kind === 'number' && !plainNumber.test(value)
          ? { code: 'amount_not_a_number' }
          : check?.(value, values);
    if (problem !== undefined) problems[name] = problem;
  }
  return problems;
}

/** What a field of numbers gives once it was understood; what was not, it gives as it was written. */
const plainNumber = /^-?\d+(?:\.\d+)?$/;

function Field({
  field,
  form,
  said,
}: {
  field: ActionField;
  form: FormState<Values>;
  said: string | undefined;
}) {
  const { name, label, hint, kind, options = [] } = field;
  const look = { label, hint };
  if (kind === 'switch') {
    const { value, onValueChange, id } = form.choice(name);
    return (
      <>
        <Checkbox
          id={id}
          label={label}
          value={value}
          trueValue="true"
          falseValue="false"
          onValueChange={onValueChange}
          {...(hint !== undefined && { 'aria-describedby': `${id}-hint` })}
        />
        {hint !== undefined && (
          <p id={`${id}-hint`} className="-mt-1 ps-7 text-xs text-pretty text-muted">
            {hint}
          </p>
        )}
      </>
    );
  }
  if (kind === 'choice') {
    const { error, ...bound } = form.choice(name);
    return (
      <SelectList
        {...look}
        {...bound}
        error={error ?? said}
        options={options.map(([value, html]) => ({ value, html }))}
      />
    );
  }
  if (kind === 'coin' || kind === 'country') {
    const { error, ...bound } = form.choice(name);
    const Choice = kind === 'coin' ? CoinChoice : CountryChoice;
    return <Choice {...look} {...bound} error={error ?? said} />;
  }
  if (kind === 'user') {
    const { error, ...bound } = form.choice(name);
    return <UserField {...look} {...bound} error={error ?? said} />;
  }
  // A field of the browser's would speak its language, not that of the page.
  if (kind === 'day') {
    const { error, ...bound } = form.choice(name);
    return <DateField {...look} {...bound} error={error ?? said} />;
  }
  if (kind === 'number') {
    const { error, ...bound } = form.choice(name);
    return <NumericInput {...look} {...bound} error={error ?? said} maxDecimals={18} allowMinus />;
  }
  const { error, ...bound } = form.text(name);
  if (kind === 'moment') {
    const zone = `Time zone: ${zoneText()}.`;
    return (
      <TextField
        {...{ label, hint: hint === undefined ? zone : `${hint} ${zone}` }}
        {...bound}
        error={error ?? said}
        type="datetime-local"
        autoComplete="off"
      />
    );
  }
  if (kind === 'colour') {
    const { value, onChange } = bound;
    return (
      <div className="flex flex-col gap-2">
        <TextField
          {...look}
          {...bound}
          error={error ?? said}
          autoComplete="off"
          control={
            <input
              type="color"
              aria-label={`${label}: pick`}
              value={/^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : '#14709e'}
              onChange={onChange}
            />
          }
        />
        {field.preview?.(value.trim())}
      </div>
    );
  }
  if (kind === 'lines') return <Textarea {...look} {...bound} error={error ?? said} rows={3} />;
  return <TextField {...look} {...bound} error={error ?? said} autoComplete="off" />;
}

/** The form of an action. What the server said of the last try stands with it until the next. */
export function ActionForm({ action, written, refusal, submit }: ActionFormProps) {
  const { t } = useTranslation();
  const { fields, text, confirm, isDangerous = false } = action;
  const [said, setSaid] = useState(refusal);
  const form = useForm<Values>({
    initial: initialValues(fields, written),
    check: (values) => checkFields(fields, values),
    submit: async (values) => {
      setSaid(undefined);
      await submit(Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()])));
      return undefined;
    },
  });
  const [first] = fields;
  const firstId = first === undefined ? undefined : form.choice(first.name).id;
  // The dialog gives the focus to the first line of text, and the first field may be a choice.
  useLayoutEffect(() => {
    if (firstId !== undefined) document.getElementById(firstId)?.focus();
  }, [firstId]);
  return (
    <Form form={form} className="flex flex-col gap-4">
      <FormMessage message={said?.message} />
      {text !== undefined && <div className="text-pretty text-muted">{text}</div>}
      {fields.map((field) => (
        <div
          key={field.name}
          className={`flex flex-col gap-1 ${field.isInternal ? 'rounded-md border-l-4 border-warn bg-raised px-3 py-2' : ''}`}
        >
          <Field field={field} form={form} said={said?.fields?.[field.name]} />
          {field.note?.(form.values)}
        </div>
      ))}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="flat" color="black" onClick={closeModal}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" color={isDangerous ? 'red' : 'blue'} loading={form.pending}>
          {confirm}
        </Button>
      </div>
    </Form>
  );
}
