import type { Order } from '@emporion/contracts/rest';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button/button.tsx';
import { NumericInput } from '#ui/field/numeric-input.tsx';
import { amendOrder } from './change-order.ts';
import { type AmendedField, amendedFields } from './order-kind.ts';

type Values = Partial<Record<AmendedField, string>>;

function valuesOf(order: Order): Values {
  return Object.fromEntries(amendedFields(order).map((field) => [field, order[field] ?? '']));
}

/** Only what differs is sent: lowering the quantity alone keeps the place in the queue. */
export function changesOf(order: Order, values: Values): Values {
  const before = valuesOf(order);
  return Object.fromEntries(
    Object.entries(values).filter(
      ([field, value]) => value !== '' && value !== before[field as AmendedField],
    ),
  );
}

/** The changeable figures of an open order as fields, within its row. */
export function AmendRow({ order, done }: { order: Order; done(): void }) {
  const { t } = useTranslation();
  const [values, setValues] = useState(() => valuesOf(order));
  const [pending, setPending] = useState(false);

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const change = changesOf(order, values);
    if (pending) return;
    if (Object.keys(change).length === 0) {
      done();
      return;
    }
    setPending(true);
    const answer = await amendOrder(order.id, change, t);
    setPending(false);
    if (answer.ok) done();
  };

  return (
    <form className="flex flex-wrap items-end justify-end gap-1 py-1" onSubmit={(event) => void save(event)}>
      {amendedFields(order).map((field, index) => (
        <NumericInput
          key={field}
          label={t(`trade.fields.${field}`)}
          className="w-28 text-left"
          value={values[field] ?? ''}
          autoFocus={index === 0}
          onValueChange={(value) => setValues((before) => ({ ...before, [field]: value }))}
          onKeyDown={(event) => event.key === 'Escape' && done()}
        />
      ))}
      <Button type="submit" size="small" loading={pending}>
        {t('trade.orders.save')}
      </Button>
      <Button size="small" variant="flat" color="black" onClick={done}>
        {t('common.cancel')}
      </Button>
    </form>
  );
}
