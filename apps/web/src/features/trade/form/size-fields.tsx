import { useTranslation } from 'react-i18next';
import { NumericInput } from '#ui/field/numeric-input.tsx';
import { showNumber } from '#ui/field/numeric-text.ts';
import { useNumberStyle } from '#ui/number/number-style.ts';
import { SegmentedControl } from '#ui/tabs/segmented-control.tsx';
import { fieldError } from './field-error.ts';
import { linkedChange } from './model/linked-fields.ts';
import { canSizeByTotal, isByTotal, pricedBy } from './model/order-draft.ts';
import { PercentRow } from './percent-row.tsx';
import type { OrderForm } from './use-order-form.ts';

/** Sets a size as if it had been written: what depends on it follows. */
export function setSize({ form, math }: OrderForm, field: 'quantity' | 'total', value: string): void {
  form.setValue(field, value);
  const linked = linkedChange({ ...form.values, [field]: value }, field, math);
  if (linked !== null) form.setValue(linked.field, linked.value);
}

function Quantity({ order }: { order: OrderForm }) {
  const { t } = useTranslation();
  const style = useNumberStyle();
  const { form, pair, math } = order;
  const { error, ...binding } = form.choice('quantity');
  return (
    <NumericInput
      {...binding}
      error={fieldError(order, { field: 'quantity', error, t })}
      label={t('trade.fields.quantity')}
      maxDecimals={math.rules.quantity_decimals}
      allowMinus
      onValueChange={(value) => setSize(order, 'quantity', value)}
      placeholder={showNumber(math.rules.quantity_min, style)}
      suffix={pair.base.code}
    />
  );
}

function Total({ order }: { order: OrderForm }) {
  const { t } = useTranslation();
  const { form, pair, math } = order;
  const { error, ...binding } = form.choice('total');
  return (
    <NumericInput
      {...binding}
      error={fieldError(order, { field: 'total', error, t })}
      label={t('trade.fields.total')}
      maxDecimals={math.rules.quote_decimals}
      // A total that only follows is not checked by itself.
      allowMinus={isByTotal(form.values)}
      onValueChange={(value) => setSize(order, 'total', value)}
      suffix={pair.quote.code}
    />
  );
}

/** How much: an amount, a total, or both where a price ties them together. */
export function SizeFields({ order }: { order: OrderForm }) {
  const { t } = useTranslation();
  const { form, pair } = order;
  const { values } = form;
  return (
    <>
      {canSizeByTotal(values) && (
        <SegmentedControl
          label={t('trade.sizeBy')}
          segments={[
            { value: 'quantity', label: t('trade.by.quantity', { coin: pair.base.code }) },
            { value: 'total', label: t('trade.by.total', { coin: pair.quote.code }) },
          ]}
          value={values.by}
          onValueChange={(by) => form.setValue('by', by)}
        />
      )}
      {isByTotal(values) ? <Total order={order} /> : <Quantity order={order} />}
      <PercentRow order={order} />
      {pricedBy(values.kind) !== null && <Total order={order} />}
    </>
  );
}
