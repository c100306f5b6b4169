import type { Order } from '@emporion/contracts/rest';
import { useEffect, useRef } from 'react';
import { type AmendedField, amendedFields } from '#orders/model/order-kind.ts';
import { IconButton } from '#ui/button/icon-button.tsx';
import { NumericInput } from '#ui/field/numeric-input.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import type { Amending } from './use-amending.ts';

interface AmendFieldsProps {
  order: Order;
  amending: Amending;
  /** Those of the cell; what the order does not have of them is left out. */
  fields: readonly AmendedField[];
}

/** The changeable figures of one cell of an open order. Enter saves and Escape leaves it as it was. */
export function AmendFields({ order, amending, fields }: AmendFieldsProps) {
  const { t } = useTranslation();
  const all = amendedFields(order);
  const own = fields.filter((field) => all.includes(field));
  const onKey = (key: string): void => {
    if (key === 'Enter') void amending.save(order);
    if (key === 'Escape') amending.stop();
  };
  const said = own.length === 0 ? null : own.map((field) => amending.errorOf(field) ?? '').join();
  const place = useRef<HTMLSpanElement>(null);
  // A row that is changed is taller, and more so with a sentence in it: the last one in sight would grow out of it.
  useEffect(() => {
    if (said !== null) place.current?.closest('tr')?.scrollIntoView?.({ block: 'nearest' });
  }, [said]);
  return (
    <span className="amend-fields" ref={place}>
      {own.map((field) => (
        <NumericInput
          key={field}
          label={t(`trade.fields.${field}`)}
          hideLabel={own.length === 1}
          allowMinus={field === 'percent'}
          value={amending.values[field] ?? ''}
          error={amending.errorOf(field)}
          autoFocus={field === all[0]}
          onValueChange={(value) => amending.change(field, value)}
          onKeyDown={({ key }) => onKey(key)}
        />
      ))}
    </span>
  );
}

export function AmendButtons({ order, amending }: { order: Order; amending: Amending }) {
  const { t } = useTranslation();
  return (
    <span className="flex justify-end" aria-busy={amending.pending || undefined}>
      <IconButton
        icon="check"
        iconSize={16}
        label={t('trade.orders.save')}
        aria-disabled={amending.pending}
        onClick={() => void amending.save(order)}
      />
      <IconButton icon="x" iconSize={16} label={t('common.cancel')} onClick={amending.stop} />
      {/* Where the button that cancels the order comes back: a second press must not find it. */}
      <span aria-hidden="true" className="icon-button invisible" />
    </span>
  );
}
